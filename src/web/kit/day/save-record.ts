import { saveFile } from '#web/kit/upload/save-file.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'

/** Fetched with the session and saved as a file; false if it did not come. */
export async function saveRecord(path: `/api/${string}`, reference: string): Promise<boolean> {
  const answer = await apiFetch(path).catch(() => null)
  const blob = answer?.ok ? await answer.blob().catch(() => null) : null
  if (blob) saveFile(blob, `day-record-${reference}.json`)
  return blob !== null
}

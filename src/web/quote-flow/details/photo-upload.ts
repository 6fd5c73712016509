// Sends a set of pictures in one request; no login is needed.
import { fieldsOf } from '#shared/records.ts'
import { PHOTOS_NOT_SENT } from '#web/kit/upload/photo-limits.ts'
import { reasonIn, sendFiles, type SendOptions, type SentAnswer } from '#web/kit/upload/send-files.ts'

export type Uploaded = { ok: true; id: string } | { ok: false; reason: string }

/** Answers undefined if it was aborted. */
export async function uploadPhotos(files: readonly File[], options: SendOptions): Promise<Uploaded | undefined> {
  const form = new FormData()
  for (const file of files) form.append('images', file, file.name)
  const answer = await sendFiles('/api/booking/images/', form, options)
  return answer && resultOf(answer)
}

/** 201 `{id}`, or why not. */
export function resultOf({ status, body }: SentAnswer): Uploaded {
  const { id } = fieldsOf(body)
  if (status === 201 && typeof id === 'string') return { ok: true, id }
  return { ok: false, reason: reasonIn(body, PHOTOS_NOT_SENT) }
}

import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { saveFile } from '#web/kit/upload/save-file.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'

/** The signed record of the day, as a file. */
export function RecordButton({ path, reference }: { path: `/api/${string}`; reference: string }) {
  const [isLost, setLost] = useState(false)
  const save = async () => setLost(!(await saveRecord(path, reference)))
  return (
    <div>
      <div className="row">
        <LinkButton icon={Download} onClick={() => void save()}>
          Record of the day
        </LinkButton>
        <Link className="link-btn" to="/verify-record">
          Check a record
        </Link>
      </div>
      <FieldError error={isLost ? 'It couldn’t be fetched. Check your connection and try again.' : null} />
    </div>
  )
}

/** Fetched with the session and saved as a file; false if it did not come. */
async function saveRecord(path: `/api/${string}`, reference: string): Promise<boolean> {
  const answer = await apiFetch(path).catch(() => null)
  const blob = answer?.ok ? await answer.blob().catch(() => null) : null
  if (blob) saveFile(blob, `day-record-${reference}.json`)
  return blob !== null
}

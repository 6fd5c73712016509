import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { saveRecord } from './save-record.ts'
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

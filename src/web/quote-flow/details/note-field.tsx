import { TextareaField } from '#web/ui/field.tsx'
import { MAX_NOTE } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'

/** What the driver should know; asked on two steps. */
export function NoteField({ label, error }: { label: string; error?: string }) {
  const { order, dispatch } = useFlow()
  return (
    <TextareaField
      id="note"
      label={label}
      optional
      rows={3}
      maxLength={MAX_NOTE}
      placeholder="Where to park, gate codes, the cat"
      error={error}
      value={order.note}
      onChange={(event) => dispatch({ type: 'details-changed', change: { note: event.target.value } })}
    />
  )
}

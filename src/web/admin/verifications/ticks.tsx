import { CHECK_LABELS, type Check, type CheckField } from '#modules/onboarding/office/verification/rules.ts'

interface TicksProps {
  /** "MOT certificate" */
  about: string
  checks: readonly Check[]
  ticked: readonly CheckField[]
  onTick: (field: CheckField, isTicked: boolean) => void
}

/** What we have on file, field by field, to be compared with the paper and ticked one by one. */
export function Ticks({ about, checks, ticked, onTick }: TicksProps) {
  return (
    <fieldset className="compare">
      <legend className="small">
        On file. Tick each detail that the document confirms
        <span className="vh">
          : {about}, {ticked.length} of {checks.length} ticked
        </span>
      </legend>
      {checks.map(({ field, onFile }) => (
        <label key={field} className="compare__row">
          <input
            type="checkbox"
            checked={ticked.includes(field)}
            onChange={(event) => onTick(field, event.target.checked)}
          />
          <span className="muted">{CHECK_LABELS[field]}</span>
          <b>{onFile}</b>
        </label>
      ))}
    </fieldset>
  )
}

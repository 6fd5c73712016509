import { formatTime, halfHoursOfDay } from '#shared/local-time.ts'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'

/** Where and when of a job that is only tried. */
export interface Trial {
  from: string
  to: string
  day: string
  time: string
}

interface TrialFieldsProps {
  trial: Trial
  onChange: (change: Partial<Trial>) => void
}

export const TrialFields = ({ trial: { from, to, day, time }, onChange }: TrialFieldsProps) => (
  <>
    <PostcodeField label="From" width="half" value={from} onChange={(text) => onChange({ from: text })} />
    <PostcodeField label="To" width="half" value={to} onChange={(text) => onChange({ to: text })} />
    <InputField
      label="Day"
      width="half"
      type="date"
      value={day}
      onChange={({ target: { value } }) => onChange({ day: value })}
    />
    <SelectField
      label="Start"
      width="half"
      value={time}
      onChange={({ target: { value } }) => onChange({ time: value })}
    >
      {halfHoursOfDay().map((minute) => (
        <option key={minute}>{formatTime(minute)}</option>
      ))}
    </SelectField>
  </>
)

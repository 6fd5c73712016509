import { formatDuration, type Minutes } from '#shared/duration.ts'
import type { ComponentProps } from 'react'
import { SelectField, type FieldProps } from './field.tsx'

type DurationSelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'value' | 'onChange'> & {
    /** Minutes to choose from, smallest first; `selectableDurations` and `halfHoursBetween` make them. */
    durations: readonly Minutes[]
    value: Minutes
    onChange: (minutes: Minutes) => void
    /** The label for 0: "None". */
    noneLabel?: string
  }

export function DurationSelect({ durations, value, onChange, noneLabel = 'None', ...rest }: DurationSelectProps) {
  const offered = durations.includes(value) ? durations : [...durations, value].sort((a, b) => a - b)
  return (
    <SelectField {...rest} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {offered.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes === 0 ? noneLabel : formatDuration(minutes)}
        </option>
      ))}
    </SelectField>
  )
}

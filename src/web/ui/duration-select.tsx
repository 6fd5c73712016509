import { formatDuration, selectableDurations, type Minutes } from '#shared/duration.ts'
import type { ComponentProps } from 'react'
import { SelectField, type FieldProps } from './field.tsx'

type DurationSelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'value' | 'onChange'> & {
    /** The shortest time, which is offered as it is. The others follow the rule of `selectableDurations`. */
    least: Minutes
    most?: Minutes
    /** A first choice that is no time, such as "I can’t say". */
    unknownLabel?: string
    /** With `value` it is controlled, with `defaultValue` the form keeps it. A time that isn’t offered is added. */
    value?: Minutes | string
    /** 0 for no time. */
    onChange?: (minutes: Minutes) => void
  }

/** The one list of times to choose from. */
export function DurationSelect({ least, most, unknownLabel, value, onChange, ...rest }: DurationSelectProps) {
  const chosen = Number(value ?? rest.defaultValue ?? least) || least
  const offered = [...new Set([least, chosen, ...selectableDurations(least, most)])].sort((a, b) => a - b)
  return (
    <SelectField
      {...rest}
      {...(value === undefined ? {} : { value })}
      onChange={onChange && ((event) => onChange(Number(event.target.value)))}
    >
      {unknownLabel ? <option value="">{unknownLabel}</option> : null}
      {offered.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes === 0 ? 'None' : formatDuration(minutes)}
        </option>
      ))}
    </SelectField>
  )
}

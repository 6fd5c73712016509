import {
  HELP_LEVEL_LABELS,
  helpLevelsFor,
  HELP_LEVELS,
  LIFTING_PEOPLE,
  lesserHelp,
  type HelpLevel,
} from '#modules/fleet/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { DurationSelect, SelectField } from '#web/ui/field.tsx'
import { useFlow } from '../flow-context.tsx'
import { assemblingHelpOf, dismantlingHelpOf, furnitureTimes } from '../draft/order.ts'

/** Who takes the ticked pieces apart and puts them together, and how long that takes. */
export function HelpFields({ errors }: { errors: Record<string, string> }) {
  const { order, dispatch } = useFlow()
  const times = furnitureTimes(order)
  const reckoned = times.dismantling + times.assembling
  return (
    <>
      <div className="fields mt-4">
        {order.dismantlingItems.length > 0 ? (
          <HelperSelect
            id="dismantlingHelp"
            label="Who takes it apart"
            hint={`Takes ${formatDuration(times.dismantling)}`}
            error={errors.dismantlingHelp}
            value={dismantlingHelpOf(order)}
            onChange={(dismantlingHelp) => dispatch({ type: 'details-changed', change: { dismantlingHelp } })}
          />
        ) : null}
        {order.assemblingItems.length > 0 ? (
          <HelperSelect
            id="assemblingHelp"
            label="Who puts it together"
            hint={`Takes ${formatDuration(times.assembling)}`}
            error={errors.assemblingHelp}
            value={assemblingHelpOf(order)}
            onChange={(assemblingHelp) => dispatch({ type: 'details-changed', change: { assemblingHelp } })}
          />
        ) : null}
        <DurationSelect
          id="addedMinutes"
          label="Anything awkward? Allow more time"
          hint={`We’ve allowed ${formatDuration(reckoned)}`}
          width="half"
          error={errors.addedMinutes}
          least={reckoned}
          value={reckoned + order.addedMinutes}
          onChange={(allowed) =>
            dispatch({ type: 'details-changed', change: { addedMinutes: Math.max(0, allowed - reckoned) } })
          }
        />
      </div>
      <p className="small muted mt-3">
        We work these times out per piece. Two people take two thirds of the time that one does; three take a third.
      </p>
    </>
  )
}

interface HelperSelectProps {
  id: string
  label: string
  hint: string
  error?: string
  value: HelpLevel
  onChange: (help: HelpLevel) => void
}

/** Never more than come for the move. */
function HelperSelect({ id, label, hint, error, value, onChange }: HelperSelectProps) {
  const { order } = useFlow()
  const offered = (order.van ? helpLevelsFor(order.van) : HELP_LEVELS).filter(
    (level) => LIFTING_PEOPLE[level] > 0 && lesserHelp(level, order.helpLevel) === level,
  )
  return (
    <SelectField
      id={id}
      label={label}
      hint={hint}
      error={error}
      width="half"
      value={value}
      onChange={(event) => {
        const help = HELP_LEVELS.find((level) => level === event.target.value)
        if (help) onChange(help)
      }}
    >
      {offered.map((level) => (
        <option key={level} value={level}>
          {HELP_LEVEL_LABELS[level]}
        </option>
      ))}
    </SelectField>
  )
}

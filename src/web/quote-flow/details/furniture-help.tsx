import { Link } from 'react-router'
import { findItem, type Item } from '#modules/items/data.ts'
import {
  HELP_LEVEL_LABELS,
  helpLevelsFor,
  HELP_LEVELS,
  LIFTING_PEOPLE,
  lesserHelp,
  type HelpLevel,
} from '#modules/fleet/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { DurationSelect } from '#web/ui/duration-select.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { hasNobodyForFurniture } from '../draft/draft-steps.ts'
import { useFlow } from '../flow-context.tsx'
import { furnitureTimes, timesToAllow } from './furniture-times.ts'
import { assemblingHelpOf, dismantlingHelpOf, type Order } from '../draft/order.ts'

/** Pieces of the order that can be dismantled and assembled. */
export const furnitureOf = ({ items }: Order): { item: Item; amount: number }[] =>
  items.flatMap(({ id, amount }) => {
    const item = findItem(id)
    return item?.furnitureType ? [{ item, amount }] : []
  })

/** Two ticks per piece, then who does it and how long it takes. */
export function FurnitureHelp({ errors }: { errors: Record<string, string> }) {
  const { order } = useFlow()
  const isAsked = order.assemblingItems.length + order.dismantlingItems.length > 0
  return (
    <section className="card" aria-label="Furniture help">
      <ul className="divide">
        {furnitureOf(order).map(({ item, amount }) => (
          <Piece key={item.id} item={item} amount={amount} />
        ))}
      </ul>
      {hasNobodyForFurniture(order) ? (
        <Banner tone="warn" isAlert className="mt-4" title="Nobody comes to do this yet">
          You chose no help. <Link to="/additional-services#helpLevel">Take at least one man</Link>, or untick what you
          do yourself.
        </Banner>
      ) : null}
      {isAsked && !hasNobodyForFurniture(order) ? <HelpFields errors={errors} /> : null}
    </section>
  )
}

function Piece({ item, amount }: { item: Item; amount: number }) {
  const { order, dispatch } = useFlow()
  return (
    <li>
      <fieldset className="fix">
        <legend className="vh">{item.name}</legend>
        <b className="fix__name" aria-hidden="true">
          {item.name}
          {amount > 1 ? ` × ${amount}` : ''}
        </b>
        <CheckBox
          checked={order.dismantlingItems.includes(item.id)}
          onChange={(event) => dispatch({ type: 'dismantling-changed', id: item.id, isNeeded: event.target.checked })}
        >
          Take apart
        </CheckBox>
        <CheckBox
          checked={order.assemblingItems.includes(item.id)}
          onChange={(event) => dispatch({ type: 'assembling-changed', id: item.id, isNeeded: event.target.checked })}
        >
          Put together
        </CheckBox>
      </fieldset>
    </li>
  )
}

function HelpFields({ errors }: { errors: Record<string, string> }) {
  const { order, dispatch } = useFlow()
  const times = furnitureTimes(order)
  const { reckoned, durations } = timesToAllow(order)
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
          label="Time to allow, if a piece is awkward"
          hint={`We allow ${formatDuration(reckoned)}`}
          width="half"
          error={errors.addedMinutes}
          durations={durations}
          value={reckoned + order.addedMinutes}
          onChange={(allowed) =>
            dispatch({ type: 'details-changed', change: { addedMinutes: Math.max(0, allowed - reckoned) } })
          }
        />
      </div>
      <p className="small muted mt-3">
        We work these times out per piece. Two people take a third less time than one; three take a third of it.
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

import { Calendar, Clock } from 'lucide-react'
import { useState } from 'react'
import { clockChangeAt, isRealDay, parseTime, repeatedTimeText, skippedTimeText } from '#shared/local-time.ts'
import { InputField, Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFlow } from '../flow-context.tsx'
import { OtherDaysLine } from '../other-days-line.tsx'
import { bookableDays, startTimesOf } from './start-times.ts'

/** Day and start time: half hours, from two hours ahead. */
export function StartFields({ errors }: { errors: Record<string, string> }) {
  const { order, dispatch, now } = useFlow()
  // A half-typed year is not yet a day, but must not be cleared while typing.
  const [typed, setTyped] = useState('')
  const days = bookableDays(now)
  const times = startTimesOf(order.date, now)
  const day = order.date ?? ''
  const minute = parseTime(order.time ?? '') ?? 0
  const change = order.date && order.time ? clockChangeAt(day, minute) : null
  // A time that has just become too early stays visible beside its error.
  const offered = order.time && !times.includes(order.time) ? [order.time, ...times] : times
  return (
    <>
      <InputField
        id="date"
        label="Date"
        width="half"
        error={errors.date}
        icon={<Icon of={Calendar} />}
        type="date"
        min={days.first}
        max={days.last}
        value={order.date ?? typed}
        onChange={(event) => {
          const date = event.target.value
          setTyped(date)
          dispatch({ type: 'details-changed', change: { date: isRealDay(date) ? date : null } })
        }}
      />
      <Field
        id="time"
        label="Start time"
        width="half"
        hint={change === 'repeated' ? repeatedTimeText(day, minute) : undefined}
        error={change === 'skipped' ? skippedTimeText(day, minute) : errors.time}
      >
        {(wiring) => (
          <span className="affix">
            <Icon of={Clock} />
            <select
              {...wiring}
              className="input num"
              value={order.time ?? ''}
              onChange={(event) => dispatch({ type: 'details-changed', change: { time: event.target.value || null } })}
            >
              <option value="">Choose a time</option>
              {offered.map((time) => (
                <option key={time} value={time}>
                  {time}
                </option>
              ))}
            </select>
          </span>
        )}
      </Field>
      {order.van ? <OtherDaysLine summary="Prices by day" className="field--whole" /> : null}
    </>
  )
}

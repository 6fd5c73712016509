import { ArrowDown, ArrowUp, Pencil, Plus, Trash2, Calendar, Clock } from 'lucide-react'
import { useState } from 'react'
import { stairsLabel } from '#modules/fleet/rules.ts'
import { clockChangeAt, isRealDay, parseTime, repeatedTimeText, skippedTimeText } from '#shared/local-time.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { InputField, Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { pinOf, RouteLine, RouteStop } from '#web/ui/route-line.tsx'
import { MAX_STOPS, type OrderPoint } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { focusFirst } from '../flow-page.tsx'
import { OtherDaysLine } from '../other-days-line.tsx'
import { PointFields, questionOf, type PointRemarks } from './point-fields.tsx'
import { bookableDays, startTimesOf } from './time-lines.ts'

/** The route as one line: pick-up, stops, drop-off, each with its fields; the start is asked for elsewhere if not `asksStart`. */
export function RoutePoints({ asksStart = true, ...remarks }: PointRemarks & { asksStart?: boolean }) {
  const { order, dispatch } = useFlow()
  const points = order.routePoints
  const last = points.length - 1
  const stops = useOpenStops()
  const addStop = () => {
    stops.change((open) => open.toSpliced(last, 0, true))
    dispatch({ type: 'stop-added' })
    focusFirst([`routePoints.${last}.postcode`])
  }
  return (
    <RouteLine>
      <RouteStop pin={pinOf(0, points.length)}>
        <EndCard index={0} title="Pick-up" asksStart={asksStart} {...remarks} />
      </RouteStop>
      {points.slice(1, last).map((point, offset) => (
        // A stop is identified by its position.
        // oxlint-disable-next-line react/no-array-index-key
        <RouteStop key={offset} pin={offset + 1} kind="via">
          <StopCard index={offset + 1} point={point} stops={stops} {...remarks} />
        </RouteStop>
      ))}
      {points.length - 2 < MAX_STOPS ? (
        <RouteStop pin={<Icon of={Plus} />} kind="add">
          <LinkButton onClick={addStop}>Add a stop</LinkButton> <span className="small muted">adds 15 minutes</span>
        </RouteStop>
      ) : null}
      <RouteStop pin={pinOf(last, points.length)}>
        <EndCard index={last} title="Drop-off" {...remarks} />
      </RouteStop>
    </RouteLine>
  )
}

interface EndProps extends PointRemarks {
  index: number
  title: string
  asksStart?: boolean
}

function EndCard({ index, title, asksStart = false, ...remarks }: EndProps) {
  return (
    <section className="card" aria-labelledby={`point-${index}`}>
      <h2 className="stop__title t-lg lh-12 mb-3" id={`point-${index}`}>
        {title}
      </h2>
      <PointFields index={index} {...remarks}>
        {asksStart ? <StartFields errors={remarks.errors} /> : null}
      </PointFields>
    </section>
  )
}

/** Whether each point's card is open, in order. */
function useOpenStops() {
  const { order } = useFlow()
  const [open, setOpen] = useState(() => order.routePoints.map(({ postcode }) => postcode.trim() === ''))
  return { open, change: setOpen }
}
type OpenStops = ReturnType<typeof useOpenStops>

interface StopProps extends PointRemarks {
  index: number
  point: OrderPoint
  stops: OpenStops
}

/** A stop is one line once it has its postcode, and open while it has none, something is wrong or its postcode is asked about. */
function StopCard({ index, point, stops, ...remarks }: StopProps) {
  const hasError = Object.keys(remarks.errors).some((field) => field.startsWith(`routePoints.${index}.`))
  const isAskedAbout = questionOf(point.postcode, remarks) !== null
  const where = [point.flatAndHouse, point.address.formattedAddress].filter(Boolean).join(', ')
  return (
    <details
      className="card stop"
      open={stops.open[index] === true || hasError || isAskedAbout}
      onToggle={(event) => {
        const isOpen = event.currentTarget.open
        stops.change((open) => open.with(index, isOpen))
      }}
      aria-label={`Stop ${index}`}
    >
      <summary className="flex level row--apart g-3">
        <span>
          <b className="stop__title t-lg lh-12 mb-3">Stop {index}</b>
          <span className="small muted">
            {where ? `${where} ` : ''}
            <b className="num">{point.postcode || 'No postcode yet'}</b>
          </span>
          <span className="small muted">{stairsLabel(point.stairs)}</span>
        </span>
        <span className="icon-btn" aria-hidden="true">
          <Icon of={Pencil} />
        </span>
      </summary>
      <PointFields index={index} {...remarks} />
      <StopActions index={index} stops={stops} />
    </details>
  )
}

function StopActions({ index, stops }: { index: number; stops: OpenStops }) {
  const { order, dispatch } = useFlow()
  const last = order.routePoints.length - 1
  const move = (to: number) => {
    stops.change((open) => open.toSpliced(index, 1).toSpliced(to, 0, true))
    dispatch({ type: 'stop-moved', from: index, to })
    const [same, other] = to > index ? ['down', 'up'] : ['up', 'down']
    focusFirst([`stop-${to}-${same}`, `stop-${to}-${other}`])
  }
  const remove = () => {
    stops.change((open) => open.toSpliced(index, 1))
    dispatch({ type: 'stop-removed', index })
    focusFirst([`routePoints.${index}.postcode`])
  }
  return (
    <div className="row mt-3">
      {index > 1 ? (
        <LinkButton id={`stop-${index}-up`} icon={ArrowUp} onClick={() => move(index - 1)}>
          Earlier<span className="vh"> stop {index}</span>
        </LinkButton>
      ) : null}
      {index < last - 1 ? (
        <LinkButton id={`stop-${index}-down`} icon={ArrowDown} onClick={() => move(index + 1)}>
          Later<span className="vh"> stop {index}</span>
        </LinkButton>
      ) : null}
      <LinkButton id={`stop-${index}-remove`} className="push" icon={Trash2} onClick={remove}>
        Remove<span className="vh"> stop {index}</span>
      </LinkButton>
    </div>
  )
}

/** Day and start time: half hours, from two hours ahead. What other days cost is of no use to a move that is booked. */
export function StartFields({ errors, isBooked }: { errors: Record<string, string>; isBooked?: boolean }) {
  const { order, dispatch, now } = useFlow()
  // A half-typed year is not yet a day, but must not be cleared while typing.
  const [draftDate, setTyped] = useState('')
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
        value={order.date ?? draftDate}
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
      {order.van && !isBooked ? <OtherDaysLine summary="Prices by day" className="across own-line" /> : null}
    </>
  )
}

import { useState } from 'react'
import { Link } from 'react-router'
import { formatMiles } from '#shared/distance.ts'
import { formatDay } from '#shared/local-time.ts'
import { RouteMap } from '#web/kit/route-map/route-map.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { RouteRead } from '#web/ui/route-line.tsx'
import { Sign } from '#web/ui/sign.tsx'
import { useFlow } from '../flow-context.tsx'
import type { ChangeState } from '../flow-page.tsx'
import type { Step } from '../steps.ts'
import { expectedWaiting, timeAndTrips } from '#web/kit/bookings/booking-texts.ts'
import { liftingText, loadOfOrder, vanText } from '#web/kit/bookings/load.ts'
import type { RouteDetails } from '../route/time-lines.ts'

/** "Change": opens a step in edit mode, so that it can be cancelled or applied. */
export function ChangeLink({ to, from, what }: { to: Step; from: Step; what: string }) {
  const { dispatch } = useFlow()
  const state: ChangeState = { changeFrom: from }
  return (
    <Link className="link-btn" to={`/${to}`} state={state} onClick={() => dispatch({ type: 'edit-started' })}>
      Change<span className="vh"> {what}</span>
    </Link>
  )
}

/** The move on a sign beside the prices. */
export function MoveSign({ details }: { details: RouteDetails | null }) {
  const { order } = useFlow()
  const names = details?.places ?? []
  return (
    <Sign aria-labelledby="move-sign">
      <div className="row row--apart">
        <h2 className="h3" id="move-sign">
          Your move
        </h2>
        <ChangeLink to="route-details" from="pick-a-driver" what="your move" />
      </div>
      <RouteRead
        className="mini mt-4"
        points={order.routePoints.map(({ postcode }, index) => ({
          name: [names[index], postcode].filter(Boolean).join(' '),
        }))}
      />
      <dl className="terms t-sm lh-13 num mt-4">
        <Row
          name="Moving day"
          value={order.date ? `${formatDay(order.date)} ${order.date.slice(0, 4)}, ${order.time ?? ''}` : ''}
        />
        {details ? <Row name="Time" value={timeAndTrips(details)} /> : null}
        {details && expectedWaiting(details) ? (
          <Row name="Waiting held" value={expectedWaiting(details) ?? ''} />
        ) : null}
        {details ? <Row name="Distance" value={formatMiles(details)} /> : null}
        {order.van ? <Row name="Van" value={vanText(loadOfOrder(order))} /> : null}
        <Row name="Lifting" value={liftingText(order.helpLevel)} />
        {order.needTailLift ? <Row name="Tail-lift" value="Required" /> : null}
      </dl>
    </Sign>
  )
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

/** The same as a strip on a phone. */
export function TripStrip({ details }: { details: RouteDetails | null }) {
  const { order } = useFlow()
  const from = details?.places[0] ?? order.routePoints[0]?.postcode
  const to = details?.places.at(-1) ?? order.routePoints.at(-1)?.postcode
  return (
    <div className="trip wraps level g-1-4 p-3-4 r-card on-sign t-sm only-phone mb-4">
      <b>
        {from} to {to}
      </b>
      <ChangeLink to="route-details" from="pick-a-driver" what="your move" />
      <span className="num">
        {order.date ? formatDay(order.date) : ''}, {order.time}
      </span>
    </div>
  )
}

/** Map of the route, drawn when opened. */
export function MoveMap() {
  const { order } = useFlow()
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary="The route on a map" className="mb-4" onOpen={() => setOpen(true)}>
      {isOpen ? <RouteMap postcodes={order.routePoints.map(({ postcode }) => postcode)} day={order.date} /> : null}
    </Disclosure>
  )
}

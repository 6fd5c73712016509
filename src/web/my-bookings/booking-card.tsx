import { Users, Clock } from 'lucide-react'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { paymentWay, PAYMENT_NAMES } from '#modules/pricing/payment-rules.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { liftingText, itemsText } from '#web/kit/bookings/load.ts'
import { StatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { expectedWaiting, timeAndTrips } from '#web/kit/bookings/trip-texts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DayTile } from '#web/ui/day-tile.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { CompanyMark, Plate } from '#web/ui/sign.tsx'
import {
  dayOf,
  freeUntilText,
  isOpen,
  leftTitle,
  piecesOf,
  pricePence,
  timeOf,
  whereText,
  type Booking,
} from './booking-view.ts'
import { cancelText } from './cancel-texts.ts'
import { CallLink, MessageLink } from './message-link.tsx'
import { PastActs } from './past-booking-actions.tsx'

/** A booking in the list: when, where, its status and the driver. */
export function BookingCard({ booking, now }: { booking: Booking; now: Date }) {
  const day = dayOf(booking.startAt)
  const waiting = expectedWaiting(booking)
  const left = leftTitle(booking)
  const freeUntil = freeUntilText(booking, now)
  const today = localDayOf(now)
  return (
    <article className="card job" aria-label={`${whereText(booking)}, ${formatDay(day)}`}>
      <div className="job__head">
        <DayTile day={day} isToday={isOpen(booking) && day === today} />
        <div>
          <h2 className="job__where">{whereText(booking)}</h2>
          <div className="meta num job__when">
            <b className="ink">{timeOf(booking.startAt)}</b>
            <span>{timeAndTrips(booking)}</span>
            {waiting ? <span>{waiting} waiting time reserved</span> : null}
          </div>
          <StatusBadge status={booking.status} isAwaiting={booking.awaitingVerification} />
        </div>
        <div className="job__pay">
          <span className="price">{formatPence(pricePence(booking))}</span>
          <div className="small muted">{PAYMENT_NAMES[paymentWay(booking)]}</div>
        </div>
      </div>
      {booking.isHot && booking.status === 'new_booking' ? (
        <Banner icon={Users} title="Finding you another driver">
          {left ? `${left}. ` : ''}Other drivers can see the job at the same price.
        </Banner>
      ) : null}
      <Facts className="job__facts cells cols-2 g-3-4 pt-4 line-top" facts={factsOf(booking)} />
      <div className="job__who flex wraps level g-2-3 pt-4 line-top">
        {booking.company ? (
          <>
            <CompanyMark {...booking.company} />
            <b className="long">{booking.company.name}</b>
          </>
        ) : null}
        {booking.workingUnit ? <Plate registration={booking.workingUnit.van.registration} /> : null}
        <PastActs booking={booking} />
        {freeUntil ? <span className="small muted push num">{freeUntil}</span> : null}
      </div>
      <CardActs booking={booking} now={now} />
    </article>
  )
}

function factsOf(booking: Booking): Fact[] {
  const pieces = piecesOf(booking)
  return [
    { name: 'Van', value: VAN_NAMES[booking.vanCategory] },
    { name: 'Lifting', value: liftingText(booking.manPower) },
    {
      name: 'Load',
      value: pieces > 0 ? `${itemsText(pieces)}, ${Number(booking.load.volumeM3.toFixed(1))}\u00a0m³` : 'Not listed',
    },
    { name: 'Distance', value: formatMiles(booking) },
  ]
}

/** What its customer may do with a booking of the list, each for this booking by name. */
function CardActs({ booking, now }: { booking: Booking; now: Date }) {
  const { hash, status, allowedActions, startAt } = booking
  const isDay = status === 'in_progress' || (status === 'confirmed' && dayOf(startAt) === localDayOf(now))
  const which = (
    <span className="vh">
      {' '}
      {whereText(booking)}, {formatDay(dayOf(startAt))}
    </span>
  )
  return (
    <div className="job__acts flex wraps g-3">
      <ButtonLink
        look={isDay ? 'primary' : 'plain'}
        icon={isDay ? Clock : undefined}
        to={isDay ? `/booking/${hash}/day` : `/booking/${hash}`}
      >
        {isDay ? 'Follow the day' : 'See booking'}
        {which}
      </ButtonLink>
      <MessageLink booking={booking} />
      <CallLink name={booking.company?.name} phone={booking.contactPhone} />
      {allowedActions.includes('deny_cancellation') ? (
        <ButtonLink look="primary" to={`/booking/${hash}#reported`}>
          Did you cancel?
          {which}
        </ButtonLink>
      ) : null}
      {allowedActions.includes('cancel') ? (
        <ButtonLink look="danger" to={`/booking/${hash}?cancel=yes#cancel`}>
          {cancelText(booking.cancellationFeePence, 'ask')}
          {which}
        </ButtonLink>
      ) : null}
    </div>
  )
}

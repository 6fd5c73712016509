import { isAhead, isConfirmed, isHotJob, isUnderWay } from '#modules/bookings/rules.ts'
import { Users, Clock, MessageSquare, Phone, RefreshCw, Truck } from 'lucide-react'
import { Link } from 'react-router'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { paymentWay, PAYMENT_NAMES } from '#modules/pricing/commission-rules.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDay, localDayOf, formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import { expectedWaiting, timeAndTrips } from '#web/kit/bookings/booking-texts.ts'
import { liftingText, itemsText } from '#web/kit/bookings/load.ts'
import { StatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DayTile, Facts, type Fact } from '#web/ui/facts.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { CompanyMark, Plate } from '#web/ui/sign.tsx'
import { dayOf, freeUntilText, leftTitle, pricePence, timeOf, whereText, type ListedBooking } from './booking-view.ts'
import { cancelText } from './cancel-booking.tsx'

/** A booking in the list: when, where, its status and the driver. */
export function BookingCard({ booking, now }: { booking: ListedBooking; now: Date }) {
  const day = dayOf(booking.startAt)
  const waiting = expectedWaiting(booking)
  const left = leftTitle(booking)
  const freeUntil = freeUntilText(booking, now)
  const today = localDayOf(now)
  return (
    <article className="card job cells g-4" aria-label={`${whereText(booking)}, ${formatDay(day)}`}>
      <div className="job__head cells cols-side at-top g-3">
        <DayTile day={day} isToday={isAhead(booking.status) && day === today} />
        <div>
          <h2 className="job__where t-lg lh-12 break">{whereText(booking)}</h2>
          <div className="meta num job__when">
            <b className="ink">{timeOf(booking.startAt)}</b>
            <span>{timeAndTrips(booking)}</span>
            {waiting ? <span>{waiting} waiting time reserved</span> : null}
          </div>
          <StatusBadge status={booking.status} isAwaiting={booking.awaitingVerification} />
        </div>
        <div className="job__pay across flex baseline apart">
          <span className="price">{formatPence(pricePence(booking))}</span>
          <div className="small muted">{PAYMENT_NAMES[paymentWay(booking)]}</div>
        </div>
      </div>
      {isHotJob(booking) ? (
        <Banner icon={Users} title="Finding you another driver">
          {left ? `${left}. ` : ''}Other drivers can see the job at the same price.
        </Banner>
      ) : null}
      <Facts className="facts facts--wide pt-4 line-top" facts={factsOf(booking)} />
      <div className="job__who mark-s flex wraps level g-2-3 pt-4 line-top">
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

function factsOf(booking: ListedBooking): Fact[] {
  const { pieces, volumeM3 } = booking.load
  return [
    { name: 'Van', value: VAN_NAMES[booking.vanCategory] },
    { name: 'Lifting', value: liftingText(booking.manPower) },
    {
      name: 'Load',
      value: pieces > 0 ? `${itemsText(pieces)}, ${Number(volumeM3.toFixed(1))}\u00a0m³` : 'Not listed',
    },
    { name: 'Distance', value: formatMiles(booking) },
  ]
}

/** What its customer may do with a booking of the list, each for this booking by name. */
function CardActs({ booking, now }: { booking: ListedBooking; now: Date }) {
  const { hash, status, allowedActions, startAt } = booking
  const isDay = isUnderWay(status) || (isConfirmed(status) && dayOf(startAt) === localDayOf(now))
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

export type Message = NonNullable<ListedBooking['lastMessage']>

/** The newest message, so that it can be read without opening the thread. */
export function LastMessage({ message }: { message: Message }) {
  const { author, isOwn, isRemoved, text, photosCount, at } = message
  const what = isRemoved ? 'Removed by the office' : text || (photosCount === 1 ? 'A photo' : `${photosCount} photos`)
  return (
    <figure className="last-message bar-left p-2-3 bg-paper">
      <blockquote className="long clip m-0">{what}</blockquote>
      <figcaption className="tiny muted num">
        {isOwn ? 'You' : author}, {formatDayTime(new Date(at))}
      </figcaption>
    </figure>
  )
}

/** Link to the messages of a booking in the list. */
function MessageLink({ booking }: { booking: ListedBooking }) {
  if (booking.awaitingVerification || !booking.company) return null
  return (
    <ButtonLink icon={MessageSquare} to={`/messages/${booking.id}`}>
      Message
      <span className="vh">
        {' '}
        {booking.company.name}, {whereText(booking)}
      </span>
    </ButtonLink>
  )
}

/** Calls the driver, once the number is known. */
export const CallLink = ({ name = 'your driver', phone }: { name?: string | undefined; phone: string | null }) =>
  phone ? (
    <a className="btn num" href={`tel:${phone}`}>
      <Icon of={Phone} />
      <span className="vh">Call {name}, </span>
      {readablePhone(phone)}
    </a>
  ) : null

/** What comes after a move: a review, booking the same company again, a claim. */
export function PastActs({ booking }: { booking: ListedBooking }) {
  const { id, allowedActions, claimStatus, rebookRequestSent } = booking
  const where = <span className="vh"> {whereText(booking)}</span>
  return (
    <>
      {allowedActions.includes('review') ? (
        <ButtonLink size="small" look="primary" to={`/company-review/${id}`}>
          Leave a review{where}
        </ButtonLink>
      ) : null}
      {rebookRequestSent ? <span className="small muted">Asked for again</span> : null}
      {allowedActions.includes('claim') || claimStatus ? (
        <ButtonLink size="small" to={`/my-bookings/claims/${id}`}>
          {claimStatus ? 'See the claim' : 'Damage or loss'}
          {where}
        </ButtonLink>
      ) : null}
      {isAhead(booking.status) ? null : <MoveAgain booking={booking} />}
    </>
  )
}

/** The same company at today’s price, where it can be asked; and the same move, for every company to price. */
function MoveAgain({ booking }: { booking: ListedBooking }) {
  const where = <span className="vh"> {whereText(booking)}</span>
  return (
    <>
      {booking.allowedActions.includes('ask_for_re_book') ? (
        <Link className="link-btn" to={`/my-bookings/re-book/${booking.id}`}>
          <Icon of={RefreshCw} />
          Rebook the same company
          {where}
        </Link>
      ) : null}
      <Link className="link-btn" to={`/moves/again/${booking.id}`}>
        <Icon of={Truck} />
        Compare prices again
        {where}
      </Link>
    </>
  )
}

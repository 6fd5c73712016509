import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { formatMiles } from '#shared/distance.ts'
import { formatDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { timeAndTrips } from '#web/kit/bookings/trip-texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { dayOf, pricePence, whereText, type Booking } from './booking-view.ts'
import { PastActs } from './past-booking-actions.tsx'
import { StatusBadge } from '#web/kit/bookings/status-badge.tsx'

/** Moves that are over: one row each, with what can still be done. */
export const PastBookings = ({ bookings }: { bookings: readonly Booking[] }) => (
  <ul className="divide plain mt-4">
    {bookings.map((booking) => (
      <li key={booking.id} className="log log--acts">
        <PastBooking booking={booking} />
      </li>
    ))}
  </ul>
)

function PastBooking({ booking }: { booking: Booking }) {
  const day = dayOf(booking.startAt)
  const [, date, month] = formatDay(day).split(' ')
  const company = booking.company?.name ?? booking.leftBy?.name
  const which = (
    <span className="vh">
      {' '}
      {whereText(booking)}, {formatDay(day)}
    </span>
  )
  return (
    <>
      <div className="log__day">
        <span className="tiny muted">{month?.slice(0, 3)}</span>
        <b>{date}</b>
        <span className="tiny muted">{day.slice(0, 4)}</span>
      </div>
      <div>
        <b className="long">{whereText(booking)}</b>
        <div className="small muted num long">
          {[timeAndTrips(booking), formatMiles(booking), company].filter(Boolean).join(', ')}
        </div>
      </div>
      <div className="log__end">
        <b className="num">{formatPence(pricePence(booking))}</b>
        <StatusBadge status={booking.status} isAwaiting={false} />
      </div>
      <div className="log__acts">
        <PastActs booking={booking} />
        <Link className="link-btn" to={`/booking/${booking.hash}`}>
          <Icon of={FileText} />
          {booking.status === 'completed' ? 'Receipt' : 'See booking'}
          {which}
        </Link>
        <span className="small muted num">{owedText(booking)}</span>
      </div>
    </>
  )
}

const owedText = ({ status, cancelledBy, cancellationFeePence }: Booking): string => {
  if (status === 'completed') return ''
  if (cancelledBy === 'driver') return 'Did you cancel? Open it and say so'
  return cancellationFeePence > 0 ? `Fee ${formatPence(cancellationFeePence)}` : 'Nothing to pay'
}

import { RefreshCw, Truck } from 'lucide-react'
import { Link } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isOpen, whereText, type Booking } from './booking-view.ts'

/** What comes after a move: a review, booking the same company again, a claim. */
export function PastActs({ booking }: { booking: Booking }) {
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
      {isOpen(booking) ? null : <MoveAgain booking={booking} />}
    </>
  )
}

/** The same company at today’s price, where it can be asked; and the same move, for every company to price. */
function MoveAgain({ booking }: { booking: Booking }) {
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

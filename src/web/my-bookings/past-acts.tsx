import { RefreshCw } from 'lucide-react'
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

/** One way to move again: the same company, whose page leads to all others too; or all of them, where it cannot be asked. */
function MoveAgain({ booking }: { booking: Booking }) {
  const mayAsk = booking.allowedActions.includes('ask_for_re_book')
  return (
    <Link className="link-btn" to={mayAsk ? `/my-bookings/re-book/${booking.id}` : '/additional-services'}>
      <Icon of={RefreshCw} />
      {mayAsk ? 'Book again' : 'Compare prices again'}
      <span className="vh"> {whereText(booking)}</span>
    </Link>
  )
}

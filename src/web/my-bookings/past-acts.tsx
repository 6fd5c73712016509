import { ButtonLink } from '#web/ui/button.tsx'
import { whereText, type Booking } from './booking-view.ts'

/** What comes after a move: a review, booking the same company again, a claim. */
export function PastActs({ booking }: { booking: Booking }) {
  const { id, allowedActions, claimStatus, rebookRequestSent } = booking
  const where = <span className="vh"> {whereText(booking)}</span>
  return (
    <>
      {allowedActions.includes('review') ? (
        <ButtonLink size="small" to={`/company-review/${id}`}>
          Leave a review{where}
        </ButtonLink>
      ) : null}
      {allowedActions.includes('ask_for_re_book') ? (
        <ButtonLink size="small" to={`/my-bookings/re-book/${id}`}>
          Book again{where}
        </ButtonLink>
      ) : null}
      {rebookRequestSent ? <span className="small muted">Asked for again</span> : null}
      {allowedActions.includes('claim') || claimStatus ? (
        <ButtonLink size="small" to={`/my-bookings/claims/${id}`}>
          {claimStatus ? 'See the claim' : 'Damage or loss'}
          {where}
        </ButtonLink>
      ) : null}
    </>
  )
}

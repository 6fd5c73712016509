import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import { readablePhone } from '#shared/readable-phone.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Booking } from '../booking-view.ts'

/** Where to turn if the day goes wrong. */
export function WrongCard({ own: { id, allowedActions, claimStatus } }: { own: Booking }) {
  const phone = useRootData()?.config.phone
  const mayClaim = allowedActions.includes('claim') || claimStatus !== null
  if (!mayClaim && !phone) return null
  return (
    <section className="card stack gap-3" aria-labelledby="wrong">
      <h2 className="h3" id="wrong">
        Something wrong?
      </h2>
      {mayClaim ? (
        <Link className="link-btn" to={`/my-bookings/claims/${id}`}>
          {claimStatus ? 'See the claim' : 'Something is broken or missing'}
        </Link>
      ) : null}
      {phone ? (
        <>
          <p className="small muted">If no one came, or you’re asked to pay more than agreed, call us.</p>
          <a className="link-btn num" href={`tel:${phone}`}>
            <Icon of={Phone} />
            {readablePhone(phone)}, day and night
          </a>
        </>
      ) : null}
    </section>
  )
}

import { CLAIM_STATUS_TEXTS } from '#modules/bookings/claims/rules.ts'
import { isOpen } from '../../booking-view.ts'
import { PastActs } from '../../past-booking-actions.tsx'
import type { SlotProps } from './slot.ts'

/** What can be done once it is over: book again, say how it went, claim for damage. */
export function AfterSlot({ booking, own }: SlotProps) {
  if (!own || isOpen(booking) || booking.cancelledBy === 'driver') return null
  return (
    <section className="card" aria-labelledby="afterwards">
      <h2 className="h3" id="afterwards">
        {booking.status === 'completed' ? 'After the move' : 'Still need to move?'}
      </h2>
      {own.claimStatus ? <p>Your claim: {CLAIM_STATUS_TEXTS[own.claimStatus]}.</p> : null}
      <p className="muted">
        {booking.status === 'completed'
          ? 'The next move starts with a new day and fresh prices.'
          : 'Start with a new day, and see who is free and what it costs.'}
      </p>
      <div className="row mt-3">
        <PastActs booking={own} />
      </div>
    </section>
  )
}

import { formatDateUk } from '#shared/local-time.ts'
import { CancelTable } from '#web/kit/bookings/cancel-table.tsx'
import { CompanyTerms } from '#web/kit/bookings/company-terms.tsx'
import { receiptLines, vatText } from '#web/kit/bookings/price-words.ts'
import { ceilingNote, tollNotes } from '#web/kit/bookings/toll-words.ts'
import { Receipt } from '#web/ui/receipt.tsx'
import { dayOf, isOpen, type SharedBooking } from './booking-view.ts'

/** The receipt as it was agreed, and what cancelling would cost. */
export function SharedPrice({ booking, now }: { booking: SharedBooking; now: Date }) {
  const isAwaiting = booking.awaitingVerification
  return (
    <aside className="split__side stack" aria-label="Price">
      <Receipt
        title={booking.company?.name ?? 'Your move'}
        date={formatDateUk(dayOf(booking.startAt))}
        lines={receiptLines(booking.lines, booking.manPower)}
        totalPence={booking.totalPence}
        ceilingPence={booking.ceilingPence}
        ceilingNote={ceilingNote(booking.tolls)}
      />
      {tollNotes(booking.tolls).map((note) => (
        <p key={note} className="small muted">
          {note}
        </p>
      ))}
      <p className="small muted">
        {booking.paymentMethod === 'card' ? 'Paying by card' : 'Paying the driver in cash'}
        {isAwaiting ? ', once the booking is confirmed' : ''}. {vatText(booking.vatPence)}
      </p>
      {booking.company ? (
        <CompanyTerms
          company={booking.company}
          booked={{ hash: booking.hash, on: formatDateUk(dayOf(booking.createdAt)) }}
        />
      ) : null}
      {isOpen(booking) && booking.status !== 'in_progress' ? <Cancelling booking={booking} now={now} /> : null}
    </aside>
  )
}

const Cancelling = ({ booking, now }: { booking: SharedBooking; now: Date }) => (
  <section className="card" aria-labelledby="cancelling">
    <h2 className="h3" id="cancelling">
      If you cancel
    </h2>
    <CancelTable start={new Date(booking.startAt)} now={now} />
    <p className="small muted mt-2">You see the exact amount before you cancel.</p>
  </section>
)

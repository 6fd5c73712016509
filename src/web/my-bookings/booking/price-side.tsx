import { lastHoursText } from '#modules/pricing/terms/rules.ts'
import type { ReactNode } from 'react'
import { mayCancelFree } from '#modules/bookings/day/clock/rules.ts'
import { paymentWay, PAYMENT_TEXTS } from '#modules/pricing/payment-rules.ts'
import { formatPence } from '#shared/money.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { CancelTable } from '#web/kit/bookings/cancel-table.tsx'
import { CompanyTerms } from '#web/kit/bookings/company-terms.tsx'
import { Conditions, Traders } from '#web/kit/bookings/conditions.tsx'
import { receiptLines, vatText } from '#web/kit/bookings/price-texts.ts'
import { ceilingNote, tollNotes } from '#web/kit/bookings/toll-texts.ts'
import { Receipt } from '#web/ui/receipt.tsx'
import { pricePence, dayOf, isOff, isOpen, owedOnceOff, type SharedBooking } from '../booking-view.ts'
import { CancelBooking, type Cancel } from '../cancel-booking.tsx'

interface PriceSideProps {
  booking: SharedBooking
  now: Date
  /** Only for its signed-in customer, while it can be cancelled. */
  cancel: Cancel | null
  /** What can be saved, below the receipt. */
  files: ReactNode
}

/** The receipt as it was agreed, and what cancelling would cost. */
export function PriceSide({ booking, now, cancel, files }: PriceSideProps) {
  return (
    <aside className="split__side stack" aria-label="Price">
      <Receipt
        title={booking.company?.name ?? 'Your move'}
        date={formatDateUk(dayOf(booking.startAt))}
        lines={receiptLines([...booking.lines, ...booking.extraLines], booking.manPower)}
        totalPence={pricePence(booking)}
        {...(isOff(booking)
          ? { totalLabel: 'Would have cost' }
          : { ceilingPence: booking.ceilingPence, ceilingNote: ceilingNote(booking.tolls) })}
      />
      {isOff(booking) ? <p className="small muted">{owedOnceOff(booking)}</p> : null}
      {files}
      {isOff(booking) ? null : <Paying booking={booking} />}
      {booking.company ? (
        <CompanyTerms
          company={booking.company}
          booked={{ hash: booking.hash, on: formatDateUk(dayOf(booking.createdAt)) }}
        />
      ) : null}
      {booking.agreed ? <Conditions waiting={booking.agreed.waiting} cover={booking.agreed.cover} /> : null}
      {isOpen(booking) && booking.status !== 'in_progress' ? (
        <Cancelling booking={booking} now={now} cancel={cancel} />
      ) : null}
      {booking.agreed ? <Traders trader={booking.agreed.trader} /> : null}
    </aside>
  )
}

const Paying = ({ booking }: Pick<PriceSideProps, 'booking'>) => (
  <>
    {tollNotes(booking.tolls).map((note) => (
      <p key={note} className="small muted">
        {note}
      </p>
    ))}
    <p className="small muted">
      {PAYMENT_TEXTS[paymentWay(booking)]} {vatText(booking.vatPence)}
    </p>
  </>
)

const Cancelling = ({ booking, now, cancel }: Omit<PriceSideProps, 'files'>) => (
  <section className="card" aria-labelledby="cancelling">
    <h2 className="h3" id="cancelling">
      If you cancel
    </h2>
    {cancel && mayCancelFree({ status: booking.status, start: new Date(booking.startAt) }, now) ? (
      <p>Free now: they are more than 30 minutes late, so it counts as their cancellation.</p>
    ) : (
      <CancelTable steps={booking.cancellation} now={now} isConfirmed={booking.status !== 'new_booking'} marksNow />
    )}
    <p className="small muted mt-2">
      A driver who cancels in the last {lastHoursText(booking.cancellation, booking.startAt)} owes you{' '}
      {formatPence(booking.cancellation.at(-1)?.feePence ?? 0)}.
    </p>
    {cancel ? <CancelBooking booking={booking} cancel={cancel} /> : null}
  </section>
)

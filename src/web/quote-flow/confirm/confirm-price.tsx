import { receiptLines, vatText } from '#web/kit/bookings/price-words.ts'
import { Link } from 'react-router'
import { formatDateUk, toInstant, parseTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { CancelTable } from '#web/kit/bookings/cancel-table.tsx'
import { CompanyTerms } from '#web/kit/bookings/company-terms.tsx'
import { useFlow } from '../flow-context.tsx'
import type { Quote } from '../draft/order.ts'
import { clockText } from '../quotes/quote-view.ts'

interface ConfirmPriceProps {
  quote: Quote
  formId: string
  isBusy: boolean
}

/** The receipt, the button, and what booking means. */
export function ConfirmPrice({ quote, formId, isBusy }: ConfirmPriceProps) {
  const { order } = useFlow()
  return (
    <aside className="split__side stack" aria-label="Price">
      <Receipt
        title={quote.company.name}
        date={order.date ? formatDateUk(order.date) : null}
        lines={receiptLines(quote.lines, order.helpLevel)}
        totalPence={quote.totalPence}
        ceilingPence={quote.ceilingPence}
      />
      <p className="small muted">
        {vatText(quote.vatPence)} The price is held until {clockText(quote.validUntil)}.
      </p>
      <Button type="submit" form={formId} look="primary" size="big" wide className="phone-hide" busy={isBusy}>
        Book for {formatPence(quote.totalPence)}
      </Button>
      <p className="small muted">
        By booking you agree to the{' '}
        <a href="/terms" target="_blank" rel="noopener">
          Terms &amp; Conditions
        </a>
        . The mover’s own terms stand beside them. The driver confirms next.
      </p>
      <CompanyTerms company={quote.company} heldUntil={quote.validUntil} />
      <Cancelling />
    </aside>
  )
}

function Cancelling() {
  const { order, now } = useFlow()
  const minute = order.time === null ? undefined : parseTime(order.time)
  if (order.date === null || minute === undefined) return null
  return (
    <section className="card" aria-labelledby="cancelling">
      <h2 className="h3" id="cancelling">
        If you cancel
      </h2>
      <CancelTable start={toInstant(order.date, minute)} now={now} />
      <p className="small muted mt-2">
        You see the exact amount before you cancel. A driver who cancels in the last 24 hours owes you the same. The
        14-day right to change your mind does not apply to moving goods on a set date.{' '}
        <Link to="/terms#cancelling">All of it in the terms</Link>.
      </p>
    </section>
  )
}

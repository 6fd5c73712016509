import { lastHoursText } from '#modules/pricing/cancellation/rules.ts'
import { ceilingNote, tollNotes } from '#web/kit/bookings/toll-texts.ts'
import { receiptLines, vatText } from '#web/kit/bookings/price-texts.ts'
import { Link } from 'react-router'
import { orderText } from '#modules/pricing/payment/rules.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { CancelTable } from '#web/kit/bookings/cancel-table.tsx'
import { CompanyTerms } from '#web/kit/bookings/company-terms.tsx'
import { Conditions, Traders } from '#web/kit/bookings/conditions.tsx'
import { useFlow } from '../flow-context.tsx'
import { paymentMethodOf, type Quote } from '../draft/order.ts'
import { useRouteDetails } from '../route/time-sign.tsx'
import { clockText } from '../quotes/quote-view.ts'

interface ConfirmPriceProps {
  quote: Quote
  formId: string
  isBusy: boolean
}

/** The receipt, the button, and what booking means. */
export function ConfirmPrice({ quote, formId, isBusy }: ConfirmPriceProps) {
  const { order } = useFlow()
  const { details } = useRouteDetails()
  const tolls = details?.tolls ?? []
  return (
    <aside className="split__side stack" aria-label="Price">
      <Receipt
        title={quote.company.name}
        date={order.date ? formatDateUk(order.date) : null}
        lines={receiptLines(quote.lines, order.helpLevel)}
        totalPence={quote.totalPence}
        ceilingPence={quote.ceilingPence}
        ceilingNote={ceilingNote(tolls)}
      />
      {tollNotes(tolls).map((note) => (
        <p key={note} className="small muted">
          {note}
        </p>
      ))}
      <p className="small muted">
        {vatText(quote.vatPence)} The price is held until {clockText(quote.validUntil)}.
      </p>
      <Button type="submit" form={formId} look="primary" size="big" wide className="phone-hide" busy={isBusy}>
        {bookLabel(quote)}
      </Button>
      <p className="small phone-hide">{orderText(quote.totalPence, paymentMethodOf(order))}</p>
      <p className="small muted">
        By booking you agree to the{' '}
        <a href="/terms" target="_blank" rel="noopener">
          Terms &amp; Conditions
        </a>
        . The company’s own terms also apply. The driver confirms next.
      </p>
      <CompanyTerms company={quote.company} heldUntil={quote.validUntil} />
      <Conditions waiting={quote.waiting} cover={quote.company.cover} />
      <Cancelling quote={quote} />
      <Traders trader={quote.company.trader} />
    </aside>
  )
}

/** The same at every width. */
export const bookLabel = (quote: Quote): string => `Book for ${formatPence(quote.totalPence)}`

function Cancelling({ quote }: { quote: Quote }) {
  const { now } = useFlow()
  const most = quote.cancellation.at(-1)?.feePence ?? 0
  return (
    <section className="card" aria-labelledby="cancelling">
      <h2 className="h3" id="cancelling">
        If you cancel
      </h2>
      <CancelTable steps={quote.cancellation} now={now} isConfirmed={false} />
      <p className="small muted mt-2">
        A driver who cancels in the last {lastHoursText(quote.cancellation, quote.startAt)} owes you {formatPence(most)}
        . The 14-day right to change your mind doesn’t apply to moving goods on a set date.{' '}
        <Link to="/terms#cancelling">More in the terms</Link>.
      </p>
    </section>
  )
}

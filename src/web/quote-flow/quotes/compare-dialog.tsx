import { Check } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { Order, Quote } from '../draft/order.ts'
import { comparedRows } from './comparison.ts'
import '#web/kit/company/company.css'
import '#web/kit/bookings/bookings.css'

interface CompareProps {
  quotes: readonly [Quote, Quote]
  order: Order
  now: Date
  /** Left out where the prices can no longer be chosen. */
  onChoose: ((quote: Quote) => void) | undefined
}

/** Two prices side by side, down to cancelling; what is better by number has a tick. */
export function CompareDialog({ quotes, order, now, onChoose }: CompareProps) {
  return (
    <Dialog title="Side by side" isWide>
      <table className="compare table num">
        <thead>
          <tr>
            <td>
              <span className="vh">What is compared</span>
            </td>
            {quotes.map(({ quoteId, company }) => (
              <th key={quoteId} scope="col">
                {company.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparedRows(quotes, order, now).map(({ name, values, better }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {quotes.map(({ quoteId }, index) => (
                <td key={quoteId} className={better === index ? 'is-better' : undefined}>
                  {better === index ? (
                    <>
                      <Icon of={Check} />
                      <span className="vh">Better: </span>
                    </>
                  ) : null}
                  {values[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {onChoose ? (
          <tfoot>
            <tr>
              <td>
                <span className="vh">Your choice</span>
              </td>
              {quotes.map((quote) => (
                <td key={quote.quoteId}>
                  <Button size="small" wide onClick={() => onChoose(quote)}>
                    Choose<span className="vh"> {quote.company.name}</span>
                  </Button>
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </Dialog>
  )
}

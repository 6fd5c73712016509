import { useNavigate } from 'react-router'
import type { findQuotes } from '#modules/quoting/contract.ts'
import { formatPence } from '#shared/money.ts'
import { useApiQuery } from '#web/kit/forms/use-api-query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'
import { toQuoteRequest } from '../draft/draft-request.ts'
import type { Quote } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { clockText } from '../quotes/quote-view.ts'

/** A price that has expired, or that no longer holds, is asked for again, of the same driver; it holds once it is accepted. */
export function ExpiredPrice({ quote: old }: { quote: Quote }) {
  const { order, dispatch, now } = useFlow()
  const navigate = useNavigate()
  const { answer } = useApiQuery<typeof findQuotes>(
    `/api/booking/companies-quotes/?working_unit=${old.workingUnit.id}`,
    toQuoteRequest(order) ?? null,
  )
  if (!answer) return <SkeletonCard label={`Asking for the price of ${old.company.name} again`} />
  const fresh = answer.ok ? answer.data.results[0] : undefined
  const accept = (quote: Quote) => {
    dispatch({ type: 'quote-selected', quote })
    document.getElementById('main')?.focus()
  }
  return (
    <section className="card stack" aria-labelledby="price-expired">
      <h2 className="h3" id="price-expired">
        {new Date(old.validUntil) > now
          ? 'This price is no longer available'
          : `The price expired at ${clockText(old.validUntil)}`}
      </h2>
      {fresh ? (
        <>
          <p>{changeText(old, fresh)} Everything else is as you left it.</p>
          <dl className="terms t-sm lh-13 num mt-4">
            <div>
              <dt>Before</dt>
              <dd>
                <s>{formatPence(old.totalPence)}</s>
              </dd>
            </div>
            <div className="bold">
              <dt>Now, until {clockText(fresh.validUntil)}</dt>
              <dd>{formatPence(fresh.totalPence)}</dd>
            </div>
          </dl>
        </>
      ) : (
        <p role="alert">
          {answer.ok ? `${old.company.name} is no longer free at that time.` : answer.detail} Everything you typed is
          still here.
        </p>
      )}
      <div className="row">
        {fresh ? (
          <Button look="primary" onClick={() => accept(fresh)}>
            Accept {formatPence(fresh.totalPence)}
          </Button>
        ) : null}
        {answer.ok ? null : (
          <Button look="primary" onClick={() => void navigate(0)}>
            Try again
          </Button>
        )}
        <ButtonLink look={answer.ok && !fresh ? 'primary' : 'quiet'} to="/pick-a-driver">
          Compare prices again
        </ButtonLink>
      </div>
    </section>
  )
}

/** What has become of it, in a sentence. */
function changeText({ company, totalPence: old }: Quote, { totalPence: now }: Quote): string {
  if (now === old) return `${company.name} is still free, at the same price.`
  return `${company.name} is still free, for ${formatPence(Math.abs(now - old))} ${now > old ? 'more' : 'less'}.`
}

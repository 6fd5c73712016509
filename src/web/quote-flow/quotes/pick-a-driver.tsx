import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { findQuotes } from '#modules/quoting/contract.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { type PageHandle, useClock } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'
import type { Route } from './+types/pick-a-driver'
import { keyedAnswer, readQuestion } from '../ask.server.ts'
import { orNoAnswer } from '../ask.ts'
import { missingFor } from '../draft/draft-steps.ts'
import { quoteKey } from '../draft/draft.ts'
import { quotesKey, useFlow } from '../flow-context.tsx'
import { FlowPage, useEditEnd, RefusalPanel } from '../flow-page.tsx'
import { MissingPanel } from '../missing-panel.tsx'
import { MoveSign } from './move-sign.tsx'
import { isOfOnePlan, readSearch, toQuoteQuery, writeSearch } from './quote-search.ts'
import { NoneLikeThat, QuoteResults, titleOf } from './quote-results.tsx'
import { validUntil } from './quote-view.ts'
import { asMissing } from '../draft/server-errors.ts'

export const handle: PageHandle = { isPublic: true, offersHelp: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Pick a driver',
    description: 'Whole prices of every man and van who is free for your move, each with what it is made of.',
  })

/** Fetches quotes for a draft, sorted and filtered according to the address. */
export async function action({ request, context }: Route.ActionArgs) {
  const query = toQuoteQuery(readSearch(new URL(request.url).searchParams))
  const { key, body } = await readQuestion(request)
  return keyedAnswer(key, await context.get(apiContext)(findQuotes, { body, query }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orNoAnswer(() => serverAction())

export default function PickADriver() {
  const { order, draft, isRestored, now, serverErrors, loadRefusal } = useFlow()
  const [params] = useSearchParams()
  const search = readSearch(params)
  const heldUntil = validUntil(draft.remote.companyQuotes.data?.results ?? [])
  const missing = missingFor('pick-a-driver', order, now, heldUntil ?? order.selectedQuote?.validUntil)
  const canAsk = isRestored && missing.length === 0
  const quotes = useQuotes(canAsk, writeSearch(search))
  const refused = asMissing(serverErrors, order.routePoints.length)
  useEditEnd()

  if (!isRestored) return <Shown title="Pick a driver" />
  if (missing.length > 0) {
    return (
      <Shown title="Pick a driver">
        <MissingPanel title="Almost there" missing={missing} />
      </Shown>
    )
  }
  if (loadRefusal && quotes.error && isOfOnePlan(search)) {
    return (
      <Shown title="No driver matches your filters">
        <Suspense>
          <NoneLikeThat search={search} />
        </Suspense>
      </Shown>
    )
  }
  if (loadRefusal && quotes.error) {
    return (
      <Shown title="We can’t price this move yet">
        <RefusalPanel refusal={loadRefusal} />
      </Shown>
    )
  }
  if (refused.length > 0 && quotes.error) {
    return (
      <Shown title="Pick a driver">
        <MissingPanel title="We can’t price this move yet" missing={refused} />
      </Shown>
    )
  }
  return (
    <Shown
      title={titleOf(quotes, order, search)}
      intro={
        quotes.data?.count === 0 ? (
          <p className="muted">Try one of the changes below. Everything you entered stays.</p>
        ) : null
      }
    >
      <div className="split">
        <div>
          <QuoteResults quotes={quotes} search={search} />
        </div>
        <aside className="split__side phone-hide" aria-label="Your move">
          <MoveSign details={quotes.data?.order ?? draft.remote.routeDetails.data} />
        </aside>
      </div>
    </Shown>
  )
}

interface ShownProps {
  title: ReactNode
  intro?: ReactNode
  children?: ReactNode
}

const Shown = ({ title, intro, children }: ShownProps) => (
  <FlowPage step="pick-a-driver" title={title} intro={intro}>
    {children ?? <SkeletonCard label="Opening your move" />}
  </FlowPage>
)

/** The quotes for the current order and address; fetched if they are not there yet. */
function useQuotes(canAsk: boolean, search: string) {
  const { order, draft, askQuotes } = useFlow()
  const remote = draft.remote.companyQuotes
  const key = quotesKey(order, search)
  const isOurs = remote.key === key
  const move = quoteKey(order)
  const data = isOurs && !remote.isFetching ? remote.data : null
  const last = useRef({ move, data })
  useEffect(() => {
    if (data) last.current = { move, data }
  }, [move, data])
  const arrival = useLocation().key
  const clock = useClock()
  useEffect(() => {
    const until = validUntil(remote.data?.results ?? [])
    const isOver = until !== undefined && new Date(until) <= clock()
    if (canAsk && (!isOurs || isOver)) askQuotes(search)
    // The key holds the order and the search; expired prices are fetched again on returning.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [canAsk, key, arrival])
  return {
    data,
    /** The newest prices of this move, however they were sorted and filtered. */
    lastData: last.current.move === move ? last.current.data : null,
    error: isOurs ? remote.error : null,
    isFetching: !isOurs || remote.isFetching,
    again: () => askQuotes(search),
  }
}

export type QuotesState = ReturnType<typeof useQuotes>

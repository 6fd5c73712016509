import { Clock } from 'lucide-react'
import { Suspense, useEffect, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { countOf } from '#shared/texts.ts'
import { ceilingNote } from '#web/kit/bookings/booking-texts.ts'
import { whenIdle } from '#web/kit/page/arrival.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { lazyPart, optionalPart } from '#web/ui/lazy-part.tsx'
import type { Order } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { OtherDaysLine } from '../other-days-line.tsx'
import { chargeNotes } from '../route/time-lines.ts'
import { MoveMap, TripStrip } from './move-sign.tsx'
import type { QuotesState } from './pick-a-driver.tsx'
import { isFiltered, writeSearch, type QuoteSearch } from './quote-search.ts'
import { clockText, longDayText, validUntil } from './quote-view.ts'

// Asked for together with the prices, so that it is there when they are.
const loadList = () => import('./quote-list.tsx')
const QuoteList = lazyPart(async () => (await loadList()).QuoteList)
const loadTools = () => import('./quote-tools.tsx')
const QuoteTools = lazyPart(async () => (await loadTools()).QuoteTools)

// Most searches find drivers, so the empty state is loaded on demand.
const NoDrivers = lazyPart(async () => (await import('./no-drivers.tsx')).NoDrivers)
export const NoneLikeThat = lazyPart(async () => (await import('./no-drivers-here.tsx')).NoneLikeThat)
const NoSuchPage = lazyPart(async () => (await import('./no-drivers-here.tsx')).NoSuchPage)

/** "5 drivers for Saturday 28 November", or the empty state. */
export function titleOf({ data, error, lastData }: QuotesState, order: Order, search: QuoteSearch): ReactNode {
  const day = order.date ? longDayText(order.date) : ''
  const shown = data ?? (error ? lastData : null)
  if (error && !lastData) return 'We have no prices yet'
  if (!shown) return <ForDay what="Drivers" day={day} />
  if (shown.count > 0) return <ForDay what={countOf(shown.count, 'driver')} day={day} />
  return isFiltered(search) ? 'No driver matches your filters' : `No driver is free on ${day} at ${order.time ?? ''}`
}

/** The date of the day stands below on a phone, on the strip of the move. */
const ForDay = ({ what, day }: { what: string; day: string }) => (
  <>
    {what} for {day.split(' ', 1)[0]}
    <span className="phone-hide"> {day.split(' ').slice(1).join(' ')}</span>
  </>
)

interface ResultsProps {
  quotes: QuotesState
  search: QuoteSearch
}

/** The prices with sorting and filters, or what to do if there are none. */
export function QuoteResults({ quotes, search }: ResultsProps) {
  const { draft, now } = useFlow()
  const navigate = useNavigate()
  const { error, again: retry } = quotes
  // A search that gets no answer takes nothing away.
  const data = quotes.data ?? (error ? quotes.lastData : null)
  const change = (part: Partial<QuoteSearch>) =>
    void navigate({ search: writeSearch({ ...search, page: 1, ...part }) }, { replace: true, preventScrollReset: true })
  useEffect(() => void Promise.all([loadTools(), loadList()]), [])
  const isFree = !data || data.count > 0 || isFiltered(search)
  const ways = (
    <>
      <MoveMap />
      {(data ? data.count > 0 : !error) ? <OtherDaysLine summary="Other days" className="mb-4" /> : null}
    </>
  )
  return (
    <>
      <TripStrip details={data?.order ?? draft.remote.routeDetails.data} />
      {isFree ? (
        <Suspense fallback={<div className="tools-place" />}>
          <QuoteTools search={search} found={data} onChange={change}>
            {ways}
          </QuoteTools>
        </Suspense>
      ) : (
        ways
      )}
      <div aria-live="polite" aria-busy={quotes.isFetching}>
        {error ? <Failed error={error} isKept={data !== null} onAgain={retry} /> : null}
        {data ? <Found {...{ data, search, now, retry }} /> : error ? null : <Finding />}
      </div>
    </>
  )
}

// Below the list, so after it.
const RankingRule = optionalPart(async () => {
  await whenIdle()
  return (await import('./ranking-rule.tsx')).RankingRule
})
/** Asked before the first booking; on the next page with the figures of the chosen price. */
const Questions = optionalPart(async () => {
  await whenIdle()
  return (await import('./questions.tsx')).QuestionsBefore
})

type FoundProps = { data: NonNullable<QuotesState['data']>; search: QuoteSearch; now: Date; retry: () => void }

function Found({ data, search, now, retry }: FoundProps) {
  const until = validUntil(data.results)
  const isExpired = until !== undefined && new Date(until) <= now
  if (data.results.length === 0) {
    return (
      <Suspense fallback={<SkeletonCard label="Looking for other times" />}>
        {data.count > 0 ? (
          <NoSuchPage search={search} />
        ) : isFiltered(search) ? (
          <NoneLikeThat search={search} />
        ) : (
          <NoDrivers quotes={data} />
        )}
      </Suspense>
    )
  }
  return (
    <>
      {until && isExpired ? <Expired until={until} onAgain={retry} /> : null}
      <Suspense fallback={<Finding />}>
        <QuoteList
          quotes={data.results}
          places={data.order.places}
          ceilingNote={ceilingNote(data.order.tolls)}
          count={data.count}
          search={search}
          hasNext={data.next !== null}
          isExpired={isExpired}
        />
      </Suspense>
      {until && !isExpired ? (
        <p className="small muted row gap-2 mt-4">
          <Icon of={Clock} />
          All-in prices, held until {clockText(until)}.
        </p>
      ) : null}
      {chargeNotes(data.order).map((note) => (
        <p key={note} className="small muted mt-3">
          {note}
        </p>
      ))}
      <Suspense>
        <RankingRule />
        <Questions />
      </Suspense>
    </>
  )
}

const Expired = ({ until, onAgain }: { until: string; onAgain: () => void }) => (
  <Banner tone="warn" isAlert className="mb-4" title={`These prices were held until ${clockText(until)}`}>
    <Button size="small" className="mt-2" onClick={onAgain}>
      Compare prices again
    </Button>
  </Banner>
)

const Finding = () => (
  <div className="quotes cells g-4">
    <SkeletonCard label="Checking every driver who could do your move" />
    <SkeletonCard />
    <SkeletonCard />
    <SkeletonCard />
  </div>
)

const Failed = ({ error, isKept, onAgain }: { error: string; isKept: boolean; onAgain: () => void }) => (
  <Banner tone="bad" isAlert className="mb-4" title={isKept ? 'The prices below are as they were' : 'That didn’t work'}>
    <p>{error}</p>
    <Button look="primary" className="mt-3" onClick={onAgain}>
      Try again
    </Button>
  </Banner>
)

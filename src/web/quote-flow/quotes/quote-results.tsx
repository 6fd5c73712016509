import { Clock } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Ordering } from '#modules/quoting/search/rules.ts'
import { countOf } from '#shared/texts.ts'
import { ceilingNote } from '#web/kit/bookings/booking-texts.ts'
import { whenIdle } from '#web/kit/page/arrival.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip, Segmented } from '#web/ui/choice.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { lazyPart, optionalPart } from '#web/ui/lazy-part.tsx'
import type { Order } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { OtherDaysLine } from '../other-days-line.tsx'
import { chargeNotes } from '../route/time-lines.ts'
import { MoveMap, TripStrip } from './move-sign.tsx'
import type { QuotesState } from './pick-a-driver.tsx'
import { isFiltered, isOfOnePlan, writeSearch, type QuoteSearch, MANY_REVIEWS, TOP_RATING } from './quote-search.ts'
import { clockText, longDayText, validUntil } from './quote-view.ts'

// Asked for together with the prices, so that it is there when they are.
const loadList = () => import('./quote-list.tsx')
const QuoteList = lazyPart(async () => (await loadList()).QuoteList)

// Most searches find drivers, so the empty state is loaded on demand.
const NoDrivers = lazyPart(async () => (await import('./no-drivers.tsx')).NoDrivers)
const NoneLikeThat = lazyPart(async () => (await import('./no-drivers-here.tsx')).NoneLikeThat)
const NoSuchPage = lazyPart(async () => (await import('./no-drivers-here.tsx')).NoSuchPage)

/** "5 drivers for Saturday 28 November", or the empty state. */
export function titleOf({ data, error }: QuotesState, order: Order, search: QuoteSearch): string {
  const day = order.date ? longDayText(order.date) : ''
  if (error) return 'We have no prices yet'
  if (!data) return `Drivers for ${day}`
  if (data.count > 0) return `${countOf(data.count, 'driver')} for ${day}`
  return isFiltered(search) ? 'No driver matches your filters' : `No driver is free on ${day} at ${order.time ?? ''}`
}

interface ResultsProps {
  quotes: QuotesState
  search: QuoteSearch
}

/** The prices with sorting and filters, or what to do if there are none. */
export function QuoteResults({ quotes, search }: ResultsProps) {
  const { draft, now } = useFlow()
  const navigate = useNavigate()
  const { data, error, again: retry } = quotes
  const change = (part: Partial<QuoteSearch>) =>
    void navigate({ search: writeSearch({ ...search, page: 1, ...part }) }, { replace: true, preventScrollReset: true })
  useEffect(() => void loadList(), [])
  const isFree = !data || data.count > 0 || isFiltered(search)
  return (
    <>
      <TripStrip details={data?.order ?? draft.remote.routeDetails.data} />
      <MoveMap />
      {isFree ? (
        <QuoteTools
          search={search}
          hasPlans={data?.results.some(({ plan }) => plan) ?? false}
          onChange={change}
          offersAtOnce={data ? isPart(data.atOnceCount, data.count) : false}
        />
      ) : null}
      {(data ? data.count > 0 : !error) ? <OtherDaysLine summary="Other days" className="mb-4" /> : null}
      <div aria-live="polite" aria-busy={quotes.isFetching}>
        {error ? (
          <Failed error={error} onAgain={retry} />
        ) : data ? (
          <Found {...{ data, search, now, retry }} />
        ) : (
          <Finding />
        )}
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
      {until ? <Validity until={until} isExpired={isExpired} onAgain={retry} /> : null}
      {chargeNotes(data.order).map((note) => (
        <p key={note} className="small muted mb-4">
          {note}
        </p>
      ))}
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
      <Suspense>
        <RankingRule />
        <Questions />
      </Suspense>
    </>
  )
}

function Validity({ until, isExpired, onAgain }: { until: string; isExpired: boolean; onAgain: () => void }) {
  if (!isExpired) {
    return (
      <p className="small muted row gap-2 mb-3">
        <Icon of={Clock} />
        All-in prices, held until {clockText(until)}.
      </p>
    )
  }
  return (
    <Banner tone="warn" isAlert className="mb-4" title={`These prices were held until ${clockText(until)}`}>
      <Button size="small" className="mt-2" onClick={onAgain}>
        Compare prices again
      </Button>
    </Banner>
  )
}

const Finding = () => (
  <div className="quotes cells g-4">
    <SkeletonCard label="Checking every driver who could do your move" />
    <SkeletonCard />
    <SkeletonCard />
    <SkeletonCard />
  </div>
)

const Failed = ({ error, onAgain }: { error: string; onAgain: () => void }) => (
  <Banner tone="bad" isAlert title="That didn’t work">
    <p>{error}</p>
    <Button look="primary" className="mt-3" onClick={onAgain}>
      Try again
    </Button>
  </Banner>
)

const orderings: readonly { value: Ordering; label: string }[] = [
  { value: 'best', label: 'Best value' },
  { value: 'price', label: 'Cheapest' },
  { value: 'rating', label: 'Top rated' },
  { value: 'earliest', label: 'Free soonest' },
]

const payments = [
  { value: 'any', label: 'Any payment' },
  { value: 'card', label: 'Takes card' },
  { value: 'cash', label: 'Takes cash' },
] as const

/** Some of them, but not all: then it is worth asking for those alone. */
const isPart = (some: number, all: number): boolean => some > 0 && some < all

interface QuoteToolsProps {
  search: QuoteSearch
  /** Some companies come with several vans, or on two days. */
  hasPlans: boolean
  offersAtOnce: boolean
  /** A changed search; the list returns to its first page. */
  onChange: (change: Partial<QuoteSearch>) => void
}

/** Sort and filters in one strip. */
function QuoteTools({ search: inAddress, hasPlans, offersAtOnce, onChange }: QuoteToolsProps) {
  // The choice shows at once; the address follows a moment later.
  const address = writeSearch(inAddress)
  const [pressed, setPressed] = useState<{ at: string; change: Partial<QuoteSearch> }>({ at: address, change: {} })
  const search = pressed.at === address ? { ...inAddress, ...pressed.change } : inAddress
  const press = (part: Partial<QuoteSearch>) => {
    const change = pressed.at === address ? { ...pressed.change, ...part } : part
    setPressed({ at: address, change })
    onChange(change)
  }
  return (
    <fieldset className="tools row g-2-3 holds mb-4">
      <legend className="vh">Sort and filter</legend>
      <Segmented
        legend="Sort by"
        name="ordering"
        choices={orderings}
        value={search.ordering}
        onChange={(ordering) => press({ ordering })}
      />
      <Segmented
        legend="Payment"
        name="payment"
        choices={payments}
        value={search.payment ?? 'any'}
        onChange={(payment) => press({ payment: payment === 'any' ? null : payment })}
      />
      <fieldset className="chips">
        <legend className="vh">Show only</legend>
        <Chip checked={search.isTopRated} onChange={(event) => press({ isTopRated: event.target.checked })}>
          {TOP_RATING} and over
        </Chip>
        <Chip checked={search.isWellReviewed} onChange={(event) => press({ isWellReviewed: event.target.checked })}>
          {MANY_REVIEWS}+ reviews
        </Chip>
        {hasPlans || isOfOnePlan(search) ? (
          <>
            <Chip checked={search.isOneVan} onChange={(event) => press({ isOneVan: event.target.checked })}>
              One van only
            </Chip>
            <Chip checked={search.isOneDay} onChange={(event) => press({ isOneDay: event.target.checked })}>
              One day only
            </Chip>
          </>
        ) : null}
        {offersAtOnce || search.isAtOnce ? (
          <Chip checked={search.isAtOnce} onChange={(event) => press({ isAtOnce: event.target.checked })}>
            Confirmed at once
          </Chip>
        ) : null}
      </fieldset>
    </fieldset>
  )
}

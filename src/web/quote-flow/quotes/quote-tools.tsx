import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { MANY_REVIEWS, TOP_RATING, type Ordering } from '#modules/quoting/search/rules.ts'
import { Icon } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip, Segmented } from '#web/ui/choice.tsx'
import type { QuotesState } from './pick-a-driver.tsx'
import { isOfOnePlan, writeSearch, type QuoteSearch } from './quote-search.ts'

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

/** "Best value, takes card, 4.8 and over": what the list is sorted and filtered by. */
const toolsText = (search: QuoteSearch): string =>
  [
    orderings.find(({ value }) => value === search.ordering)?.label,
    search.payment && `takes ${search.payment}`,
    search.isTopRated && `${TOP_RATING} and over`,
    search.isWellReviewed && `${MANY_REVIEWS}+ reviews`,
    search.isOneVan && 'one van',
    search.isOneDay && 'one day',
    search.isAtOnce && 'confirmed at once',
  ]
    .filter(Boolean)
    .join(', ')

interface QuoteToolsProps {
  search: QuoteSearch
  /** Null until the first prices are there. */
  found: QuotesState['data']
  /** A changed search; the list returns to its first page. */
  onChange: (change: Partial<QuoteSearch>) => void
  /** What opens with them on a phone. */
  children: ReactNode
}

/** Sort and filters in one strip; on a phone behind one button, so that the first price comes first. */
export function QuoteTools({ search: inAddress, found, onChange, children }: QuoteToolsProps) {
  const [isOpen, setOpen] = useState(false)
  // The choice shows at once; the address follows a moment later.
  const address = writeSearch(inAddress)
  const [pressed, setPressed] = useState<{ at: string; change: Partial<QuoteSearch> }>({ at: address, change: {} })
  const search = pressed.at === address ? { ...inAddress, ...pressed.change } : inAddress
  const press = (part: Partial<QuoteSearch>) => {
    const change = pressed.at === address ? { ...pressed.change, ...part } : part
    setPressed({ at: address, change })
    onChange(change)
  }
  // A filter that leaves all or none changes nothing, so it isn't offered.
  const can = (some: number | undefined): boolean => !found || some === undefined || (some > 0 && some < found.count)
  return (
    <>
      <div className="row row--apart mb-3 only-phone">
        <p className="small">
          <b>{toolsText(search)}</b>
        </p>
        <Button size="small" aria-expanded={isOpen} aria-controls="tools" onClick={() => setOpen(!isOpen)}>
          <Icon of={SlidersHorizontal} />
          {isOpen ? 'Close' : 'Sort and filter'}
        </Button>
      </div>
      <div id="tools" className={isOpen ? undefined : 'phone-hide'}>
        <fieldset className="tools row g-2-3 holds mb-4">
          <legend className="vh">Sort and filter</legend>
          <Segmented
            legend="Sort by"
            name="ordering"
            choices={orderings}
            value={search.ordering}
            onChange={(ordering) => press({ ordering })}
          />
          {search.payment || can(found?.filterCounts.card) || can(found?.filterCounts.cash) ? (
            <Segmented
              legend="Payment"
              name="payment"
              choices={payments}
              value={search.payment ?? 'any'}
              onChange={(payment) => press({ payment: payment === 'any' ? null : payment })}
            />
          ) : null}
          <fieldset className="chips">
            <legend className="vh">Show only</legend>
            {search.isTopRated || can(found?.filterCounts.topRated) ? (
              <Chip checked={search.isTopRated} onChange={(event) => press({ isTopRated: event.target.checked })}>
                {TOP_RATING} and over
              </Chip>
            ) : null}
            {search.isWellReviewed || can(found?.filterCounts.wellReviewed) ? (
              <Chip
                checked={search.isWellReviewed}
                onChange={(event) => press({ isWellReviewed: event.target.checked })}
              >
                {MANY_REVIEWS}+ reviews
              </Chip>
            ) : null}
            {found?.results.some(({ plan }) => plan) || isOfOnePlan(search) ? (
              <>
                <Chip checked={search.isOneVan} onChange={(event) => press({ isOneVan: event.target.checked })}>
                  One van only
                </Chip>
                <Chip checked={search.isOneDay} onChange={(event) => press({ isOneDay: event.target.checked })}>
                  One day only
                </Chip>
              </>
            ) : null}
            {search.isAtOnce || can(found?.atOnceCount) ? (
              <Chip checked={search.isAtOnce} onChange={(event) => press({ isAtOnce: event.target.checked })}>
                Confirmed at once
              </Chip>
            ) : null}
          </fieldset>
        </fieldset>
        {children}
      </div>
    </>
  )
}

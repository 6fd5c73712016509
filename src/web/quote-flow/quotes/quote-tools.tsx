import { useState } from 'react'
import { Chip, Segmented } from '#web/ui/choice.tsx'
import type { Ordering } from '#modules/quoting/ranking/rules.ts'
import { MANY_REVIEWS, TOP_RATING, writeSearch, type QuoteSearch } from './quote-search.ts'

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

interface QuoteToolsProps {
  search: QuoteSearch
  /** A changed search; the list returns to its first page. */
  onChange: (change: Partial<QuoteSearch>) => void
}

/** Sort and filters in one strip. */
export function QuoteTools({ search: inAddress, onChange }: QuoteToolsProps) {
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
    <fieldset className="tools">
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
      </fieldset>
    </fieldset>
  )
}

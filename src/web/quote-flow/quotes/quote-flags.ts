import type { Quote } from '../draft/order.ts'
import type { Ordering } from './quote-search.ts'

export type Flag = 'cheapest' | 'top-rated' | 'electric'

interface Shown {
  quotes: readonly Quote[]
  /** The number on all pages. */
  count: number
  ordering: Ordering
  page: number
}

/** Labels such as "Best value" by quote id, each only for the single quote it is true of among all results. */
export function flagsOf({ quotes, count, ordering, page }: Shown): Map<string, Flag> {
  const flags = new Map<string, Flag>()
  if (count < 2) return flags
  const areAllShown = quotes.length === count
  const isCheapestFirst = page === 1 && (ordering === 'best' || ordering === 'price')
  const isBestRatedFirst = page === 1 && ordering === 'rating'
  const put = (quote: Quote | undefined, flag: Flag) => {
    if (quote && !flags.has(quote.quoteId)) flags.set(quote.quoteId, flag)
  }
  if (areAllShown || isCheapestFirst)
    put(
      holderOf(quotes, ({ totalPence }) => -totalPence),
      'cheapest',
    )
  if (areAllShown || isBestRatedFirst)
    put(
      holderOf(quotes, ({ company }) => company.rating),
      'top-rated',
    )
  if (areAllShown)
    put(
      holderOf(quotes, ({ workingUnit }) => (workingUnit.van.fuel === 'electric' ? 1 : null)),
      'electric',
    )
  return flags
}

/** The one quote with the highest value; none if several share it or none has one. */
function holderOf(quotes: readonly Quote[], valueOf: (quote: Quote) => number | null): Quote | undefined {
  const values = quotes.map(valueOf)
  const known = values.filter((value) => value !== null)
  const highest = Math.max(...known)
  return known.filter((value) => value === highest).length === 1 ? quotes[values.indexOf(highest)] : undefined
}

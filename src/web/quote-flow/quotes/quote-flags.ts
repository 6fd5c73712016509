import { valuePence, weighedRating, type Ordering } from '#modules/quoting/search/rules.ts'
import type { Quote } from '../draft/order.ts'

export type Flag = 'cheapest' | 'best-value' | 'top-rated' | 'electric'

interface Shown {
  quotes: readonly Quote[]
  /** The number on all pages. */
  count: number
  ordering: Ordering
  page: number
}

/** What a flag compares, and the order whose first page shows whom it belongs to, however many pages there are. */
const FLAGS: { flag: Flag; ordering?: Ordering; valueOf: (quote: Quote) => number | null }[] = [
  { flag: 'cheapest', ordering: 'price', valueOf: ({ totalPence }) => -totalPence },
  { flag: 'best-value', ordering: 'best', valueOf: (quote) => -valuePence({ ...quote.company, ...quote }) },
  {
    flag: 'top-rated',
    ordering: 'rating',
    valueOf: ({ company }) => (company.rating === null ? null : weighedRating(company)),
  },
  { flag: 'electric', valueOf: ({ workingUnit }) => (workingUnit.van.fuel === 'electric' ? 1 : null) },
]

/** Labels by quote id, each only for the single quote it is true of among all results; a quote has one, the first that is true. */
export function flagsOf({ quotes, count, ordering, page }: Shown): Map<string, Flag> {
  const flags = new Map<string, Flag>()
  if (count < 2) return flags
  const areAllShown = quotes.length === count
  for (const { flag, ordering: own, valueOf } of FLAGS) {
    if (!areAllShown && !(page === 1 && ordering === own)) continue
    const holder = holderOf(quotes, valueOf)
    if (holder && !flags.has(holder.quoteId)) flags.set(holder.quoteId, flag)
  }
  return flags
}

/** The one quote with the highest value; none if several share it or none has one. */
function holderOf(quotes: readonly Quote[], valueOf: (quote: Quote) => number | null): Quote | undefined {
  const values = quotes.map(valueOf)
  const known = values.filter((value) => value !== null)
  const highest = Math.max(...known)
  return known.filter((value) => value === highest).length === 1 ? quotes[values.indexOf(highest)] : undefined
}

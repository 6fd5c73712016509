// Two prices beside each other, as rows of words.
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { CREW_SIZE } from '#modules/fleet/rules.ts'
import {
  cancellationRows,
  confirmationOf,
  stepsFromWire,
  coverLimits,
  waitingText,
} from '#modules/pricing/terms/rules.ts'
import { valuePence, weightedRating, type Ordering } from '#modules/quoting/search/rules.ts'
import { replyText, shareText } from '#modules/reviews/figures/rules.ts'
import { countOf } from '#shared/texts.ts'
import { ownValue } from '#shared/records.ts'
import { formatPence } from '#shared/money.ts'
import { paymentText, vanFacts } from '#web/kit/bookings/offer-texts.tsx'
import type { Order, Quote } from '../draft/order.ts'
import { clockText } from './quote-view.ts'

export interface ComparedRow {
  name: string
  values: readonly string[]
  /** Which of them is better, where that is a matter of number; none where they are alike. */
  better?: number
}

export function comparedRows(quotes: readonly Quote[], order: Pick<Order, 'helpLevel'>, now: Date): ComparedRow[] {
  const row = (name: string, textOf: (quote: Quote) => string): ComparedRow => ({ name, values: quotes.map(textOf) })
  const ranked = (name: string, textOf: (quote: Quote) => string, valueOf: (quote: Quote) => number | null) => ({
    ...row(name, textOf),
    better: betterOf(quotes.map(valueOf)),
  })
  return [
    ranked(
      'Whole price',
      ({ totalPence }) => formatPence(totalPence),
      ({ totalPence }) => -totalPence,
    ),
    ...priceRows(quotes),
    ranked(
      'At most',
      ({ ceilingPence }) => formatPence(ceilingPence),
      ({ ceilingPence }) => -ceilingPence,
    ),
    row('VAT', ({ vatPence }) => (vatPence > 0 ? `${formatPence(vatPence)} included` : 'Not registered')),
    row('Start and end', ({ startAt, endAt }) => `${clockText(startAt)} to ${clockText(endAt)}`),
    row('Van', ({ workingUnit: { van } }) => `${VAN_DETAILS[van.category].name}, ${vanFacts(van)}`),
    row('Registration', ({ workingUnit: { van } }) => van.registration),
    row('Crew', () => countOf(CREW_SIZE[order.helpLevel], 'person', 'people')),
    ranked(
      'Insured',
      ({ company }) => coverLimits(company.cover),
      ({ company }) => company.cover.totalPence,
    ),
    ranked('Rating', ratingText, ({ company }) => company.rating),
    ranked('Bookings honoured', keptText, ({ company }) => company.reliability),
    ranked('Usual reply time', replyOf, ({ company: { replyMinutes } }) =>
      replyMinutes === null ? null : -replyMinutes,
    ),
    row('Deposit', () => 'None'),
    row('Pay after the move', ({ paymentMethods }) => paymentText(paymentMethods)),
    row('Waiting', ({ waiting }) => waitingText(waiting)),
    row('Confirmed', ({ confirmsAtOnce }) => (confirmsAtOnce ? 'At once' : 'When the driver answers')),
    row('If you cancel', (quote) =>
      cancellationRows(stepsFromWire(quote.cancellation), now, confirmationOf(quote, now))
        .map(({ when, cost }) => `${when}: ${cost}`)
        .join('. '),
    ),
  ]
}

/** The lines of both receipts: those with the same code in one row, in the order in which they are met. */
function priceRows(quotes: readonly Quote[]): ComparedRow[] {
  const codes = [...new Set(quotes.flatMap(({ lines }) => lines.map(({ code }) => code)))]
  return codes.map((code) => ({
    name:
      ownValue(NAMES, code) ?? quotes.flatMap(({ lines }) => lines).find((line) => line.code === code)?.label ?? code,
    values: quotes.map(({ lines }) => {
      const own = lines.filter((line) => line.code === code)
      return own.length === 0
        ? 'None'
        : own
            .map(({ label, amountPence }) =>
              ownValue(NAMES, code) ? `${formatPence(amountPence)}: ${label}` : formatPence(amountPence),
            )
            .join('; ')
    }),
  }))
}

const NAMES: Record<string, string> = {
  labour: 'Hours',
  labour_out_of_hours: 'Out of hours',
  trips: 'Trips',
  mileage: 'Miles',
}

const ratingText = ({ company: { rating, reviewsCount } }: Quote): string =>
  rating === null ? 'No reviews yet' : `${rating.toFixed(1)} from ${countOf(reviewsCount, 'review')}`

const keptText = ({ company: { reliability } }: Quote): string =>
  reliability === null ? 'Shown after five jobs' : shareText(reliability, 1)

const replyOf = ({ company: { replyMinutes } }: Quote): string =>
  replyMinutes === null ? 'Shown after five jobs' : replyText(replyMinutes)

/** The place of the highest; undefined where several share it or something is not known. */
function betterOf(values: readonly (number | null)[]): number | undefined {
  const known = values.filter((value) => value !== null)
  if (known.length < values.length) return undefined
  const highest = Math.max(...known)
  return known.filter((value) => value === highest).length === 1 ? known.indexOf(highest) : undefined
}

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
    valueOf: ({ company }) => (company.rating === null ? null : weightedRating(company)),
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

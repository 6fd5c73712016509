import { numberColumn, poundsColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import { addDays, daysBetween, startOfWeek, type LocalDay } from '#shared/local-time.ts'
import { keysOf } from '#shared/records.ts'
import type { Pence } from '#shared/money.ts'

/** What an owner looks at, and the days by which it is put together (ADR 0046). Days are London's. Pure. */

/** First and last day. */
export interface Period {
  from: LocalDay
  to: LocalDay
}

export const STEPS = ['day', 'week', 'month'] as const
export type Step = (typeof STEPS)[number]

/** A year, with room for whole weeks on both sides. */
export const MOST_DAYS = 400

/** What is counted from a day's trail and ledger; columns of figures.day. */
export interface DayFigures {
  /** Bookings for which a driver was asked, or every driver. */
  made: number
  madePence: Pence
  /** Bookings confirmed by a driver for the first time. */
  confirmed: number
  completed: number
  /** Cancellations by either side; one that proved to be none is not counted. */
  cancelled: number
  /** What became of asking the driver that the customer had chosen. */
  accepted: number
  declined: number
  unanswered: number
  /** Bookings offered to every driver who can do them; those that one took; and those that none took. */
  hot: number
  hotTaken: number
  untaken: number
  /** Prices of finished jobs and fees of late cancellations, and our commission without VAT, by the ledger. */
  settledPence: Pence
  commissionPence: Pence
}

export interface Figures extends DayFigures {
  /** Minutes within which half, and nine of ten, of the answers came; null without answers. */
  replyMedianMinutes: number | null
  replyNinetyMinutes: number | null
  searches: number
  searchesWithoutOffer: number
}

const monthStart = (day: LocalDay): LocalDay => `${day.slice(0, 8)}01`

/** The first day of the month that is `months` months later, or earlier if negative. */
function startOfMonth(day: LocalDay, months: number): LocalDay {
  const number = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}-01`
}

const endOfMonth = (day: LocalDay): LocalDay => addDays(startOfMonth(day, 1), -1)

/** Whole months from the one of `from` to the one of `to`. */
const monthsBetween = (from: LocalDay, to: LocalDay): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/**
 * What a period is compared with: from the first of a month, the same days of as many months before (1 to 23 November with 1 to 23 October,
 * whole months with whole months); otherwise as many days before it.
 */
export function periodBefore({ from, to }: Period): Period {
  if (from !== monthStart(from)) return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) }
  const months = monthsBetween(from, to) + 1
  if (to === endOfMonth(to)) return { from: startOfMonth(from, -months), to: addDays(from, -1) }
  const last = startOfMonth(to, -months)
  const sameDay = addDays(last, Number(to.slice(8)) - 1)
  const end = endOfMonth(last)
  return { from: startOfMonth(from, -months), to: sameDay < end ? sameDay : end }
}

/** What shows a period in one to three dozen parts. */
export function stepFor({ from, to }: Period): Step {
  const days = daysBetween(from, to) + 1
  if (days <= 35) return 'day'
  return days <= 200 ? 'week' : 'month'
}

/** Three months: more parts than that cannot be told apart in a picture, and make a page of half a megabyte. */
export const MOST_DAYS_DRAWN = 92

/** Step of a chart for a chosen period: days beyond the limit are shown by the week. Files have the days. */
export const stepDrawn = ({ from, to }: Period, step: Step): Step =>
  step === 'day' && daysBetween(from, to) >= MOST_DAYS_DRAWN ? 'week' : step

/** The days, weeks from Monday, or months of a period; the first and the last end with it. */
export function partsOf({ from, to }: Period, step: Step): Period[] {
  const parts: Period[] = []
  for (let at = from; at <= to;) {
    const end = lastOf(at, step)
    parts.push({ from: at, to: end < to ? end : to })
    at = addDays(end, 1)
  }
  return parts
}

function lastOf(day: LocalDay, step: Step): LocalDay {
  if (step === 'day') return day
  return step === 'week' ? addDays(startOfWeek(day), 6) : endOfMonth(day)
}

export type Quick = 'this_month' | 'last_month' | 'year'
export const QUICK: Record<Quick, string> = {
  this_month: 'This month',
  last_month: 'Last month',
  year: '12 months',
}
export const QUICKS = keysOf(QUICK)

/** The months up to today: the one that runs, the one before, or the twelve of which it is the last. */
export function quickPeriod(which: Quick, today: LocalDay): Period {
  if (which === 'this_month') return { from: monthStart(today), to: today }
  if (which === 'year') return { from: startOfMonth(today, -11), to: today }
  const from = startOfMonth(today, -1)
  return { from, to: endOfMonth(from) }
}

/** Between 0 and 1; null of nothing. */
export const shareOf = (part: number, total: number): number | null => (total === 0 ? null : part / total)

export const acceptedShare = ({ accepted, declined, unanswered }: DayFigures): number | null =>
  shareOf(accepted, accepted + declined + unanswered)

/** What the tables of the figures say, in the file and beside the pictures. Pure. */

interface Part {
  startDate: LocalDay
  endDate: LocalDay
  figures: Figures
}

const days: CsvColumn<Part>[] = [
  textColumn('First day', ({ startDate }) => startDate),
  textColumn('Last day', ({ endDate }) => endDate),
]

const count = (heading: string, of: (figures: Figures) => number | null): CsvColumn<Part> =>
  numberColumn(heading, ({ figures }) => of(figures))
const pounds = (heading: string, of: (figures: Figures) => number): CsvColumn<Part> =>
  poundsColumn(heading, ({ figures }) => of(figures))
/** Percentage to one decimal. */
const percent = (heading: string, of: (figures: Figures) => number | null): CsvColumn<Part> =>
  count(`${heading} (%)`, (figures) => {
    const share = of(figures)
    return share === null ? null : Math.round(share * 1000) / 10
  })

export const PART_TABLES = {
  bookings: [
    ...days,
    count('Made', ({ made }) => made),
    count('Confirmed', ({ confirmed }) => confirmed),
    count('Completed', ({ completed }) => completed),
    count('Cancelled', ({ cancelled }) => cancelled),
  ],
  money: [
    ...days,
    pounds('Booked', ({ madePence }) => madePence),
    pounds('Settled', ({ settledPence }) => settledPence),
    pounds('Commission without VAT', ({ commissionPence }) => commissionPence),
  ],
  answers: [
    ...days,
    count('Accepted', ({ accepted }) => accepted),
    count('Declined', ({ declined }) => declined),
    count('Not answered', ({ unanswered }) => unanswered),
    percent('Accepted', acceptedShare),
    count('Median reply (minutes)', ({ replyMedianMinutes }) => replyMedianMinutes),
    count('90% answered within (minutes)', ({ replyNinetyMinutes }) => replyNinetyMinutes),
  ],
  hot_jobs: [
    ...days,
    count('Became hot', ({ hot }) => hot),
    count('Taken', ({ hotTaken }) => hotTaken),
    count('No one took', ({ untaken }) => untaken),
  ],
  searches: [
    ...days,
    count('Searches', ({ searches }) => searches),
    count('Without an offer', ({ searchesWithoutOffer }) => searchesWithoutOffer),
    percent('Without an offer', ({ searches, searchesWithoutOffer }) => shareOf(searchesWithoutOffer, searches)),
  ],
} satisfies Record<string, CsvColumn<Part>[]>

export const districtColumns: CsvColumn<{ district: string; hour: number; searches: number }>[] = [
  textColumn('District', ({ district }) => district),
  textColumn('Wanted from', ({ hour }) => `${String(hour).padStart(2, '0')}:00`),
  numberColumn('Searches without an offer', ({ searches }) => searches),
]

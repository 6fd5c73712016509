import type { FigureTable, getFigures, getSources, getUnmetSearches } from '#modules/figures/contract.ts'
import { acceptedShare, shareOf, type Figures, type Period, type Step } from '#modules/figures/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, formatDay, type LocalDay } from '#shared/local-time.ts'
import { formatPence, formatPounds, groupThousands, type Pence } from '#shared/money.ts'
import type { Look, Unit } from './chart.tsx'

/** How figures are written. A dash stands for what there is nothing of. */
const NONE = '–'

export const countText = (count: number | null): string => (count === null ? NONE : groupThousands(count))

/** "72%", "0.4%": below ten to a tenth. */
export function shareText(share: number | null): string {
  if (share === null) return NONE
  const percent = share * 100
  return `${percent > 0 && percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`
}

/** Whole pounds: pence are for documents. */
export const moneyText = (pence: Pence): string => formatPounds(Math.round(pence / 100) * 100)
const exactMoneyText = (pence: Pence): string => formatPence(pence)

/** "18 min", "1 h 5 min". */
export function minutesText(minutes: number | null): string {
  if (minutes === null) return NONE
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** "01/11/2026 to 23/11/2026". */
export const periodText = ({ from, to }: Period): string =>
  from === to ? formatDateUk(from) : `${formatDateUk(from)} to ${formatDateUk(to)}`

/** "+12%" beside what there was before; null if there is nothing to compare. */
export function changeText(now: number, before: number): string | null {
  const share = shareOf(now - before, before)
  if (share === null) return null
  const percent = Math.round(share * 100)
  return percent === 0 ? 'no change' : `${percent > 0 ? '+' : '−'}${groupThousands(Math.abs(percent))}%`
}

/** "+3 points": shares are not compared by percents of percents. */
export function pointsText(now: number | null, before: number | null): string | null {
  if (now === null || before === null) return null
  const points = Math.round((now - before) * 100)
  if (points === 0) return 'no change'
  return `${points > 0 ? '+' : '−'}${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const monthName = (day: LocalDay): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ''

/** Label of a period below the chart: “23”, “Mon 16”, “Nov”. */
export function shortName({ from }: Period, step: Step): string {
  if (step === 'month') return monthName(from)
  return `${Number(from.slice(8))} ${monthName(from)}`
}

/** Row heading of a period in the table: “Mon 23 November”, “16/11/2026 to 22/11/2026”, “November 2026”. */
export function longName(part: Period, step: Step): string {
  if (step === 'day') return `${formatDay(part.from)} ${part.from.slice(0, 4)}`
  return step === 'week' ? periodText(part) : `${monthName(part.from)} ${part.from.slice(0, 4)}`
}

export type Shown = AnswerOf<typeof getFigures>
export type Unmet = AnswerOf<typeof getUnmetSearches>
export type Sources = AnswerOf<typeof getSources>
export type Part = Shown['parts'][number]

/** One figure: in the picture, in the legend and in the table. */
export interface Line {
  label: string
  of: (figures: Figures) => number | null
  write: (value: number | null) => string
  /** Look in the picture; absent for figures shown in the table only. */
  look?: Look
  isStacked?: boolean
  /** Formats a value to the penny, for the table. */
  writeExact?: (value: number | null) => string
}

export interface Card {
  key: string
  table: Exclude<FigureTable, 'districts'>
  title: string
  note: string
  lines: readonly Line[]
  /** Formats the values beside the picture’s grid lines. */
  write: (value: number) => string
  unit?: Unit
}

const count = (label: string, of: Line['of'], look?: Look, isStacked = false): Line => ({
  label,
  of,
  write: countText,
  ...(look ? { look } : {}),
  isStacked,
})

const money = (label: string, of: (figures: Figures) => number, look: Look): Line => ({
  label,
  of,
  look,
  write: (pence) => moneyText(pence ?? 0),
  writeExact: (pence) => exactMoneyText(pence ?? 0),
})

const minutes = (label: string, of: Line['of'], look: Look): Line => ({ label, of, look, write: minutesText })

export const CARDS: readonly Card[] = [
  {
    key: 'bookings',
    table: 'bookings',
    title: 'Bookings',
    note: 'Each on the day on which it happened. Made: a driver, or every driver, was asked. Confirmed: for the first time. A cancellation that turned out to be none doesn’t count.',
    lines: [
      count('Made', ({ made }) => made, 'pale'),
      count('Confirmed', ({ confirmed }) => confirmed, 'line'),
      count('Completed', ({ completed }) => completed, 'dashed'),
      count('Cancelled', ({ cancelled }) => cancelled, 'dotted'),
    ],
    write: countText,
  },
  {
    key: 'money',
    table: 'money',
    title: 'Value and commission',
    note: 'Booked: prices of the bookings made. Settled: prices of jobs done and fees of late cancellations, by the day of the ledger. Commission: from the ledger, with corrections, without VAT.',
    lines: [
      money('Settled', ({ settledPence }) => settledPence, 'pale'),
      money('Commission', ({ commissionPence }) => commissionPence, 'full'),
      money('Booked', ({ madePence }) => madePence, 'dashed'),
    ],
    write: (pence) => moneyText(pence),
  },
  {
    key: 'answers',
    table: 'answers',
    title: 'What drivers answered',
    note: 'Drivers chosen by a customer, on the day they answered. Not answered: they ran out of time.',
    lines: [
      count('Accepted', ({ accepted }) => accepted, 'full', true),
      count('Declined', ({ declined }) => declined, 'hatched', true),
      count('Not answered', ({ unanswered }) => unanswered, 'pale', true),
      { label: 'Accepted share', of: acceptedShare, write: shareText },
    ],
    write: countText,
  },
  {
    key: 'reply',
    table: 'answers',
    title: 'How long answers took',
    note: 'Answered requests only. Accurate to a minute up to half an hour, to five minutes up to two hours, and to a quarter of an hour beyond that. Instant answers aren’t counted.',
    lines: [
      minutes('Median', ({ replyMedianMinutes }) => replyMedianMinutes, 'line'),
      minutes('90% within', ({ replyNinetyMinutes }) => replyNinetyMinutes, 'dashed'),
    ],
    write: minutesText,
    unit: 'minutes',
  },
  {
    key: 'hot_jobs',
    table: 'hot_jobs',
    title: 'Hot jobs',
    note: 'Bookings offered to every driver who could do them, each on the day on which that happened. No one took: the booking ended without a driver, hot or not.',
    lines: [
      count('Became hot', ({ hot }) => hot, 'pale'),
      count('Taken', ({ hotTaken }) => hotTaken, 'full'),
      count('No one took', ({ untaken }) => untaken, 'dashed'),
    ],
    write: countText,
  },
  {
    key: 'searches',
    table: 'searches',
    title: 'Searches',
    note: 'On the day of the search. Somebody who asks again is counted again.',
    lines: [
      count('All', ({ searches }) => searches, 'pale'),
      count('Without an offer', ({ searchesWithoutOffer }) => searchesWithoutOffer, 'full'),
      {
        label: 'Share without',
        of: ({ searches, searchesWithoutOffer }) => shareOf(searchesWithoutOffer, searches),
        write: shareText,
      },
    ],
    write: countText,
  },
]

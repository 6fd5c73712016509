import type { FigureTable } from '#modules/figures/contract.ts'
import { acceptedShare, shareOf, type Figures } from '#modules/figures/rules.ts'
import type { Look } from './chart.tsx'
import type { Unit } from './plot.ts'
import { countText, exactMoneyText, minutesText, moneyText, shareText } from './texts.ts'

/** One figure: in the picture, in the legend and in the table. */
export interface Line {
  label: string
  of: (figures: Figures) => number | null
  write: (value: number | null) => string
  /** Of those only in the table: none. */
  look?: Look
  isStacked?: boolean
  /** In the table to the penny. */
  writeExact?: (value: number | null) => string
}

export interface Card {
  key: string
  table: Exclude<FigureTable, 'districts'>
  title: string
  note: string
  lines: readonly Line[]
  /** Of the lines across the picture. */
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

import { numberColumn, poundsColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { acceptedShare, shareOf, type Figures } from '../rules.ts'

/** What the tables of the figures say, in the file and beside the pictures. Pure. */

export interface Part {
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
/** To a tenth of a percent. */
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
    count('Half answered within (minutes)', ({ replyMedianMinutes }) => replyMedianMinutes),
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

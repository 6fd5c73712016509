/** Which hot jobs a driver wants to see, and how many there are of each kind. Pure. */
import { milesToMetres } from '#shared/distance.ts'
import type { Pence } from '#shared/money.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'

export const HOT_DAYS = ['today', 'later'] as const
/** "Within 5 miles" is the one that is counted. */
export const NEAR_MILES = 5

export interface HotFilter {
  day?: (typeof HOT_DAYS)[number] | undefined
  withinMiles?: number | undefined
  minPence?: Pence | undefined
  paymentMethod?: 'cash' | 'card' | undefined
}

export interface Offered {
  start: Date
  totalPence: Pence
  paymentMethod: 'cash' | 'card'
  /** From where the driver will be; undefined from nowhere known. */
  metresAway: number | undefined
}

const isWithin = ({ metresAway }: Offered, miles: number): boolean =>
  metresAway !== undefined && metresAway <= milesToMetres(miles)

export const isWanted =
  ({ day, withinMiles, minPence, paymentMethod }: HotFilter, today: LocalDay) =>
  (job: Offered): boolean =>
    (day === undefined || (localDayOf(job.start) === today) === (day === 'today')) &&
    (withinMiles === undefined || isWithin(job, withinMiles)) &&
    (minPence === undefined || job.totalPence >= minPence) &&
    (paymentMethod === undefined || job.paymentMethod === paymentMethod)

/** Of all that fit, whatever is filtered. */
export function countsOf(jobs: readonly Offered[], today: LocalDay) {
  const count = (filter: HotFilter) => jobs.filter(isWanted(filter, today)).length
  return {
    all: jobs.length,
    today: count({ day: 'today' }),
    later: count({ day: 'later' }),
    near: count({ withinMiles: NEAR_MILES }),
    cash: count({ paymentMethod: 'cash' }),
  }
}

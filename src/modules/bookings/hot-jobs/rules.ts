/** Previous and next place of a driver around a job, on its day. Pure. */
import { type Metres, milesToMetres } from '#shared/distance.ts'
import { addMinutes, localDayOf, minutesBetween, type LocalDay } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'

export interface Around<Place> {
  start: Date
  end: Date
  startPlace: Place
  endPlace: Place
}

export type Drive<Place> = (from: Place, to: Place) => { metres: Metres; minutes: number }

/** Origin: the previous job of that day, or the base. */
export interface ComesFrom<Place> {
  kind: 'job' | 'base'
  place: Place
  /** When the job before it ends; null from the base. */
  until: Date | null
  metres: Metres
  /** Minutes of driving from there to the job. */
  minutes: number
}

export interface GoesTo<Place> {
  place: Place
  startsAt: Date
  /** What is left between the two after the drive. */
  spareMinutes: number
}

/** Undefined from nowhere known: no job before it on that day, and no base. */
export function previousLocationOf<Place>(
  job: Around<Place>,
  others: readonly Around<Place>[],
  base: Place | undefined,
  drive: Drive<Place>,
): ComesFrom<Place> | undefined {
  const day = localDayOf(job.start)
  const before = others
    .filter(({ end }) => end <= job.start && localDayOf(end) === day)
    .toSorted((a, b) => b.end.getTime() - a.end.getTime())[0]
  const place = before?.endPlace ?? base
  if (place === undefined) return undefined
  return { kind: before ? 'job' : 'base', place, until: before?.end ?? null, ...drive(place, job.startPlace) }
}

export function nextJobAfter<Place>(
  job: Around<Place>,
  others: readonly Around<Place>[],
  drive: Drive<Place>,
): GoesTo<Place> | undefined {
  const day = localDayOf(job.end)
  const after = others
    .filter(({ start }) => start >= job.end && localDayOf(start) === day)
    .toSorted((a, b) => a.start.getTime() - b.start.getTime())[0]
  if (!after) return undefined
  const { minutes } = drive(job.endPlace, after.startPlace)
  return {
    place: after.startPlace,
    startsAt: after.start,
    spareMinutes: Math.floor(minutesBetween(job.end, after.start)) - minutes,
  }
}

/** A job from door to door: out of the place before it, home or to the next job after it (decisions §12, "Answering"). */
export interface Worth<Place> {
  outAt: Date
  minutesTo: number
  minutesAfter: number
  /** When the driver is home, or at the next job. */
  backAt: Date
  /** Where the drive after it leads. */
  onTo: 'home' | 'job'
  doorToDoorMinutes: number
  /** What the company keeps, by the hour from door to door; null if the price is not theirs to see. */
  pencePerHour: Pence | null
  /** What else the unit has on the day that it begins. */
  otherJobs: Around<Place>[]
}

/** Undefined if it is not known where the driver comes from or goes to. */
export function worthOf<Place>(
  job: Around<Place> & { keptPence: Pence | null },
  others: readonly Around<Place>[],
  base: Place | undefined,
  drive: Drive<Place>,
): Worth<Place> | undefined {
  const from = previousLocationOf(job, others, base, drive)
  const next = nextJobAfter(job, others, drive)
  const after = next?.place ?? base
  if (!from || after === undefined) return undefined
  const minutesAfter = drive(job.endPlace, after).minutes
  const doorToDoorMinutes = from.minutes + minutesBetween(job.start, job.end) + minutesAfter
  const day = localDayOf(job.start)
  return {
    outAt: addMinutes(job.start, -from.minutes),
    minutesTo: from.minutes,
    minutesAfter,
    backAt: addMinutes(job.end, minutesAfter),
    onTo: next ? 'job' : 'home',
    doorToDoorMinutes,
    pencePerHour: job.keptPence === null ? null : Math.round((job.keptPence * 60) / doorToDoorMinutes),
    otherJobs: others
      .filter(({ start, end }) => localDayOf(start) === day && (end <= job.start || start >= job.end))
      .toSorted((a, b) => a.start.getTime() - b.start.getTime()),
  }
}

/** Which hot jobs a driver wants to see, and how many there are of each kind. Pure. */

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
  /** Metres from the driver's previous place; undefined if it is unknown. */
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

/** Counts of all jobs that fit, before any filter. */
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

/** Later jobs of a unit that no longer fit when one runs long, and their likely start. Pure. */
import { clockAtEndOf } from '#modules/calendar/drivers-hours-rules.ts'
import { drivesOf, scheduleWork, type Job } from '#modules/quoting/schedule/rules.ts'
import type { Minutes } from '#shared/duration.ts'
import { addMinutes, minutesBetween } from '#shared/local-time.ts'
import type { DayClock } from '../clock/rules.ts'
import type { DayAction } from '../hours/corrections-rules.ts'
import type { Arrival } from '../questions/rules.ts'

export interface LaterJob<Place> {
  bookingId: string
  start: Date
  end: Date
  startPlace: Place
  endPlace: Place
}

export interface LateJob {
  bookingId: string
  likelyStart: Date
}

const STEP_MS = 5 * 60_000
const roundedUp = (instant: Date): Date => new Date(Math.ceil(instant.getTime() / STEP_MS) * STEP_MS)

/**
 * Later jobs that will be late, by the rule that let them be booked: the van has to be there in time from the job
 * before. Each late job delays the next as well; the first that is reached in time ends it.
 */
export function lateJobs<Place>(
  from: { end: Date; endPlace: Place },
  later: readonly LaterJob<Place>[],
  driveMinutes: (from: Place, to: Place) => number,
): LateJob[] {
  const late: LateJob[] = []
  let { end, endPlace } = from
  for (const job of later.toSorted((a, b) => a.start.getTime() - b.start.getTime())) {
    const arrival = addMinutes(end, driveMinutes(endPlace, job.startPlace))
    if (arrival <= job.start) break
    const likelyStart = roundedUp(arrival)
    late.push({ bookingId: job.bookingId, likelyStart })
    end = addMinutes(likelyStart, minutesBetween(job.start, job.end))
    endPlace = job.endPlace
  }
  return late
}

/** Minutes to spare before the next job once the van is there; negative if it will be late. */
export const spareMinutes = <Place>(
  from: { end: Date; endPlace: Place },
  next: LaterJob<Place>,
  driveMinutes: (from: Place, to: Place) => number,
): number => minutesBetween(addMinutes(from.end, driveMinutes(from.endPlace, next.startPlace)), next.start)

/** What the clock of its day says (../../day/clock/rules.ts). */
export type DayOfJob = Pick<
  DayClock,
  'startedAt' | 'pausedAt' | 'finishedAt' | 'waitedSeconds' | 'pausedSeconds' | 'lateEta'
>

/**
 * When a job is likely to end: as long after its real start as is agreed, and later by every pause and all waiting. Before the start, its
 * driver may have said when they come instead. While it runs, a stop that was reached late makes the end later, and past that end the van
 * still has its drive and the work there, unless it has arrived.
 */
export function likelyEnd(
  { start, end }: { start: Date; end: Date },
  { startedAt, pausedAt, finishedAt, waitedSeconds, pausedSeconds, lateEta }: DayOfJob,
  now: Date,
  road: DayOnTheRoad,
): Date {
  if (finishedAt) return finishedAt
  const agreedMs = end.getTime() - start.getTime()
  if (!startedAt) return new Date(Math.max(start.getTime(), lateEta?.getTime() ?? 0) + agreedMs)
  const standing = pausedAt ? Math.max(0, now.getTime() - pausedAt.getTime()) : 0
  const byClock = startedAt.getTime() + agreedMs + (waitedSeconds + pausedSeconds) * 1000 + standing
  const { reached, next, dueAt } = progressOf(road)
  const restMs = (stop: number) => Math.max(0, agreedMs - minutesOn(road, stop) * 60_000)
  const due = Math.max(byClock, dueAt(reached.stop) + restMs(reached.stop))
  if (due > now.getTime()) return new Date(due)
  return next < road.planned.length ? new Date(earliestArrival(road, reached).getTime() + restMs(next)) : now
}

/** When a van is likely at the stops that it has not reached yet: by the work that was booked, and by the real clock once that runs. Pure. */

/** A booking keeps the minutes driven in all its trips: those of each leg, by the share that an estimate gives it. */
export function legsOf(travelMinutes: Minutes, trips: number, estimates: readonly Minutes[]): Minutes[] {
  const minutesPerDrive = travelMinutes / drivesOf(trips)
  const sum = estimates.reduce((all, one) => all + one, 0)
  const upTo = (leg: number) => {
    const driven = estimates.slice(0, leg).reduce((all, one) => all + one, 0)
    return Math.round(minutesPerDrive * (sum > 0 ? driven / sum : leg / estimates.length))
  }
  return estimates.map((_, leg) => upTo(leg + 1) - upTo(leg))
}

/** Minutes from the start, breaks included, after which a van comes to each of its points for the first time. */
export function plannedArrivals(job: Job): Minutes[] {
  const work = scheduleWork(job)
  return job.stairs.map((_, point) => {
    const there = work.find(({ kind, index }) => index === point && (kind === 'stop' || kind === 'unloading'))
    return there ? clockAtEndOf(there.from) : 0
  })
}

/** Work that a change has added, and when both sides had agreed to it. */
export interface AddedWork {
  minutes: Minutes
  at: Date
}

export interface DayOnTheRoad {
  /** The result of `plannedArrivals`. */
  planned: readonly Minutes[]
  added: readonly AddedWork[]
  /** Expected start; the real start once there is one. */
  start: Date
  isStarted: boolean
  arrivals: readonly Arrival[]
  acts: readonly DayAction[]
  /** Minutes of each leg, as in `legsOf`. */
  drives: readonly Minutes[]
  /**
   * Time at which the last item was ticked off; null while some are not, so that the van counts as still being loaded.
   */
  loadedAt: Date | null
  now: Date
}

export interface LikelyArrival extends Arrival {
  /** Minutes of work and driving that are still to come whenever this is read, so that a page which stays open says no nearer time; null once it may have left. */
  awayMinutes: Minutes | null
}

const ARRIVAL_STEP_MS = 5 * 60_000

/** Minutes from the start to a stop: as planned, and what was agreed to before the van was there. The work is done where the van was then. */
const minutesOn = ({ planned, added, arrivals }: DayOnTheRoad, stop: number): Minutes =>
  added.reduce((sum, { minutes, at }) => {
    const where = arrivals.findLast((one) => new Date(one.at) <= at)?.stop ?? 0
    return where < stop ? sum + minutes : sum
  }, planned[stop] ?? 0)

/** The stop that the van has reached last, the next one, and when each from there on is due: by the plan since, and later by every pause. */
function progressOf(day: DayOnTheRoad) {
  const { start, isStarted, arrivals, acts, now } = day
  const here = arrivals.at(-1)
  const begins = isStarted || start > now ? start : now
  const reached = here && here.stop > 0 ? { stop: here.stop, at: new Date(here.at) } : { stop: 0, at: begins }
  const stoodMs = isStarted ? pausedMs(acts, reached.at, now) : 0
  const dueAt = (stop: number) =>
    addMinutes(reached.at, minutesOn(day, stop) - minutesOn(day, reached.stop)).getTime() + stoodMs
  return { reached, next: reached.stop + 1, dueAt }
}

/**
 * The stops that are still ahead, each with when the van is likely there: to the next five minutes, and by no start or arrival that has passed.
 * Work that runs past its planned time makes every stop later: the drive to the next one has not begun.
 */
export function likelyArrivals(day: DayOnTheRoad): LikelyArrival[] {
  const { planned, isStarted } = day
  const { reached, next, dueAt } = progressOf(day)
  const lateMs = isStarted ? Math.max(0, earliestArrival(day, reached).getTime() - dueAt(next)) : 0
  const awayMinutes = (stop: number): Minutes | null => {
    if (!isStarted) return minutesOn(day, stop)
    return day.loadedAt === null ? (day.drives[reached.stop] ?? 0) + minutesOn(day, stop) - minutesOn(day, next) : null
  }
  return planned.flatMap((_, stop) => {
    if (stop < next) return []
    const at = new Date(Math.ceil((dueAt(stop) + lateMs) / ARRIVAL_STEP_MS) * ARRIVAL_STEP_MS).toISOString()
    return [{ stop, at, awayMinutes: awayMinutes(stop) }]
  })
}

/** The next stop is the whole drive away while the van is loaded; afterwards it left at the earliest with its last item. */
function earliestArrival({ drives, loadedAt, now }: DayOnTheRoad, reached: { stop: number; at: Date }): Date {
  const leftAt = loadedAt === null ? now : loadedAt > reached.at ? loadedAt : reached.at
  const there = addMinutes(leftAt, drives[reached.stop] ?? 0)
  return there > now ? there : now
}

/** How long the clock has stood still since then. */
function pausedMs(acts: readonly DayAction[], since: Date, now: Date): number {
  let [stood, pausedAt]: [number, Date | null] = [0, null]
  const end = (at: Date) => {
    if (pausedAt) stood += Math.max(0, at.getTime() - Math.max(pausedAt.getTime(), since.getTime()))
    pausedAt = null
  }
  for (const { kind, at } of acts) {
    if (kind === 'paused' || kind === 'resumed') end(at)
    if (kind === 'paused') pausedAt = at
  }
  end(now)
  return stood
}

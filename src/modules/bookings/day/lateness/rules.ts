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
 * When a job is likely to end: as long after its real start as was booked, and later by every pause and all waiting; never before now while
 * it runs. Before the start, its driver may have said when they come instead.
 */
export function likelyEnd(
  { start, end }: { start: Date; end: Date },
  { startedAt, pausedAt, finishedAt, waitedSeconds, pausedSeconds, lateEta }: DayOfJob,
  now: Date,
): { end: Date; isPaused: boolean } {
  if (finishedAt) return { end: finishedAt, isPaused: false }
  const booked = end.getTime() - start.getTime()
  if (!startedAt) return { end: new Date(Math.max(start.getTime(), lateEta?.getTime() ?? 0) + booked), isPaused: false }
  const standing = pausedAt ? Math.max(0, now.getTime() - pausedAt.getTime()) : 0
  const due = startedAt.getTime() + booked + (waitedSeconds + pausedSeconds) * 1000 + standing
  return { end: new Date(Math.max(due, now.getTime())), isPaused: pausedAt !== null }
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

interface DayOnTheRoad {
  /** The result of `plannedArrivals`. */
  planned: readonly Minutes[]
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

/**
 * The stops that are still ahead, each with when the van is likely there: to the next five minutes, and by no start or arrival that has passed.
 * Work that runs past its planned time makes every stop later: the drive to the next one has not begun.
 */
export function likelyArrivals(day: DayOnTheRoad): LikelyArrival[] {
  const { planned, start, isStarted, arrivals, acts, now } = day
  const here = arrivals.at(-1)
  const begins = isStarted || start > now ? start : now
  const reached = here && here.stop > 0 ? { stop: here.stop, at: new Date(here.at) } : { stop: 0, at: begins }
  const stoodMs = isStarted ? pausedMs(acts, reached.at, now) : 0
  const dueAt = (stop: number) =>
    addMinutes(reached.at, (planned[stop] ?? 0) - (planned[reached.stop] ?? 0)).getTime() + stoodMs
  const next = reached.stop + 1
  const lateMs = isStarted ? Math.max(0, earliestArrival(day, reached).getTime() - dueAt(next)) : 0
  const awayMinutes = (minutes: Minutes): Minutes | null => {
    if (!isStarted) return minutes
    return day.loadedAt === null ? (day.drives[reached.stop] ?? 0) + minutes - (planned[next] ?? 0) : null
  }
  return planned.flatMap((minutes, stop) => {
    if (stop < next) return []
    const at = new Date(Math.ceil((dueAt(stop) + lateMs) / ARRIVAL_STEP_MS) * ARRIVAL_STEP_MS).toISOString()
    return [{ stop, at, awayMinutes: awayMinutes(minutes) }]
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

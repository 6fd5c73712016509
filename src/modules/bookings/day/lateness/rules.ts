/** Which later jobs of a mover no longer fit when one runs long, and when they are likely to begin. Pure. */
import { addMinutes, minutesBetween } from '#shared/local-time.ts'
import type { DayClock } from '../clock/rules.ts'

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
 * By the rule that let them be booked: the van has to be there in time from the job before. Each late job delays the next as well; the
 * first that is reached in time ends it.
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

/** Minutes that are left before the next job once the van is there; fewer than none, and it is late by so many. */
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

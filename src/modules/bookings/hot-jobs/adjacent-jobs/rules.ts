/** Where a driver comes from and goes to around a job, on its day. Pure. */
import type { Metres } from '#shared/distance.ts'
import { localDayOf, minutesBetween } from '#shared/local-time.ts'

export interface Around<Place> {
  start: Date
  end: Date
  startPlace: Place
  endPlace: Place
}

export type Drive<Place> = (from: Place, to: Place) => { metres: Metres; minutes: number }

/** From the job before it on that day, else from the base. */
export interface ComesFrom<Place> {
  kind: 'job' | 'base'
  place: Place
  /** When the job before it ends; null from the base. */
  until: Date | null
  metres: Metres
  /** Of driving, from there to the job. */
  minutes: number
}

export interface GoesTo<Place> {
  place: Place
  startsAt: Date
  /** What is left between the two after the drive. */
  spareMinutes: number
}

/** Undefined from nowhere known: no job before it on that day, and no base. */
export function comesFrom<Place>(
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

export function goesTo<Place>(
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

import { addDays, dayOfWeek, localDayOf, toInstant } from '#shared/local-time.ts'

/** When the office rings about a move that no plan can do, and how it ended. Pure. */

/** Two hours each, in minutes of London's day. */
const WINDOWS = [9, 11, 13, 15, 17].map((hour) => ({ from: hour * 60, until: (hour + 2) * 60 }))
const SUNDAY = 7
/** A call needs some time to be prepared. */
const LEAST_NOTICE_MS = 30 * 60_000
/** How many are offered. */
const OFFERED = 4
/** Beyond these nothing is looked for. */
const DAYS_AHEAD = 4

export interface RingTime {
  from: Date
  until: Date
}

/** The next times to ring that a customer may choose from, the soonest first; none on Sundays. */
export function ringTimes(now: Date): RingTime[] {
  const days = Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(localDayOf(now), ahead))
  return days
    .filter((day) => dayOfWeek(day) !== SUNDAY)
    .flatMap((day) => WINDOWS.map(({ from, until }) => ({ from: toInstant(day, from), until: toInstant(day, until) })))
    .filter(({ from }) => from.getTime() >= now.getTime() + LEAST_NOTICE_MS)
    .slice(0, OFFERED)
}

/** A page is read for a while, so a time can be chosen that long after it was last offered. */
const READING_MS = 15 * 60_000

/** The time that begins then, if it is offered at this moment or was a quarter of an hour ago; undefined for any other. */
export const offeredRingTime = (from: Date, now: Date): RingTime | undefined =>
  [now, new Date(now.getTime() - READING_MS)].flatMap(ringTimes).find((time) => time.from.getTime() === from.getTime())

export const PLAN_OUTCOMES = ['booked', 'not_reached', 'not_wanted'] as const
export type PlanOutcome = (typeof PLAN_OUTCOMES)[number]

/** Days for which a request is kept. */
export const KEPT_DAYS = 60

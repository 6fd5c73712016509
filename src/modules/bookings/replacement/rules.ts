import { EARLIEST_START_MINUTES } from '#modules/quoting/rules.ts'
import { addMinutes, formatTime, nextHalfHour, toLocal } from '#shared/local-time.ts'

/** The soonest start that can be booked, as a move asks for it: a half hour, no sooner than any other booking (decisions §3). */
export function soonestStart(now: Date): { date: string; time: string } {
  const { day, minute } = toLocal(nextHalfHour(addMinutes(now, EARLIEST_START_MINUTES)))
  return { date: day, time: formatTime(minute) }
}

/** Companies shown: only the best, so that a customer at the door need not compare. */
export const MOST_SHOWN = 5

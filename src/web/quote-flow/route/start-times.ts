// Days and half hours at which a move can start: from two hours ahead to 180 days (decisions §3).
import {
  addDays,
  addMinutes,
  formatTime,
  halfHoursOfDay,
  isRealDay,
  localDayOf,
  toInstant,
  toLocal,
  type LocalDay,
} from '#shared/local-time.ts'
import { EARLIEST_START_MINUTES, LATEST_START_DAYS } from '#modules/quoting/rules.ts'

/** The first and last day to choose from. Late in the evening the first one is tomorrow. */
export function bookableDays(now: Date): { first: LocalDay; last: LocalDay } {
  const first = localDayOf(addMinutes(now, EARLIEST_START_MINUTES))
  const isOver = startTimesOf(first, now).length === 0
  return { first: isOver ? addDays(first, 1) : first, last: addDays(localDayOf(now), LATEST_START_DAYS) }
}

/**
 * "HH:MM" of each half hour of a day that is far enough ahead; all of them while no day is chosen. Times skipped in spring are left
 * out.
 */
export function startTimesOf(day: LocalDay | null, now: Date): string[] {
  const earliest = addMinutes(now, EARLIEST_START_MINUTES)
  const isOffered = (on: LocalDay, minute: number) => {
    const start = toInstant(on, minute)
    return start >= earliest && toLocal(start).minute === minute
  }
  return halfHoursOfDay()
    .filter((minute) => day === null || !isRealDay(day) || isOffered(day, minute))
    .map(formatTime)
}

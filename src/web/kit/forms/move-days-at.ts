import { LATEST_START_DAYS } from '#modules/quoting/rules.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import type { MoveDays } from './move-day.ts'

/** The days that a move can be asked for at an instant. Apart from `move-day.ts`: a public page takes them from the server. */
export function moveDaysAt(now: Date): MoveDays {
  const firstDay = localDayOf(now)
  return { firstDay, lastDay: addDays(firstDay, LATEST_START_DAYS) }
}

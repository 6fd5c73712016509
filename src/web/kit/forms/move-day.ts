import { daysBetween, type LocalDay } from '#shared/local-time.ts'

/** The first and the last day that a move can be asked for. */
export interface MoveDays {
  firstDay: LocalDay
  lastDay: LocalDay
}

/** What is wrong with a real day to move on; undefined where nothing is. */
export function wrongMoveDay(day: LocalDay, { firstDay, lastDay }: MoveDays): string | undefined {
  if (day < firstDay) return 'That date has passed. Choose today or a later one.'
  return day > lastDay ? `Choose a date within the next ${daysBetween(firstDay, lastDay)} days.` : undefined
}

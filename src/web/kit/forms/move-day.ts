import { LATEST_START_DAYS } from '#modules/quoting/rules.ts'
import { daysBetween, type LocalDay, addDays, localDayOf, isRealDay, parseTime, toInstant } from '#shared/local-time.ts'
import { textIn, wholeNumberOf } from './form-text.ts'

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

/** The days that a move can be asked for at an instant. Apart from `move-day.ts`: a public page takes them from the server. */
export function moveDaysAt(now: Date): MoveDays {
  const firstDay = localDayOf(now)
  return { firstDay, lastDay: addDays(firstDay, LATEST_START_DAYS) }
}

/** Minutes from a field of hours and one of minutes, of which one may be empty. What is no number comes out below zero, and the API refuses it. */
export const minutesIn = (form: FormData, hoursField: string, restField: string): number =>
  (wholeNumberOf(textIn(form, hoursField) || '0') ?? -1000) * 60 +
  (wholeNumberOf(textIn(form, restField) || '0') ?? -100_000)

/** A day and a time of London, from two fields; undefined if they are not a day and a time. */
export function instantIn(form: FormData, dayField: string, timeField: string): string | undefined {
  const [day, minute] = [textIn(form, dayField), parseTime(textIn(form, timeField))]
  return isRealDay(day) && minute !== undefined ? toInstant(day, minute).toISOString() : undefined
}

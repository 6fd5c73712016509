// The days of a month's page, and what of them is worth saying.
import { addDays, dayOfWeek, daysFromTo, type LocalDay } from '#shared/local-time.ts'
import type { DayPrice } from './price-texts.ts'

/** "Flexible by three days" (issue of the customer's side). */
export const FLEXIBLE_DAYS = 3

const firstOf = (day: LocalDay): LocalDay => `${day.slice(0, 7)}-01`
export const nextMonth = (day: LocalDay): LocalDay => firstOf(addDays(firstOf(day), 31))
export const monthBefore = (day: LocalDay): LocalDay => firstOf(addDays(firstOf(day), -1))

/** Every day of the month, and before them as many places as the week has days already. */
export function monthPage(day: LocalDay): { days: LocalDay[]; placesBefore: number } {
  const first = firstOf(day)
  return { days: daysFromTo(first, addDays(nextMonth(day), -1)), placesBefore: dayOfWeek(first) - 1 }
}

/** What is asked for a month: its days, and those around the chosen one where they are beyond its edge. */
export function monthWindow(month: LocalDay, chosen: LocalDay | null): { from: LocalDay; to: LocalDay } {
  const { days } = monthPage(month)
  const [first = month, last = month] = [days[0], days.at(-1)]
  if (!chosen || firstOf(chosen) !== first) return { from: first, to: last }
  const [early, late] = [addDays(chosen, -FLEXIBLE_DAYS), addDays(chosen, FLEXIBLE_DAYS)]
  return { from: early < first ? early : first, to: late > last ? late : last }
}

/** The cheapest day not further from the chosen one, the nearest of them; undefined where nobody is free. */
export function cheapestAround(days: readonly DayPrice[], chosen: LocalDay): DayPrice | undefined {
  const far = ({ date }: DayPrice) => Math.abs(Date.parse(date) - Date.parse(chosen)) / 86_400_000
  return days
    .filter((day) => day.fromPence !== null && far(day) <= FLEXIBLE_DAYS)
    .toSorted((a, b) => (a.fromPence ?? 0) - (b.fromPence ?? 0) || far(a) - far(b))[0]
}

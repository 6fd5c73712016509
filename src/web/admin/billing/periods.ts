import { addDays, formatDateUk, isRealDay, startOfWeek, type LocalDay } from '#shared/local-time.ts'

/** First and last day. */
export interface Period {
  from: LocalDay
  to: LocalDay
}

const monthOf = (day: LocalDay): Period => {
  const from = `${day.slice(0, 8)}01`
  // 32 days on it is the next month, whichever this is.
  const next = `${addDays(from, 31).slice(0, 8)}01`
  return { from, to: addDays(next, -1) }
}

/** Periods that are over and one press away; the first is what a new document starts with. */
export function quickPeriods(today: LocalDay): { name: string; period: Period }[] {
  const lastMonth = monthOf(addDays(monthOf(today).from, -1))
  const monday = startOfWeek(today)
  return [
    { name: 'Last month', period: lastMonth },
    { name: 'The month before', period: monthOf(addDays(lastMonth.from, -1)) },
    { name: 'Last week', period: { from: addDays(monday, -7), to: addDays(monday, -1) } },
  ]
}

/** A day as it stands in a field, however it came: DD/MM/YYYY. */
export const dayTyped = (text: string): string => (isRealDay(text) ? formatDateUk(text) : text)

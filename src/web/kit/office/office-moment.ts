import { formatDateUk, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'

/** "14/03/2026 08:30", as office screens write a time (decisions §11). */
export function officeMoment(at: string): string {
  const { day, minute } = toLocal(new Date(at))
  return `${formatDateUk(day)} ${formatTime(minute)}`
}

/** "14/03/2026 08:30 to 15:30"; with the second day if it is another. */
export function officePeriod(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)]
  const isOneDay = localDayOf(start) === localDayOf(end)
  return `${officeMoment(from)} to ${isOneDay ? formatTime(toLocal(end).minute) : officeMoment(to)}`
}

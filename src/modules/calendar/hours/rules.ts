/** What a driver may enter into a calendar (spec §4, §5; T-109). Pure. */
import {
  ALL_HOURS,
  addDays,
  daysBetween,
  toInstant,
  toLocal,
  type DayOfWeek,
  type HourMask,
  type LocalDay,
  type LocalMoment,
  type MinuteOfDay,
  lateDayProblem,
} from '#shared/local-time.ts'
import {
  dayOfWeekFromWire,
  endMinuteFromWire,
  startMinuteFromWire,
  availableHours,
  type BusinessDay,
  type ProviderWeek,
  type Vacation,
} from '../rules.ts'

/** Rows in one call. */
export const MOST_AVAILABILITY_DAYS = 60
/** Days in one reading. */
export const MOST_WEEK_DAYS = 42
/** How far ahead a calendar can be filled in. */
export const MOST_DAYS_AHEAD = 730
const MOST_VACATION_DAYS = 366

export type Problems = Record<string, string[]>

export interface HoursEntry {
  dayOfWeek?: string | number | null | undefined
  startTime?: string | null | undefined
  endTime?: string | null | undefined
  dayOff?: boolean | undefined
  workingUnit?: string | null | undefined
}

/** Working hours as sent, as days of the week; or what is wrong with them, keyed `workingHours.{index}.start_time`. */
export function readWorkingHours(entries: readonly HoursEntry[], unitId: string): BusinessDay[] | Problems {
  const problems: Problems = {}
  const days = new Map<DayOfWeek, BusinessDay>()
  entries.forEach((entry, index) => {
    const at = `workingHours.${index}`
    const dayOfWeek = dayOfEntry(entry, index)
    // T-062: the unit always comes from the path.
    if (entry.workingUnit && entry.workingUnit !== unitId)
      problems[`${at}.working_unit`] = ['These hours belong to another unit.']
    if (!dayOfWeek) problems[`${at}.day_of_week`] = ['Use "1" for Monday to "6" for Saturday, and "0" for Sunday.']
    else if (days.has(dayOfWeek)) problems[`${at}.day_of_week`] = ['This day is in the list already.']
    const hours = hoursOf(entry)
    if ('startMinute' in hours) {
      if (dayOfWeek) days.set(dayOfWeek, { dayOfWeek, ...hours })
    } else problems[`${at}.${hours.field}`] = [hours.message]
  })
  return Object.keys(problems).length > 0 ? problems : [...days.values()]
}

function dayOfEntry({ dayOfWeek }: HoursEntry, index: number): DayOfWeek | undefined {
  return dayOfWeekFromWire(dayOfWeek === undefined || dayOfWeek === null ? String(index + 1) : String(dayOfWeek))
}

type Hours = Omit<BusinessDay, 'dayOfWeek'>

function hoursOf({ startTime, endTime, dayOff = false }: HoursEntry): Hours | { field: string; message: string } {
  const startMinute = startTime ? startMinuteFromWire(startTime) : undefined
  const endMinute = endTime ? endMinuteFromWire(endTime) : undefined
  if (dayOff && !startTime && !endTime) return { startMinute: 0, endMinute: 1440, dayOff }
  if (startMinute === undefined) return { field: 'start_time', message: 'Enter a time, such as 08:00.' }
  if (endMinute === undefined) return { field: 'end_time', message: 'Enter a time, such as 18:00. Midnight is 24:00.' }
  if (startMinute >= endMinute) return { field: 'start_time', message: 'The start has to be before the end.' }
  return { startMinute, endMinute, dayOff }
}

/** The hour that does not exist on the day summer time begins. */
export function skippedHours(day: LocalDay): HourMask {
  let mask = 0
  for (let hour = 0; hour < 24; hour++) if (toLocal(toInstant(day, hour * 60)).minute !== hour * 60) mask |= 1 << hour
  return mask
}

/** The hours of a day that are in the past: all of an earlier day; today, those before the current hour (spec §5). */
export function pastHours(day: LocalDay, now: LocalMoment): HourMask {
  if (day < now.day) return ALL_HOURS
  return day > now.day ? 0 : (1 << Math.floor(now.minute / 60)) - 1
}

/** What is wrong with changing one day's hours from `before` to `after`; null if nothing is. */
export function availabilityFlaw(
  day: LocalDay,
  change: { before: HourMask; after: HourMask },
  now: LocalMoment,
): string | null {
  if (day < addDays(now.day, -1)) return 'This day is over.'
  const late = lateDayProblem(day, addDays(now.day, MOST_DAYS_AHEAD))
  if (late) return late
  const changed = change.before ^ change.after
  return (changed & pastHours(day, now)) === 0 ? null : 'Past hours can’t be changed.'
}

/** The hours to remember while a whole day is off; null on any other day. */
export function hoursWhenWorked(
  after: HourMask,
  before: { freeHours: HourMask; hoursWhenWorked: HourMask | null } | undefined,
): HourMask | null {
  if (after !== 0) return null
  return before ? before.freeHours || before.hoursWhenWorked || ALL_HOURS : ALL_HOURS
}

/** A selection on the calendar: within one day, or up to midnight; today not before the current hour (spec §5). */
export function selectionFlaw(selection: { start: LocalMoment; end: LocalMoment }, now: LocalMoment): string | null {
  const { start, end } = selection
  const endsAtMidnight = end.minute === 0 && end.day === addDays(start.day, 1)
  const isOneDay = start.day === end.day || endsAtMidnight
  const endMinute: MinuteOfDay = endsAtMidnight ? 1440 : end.minute
  if (!isOneDay || start.minute >= endMinute) return 'Select hours of one day.'
  if (start.day < now.day) return 'Past hours can’t be changed.'
  const firstHour = Math.floor(now.minute / 60) * 60
  return start.day === now.day && start.minute < firstHour ? 'Past hours can’t be changed.' : null
}

/** What is wrong with a vacation, by field; null if nothing is. Both days are included. */
export function vacationProblems({ startDay, endDay }: Vacation, today: LocalDay): Problems | null {
  const last = addDays(today, MOST_DAYS_AHEAD)
  if (startDay < today) return { start_time: ['Choose today or later.'] }
  const [lateStart, lateEnd] = [lateDayProblem(startDay, last), lateDayProblem(endDay, last)]
  if (lateStart) return { start_time: [lateStart] }
  if (endDay < startDay) return { end_time: ['The last day can’t be before the first.'] }
  if (lateEnd) return { end_time: [lateEnd] }
  return daysBetween(startDay, endDay) >= MOST_VACATION_DAYS ? { end_time: ['A vacation lasts at most a year.'] } : null
}

/** Joins vacations that overlap or are on consecutive days. */
export function joinVacations(added: Vacation, others: readonly Vacation[]): Vacation {
  let joined = added
  for (;;) {
    const next = others.find((other) => touches(joined, other) && !holds(joined, other))
    if (!next) return joined
    joined = {
      startDay: next.startDay < joined.startDay ? next.startDay : joined.startDay,
      endDay: next.endDay > joined.endDay ? next.endDay : joined.endDay,
    }
  }
}

export const touches = (a: Vacation, b: Vacation): boolean =>
  a.startDay <= addDays(b.endDay, 1) && b.startDay <= addDays(a.endDay, 1)

const holds = (outer: Vacation, inner: Vacation): boolean =>
  outer.startDay <= inner.startDay && inner.endDay <= outer.endDay

/** The hours of a day in which jobs can be done, ignoring bookings and without the hour skipped in spring. */
export const openHours = (week: ProviderWeek, day: LocalDay): HourMask => availableHours(week, day) & ~skippedHours(day)

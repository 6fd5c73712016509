// A week of working hours as a form holds it, and its errors (spec §5).
import { countOf } from '#shared/texts.ts'
import { endMinuteFromWire, startMinuteFromWire, type BusinessDay } from '#modules/calendar/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatTime, halfHoursOfDay, MINUTES_PER_DAY, type DayOfWeek } from '#shared/local-time.ts'

export interface DayHours {
  dayOfWeek: DayOfWeek
  isWorked: boolean
  /** "08:00" */
  start: string
  /** "19:00", at most "24:00". */
  end: string
}

export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const satisfies readonly DayOfWeek[]
const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const dayName = (day: DayOfWeek): string => names[day - 1] ?? ''

/** All seven days, Monday first: a day without an entry is off, and offers the usual hours when switched on. */
export function toHours(businessDays: readonly BusinessDay[]): DayHours[] {
  return DAYS.map((dayOfWeek) => {
    const entry = businessDays.find((day) => day.dayOfWeek === dayOfWeek)
    if (!entry) return { dayOfWeek, isWorked: false, start: '08:00', end: '18:00' }
    return {
      dayOfWeek,
      isWorked: !entry.dayOff,
      start: formatTime(entry.startMinute),
      end: formatTime(entry.endMinute),
    }
  })
}

/** The default hours: Monday to Saturday. */
export const usualWeek = (): DayHours[] => toHours([]).map((day) => ({ ...day, isWorked: day.dayOfWeek < 7 }))

/** "08:00 to 19:00" or "Day off". */
export const hoursText = ({ isWorked, start, end }: DayHours): string => (isWorked ? `${start} to ${end}` : 'Day off')

/** Minutes on the clock; undefined if a time cannot be read. */
export function spanOf({ start, end }: DayHours): { from: number; to: number } | undefined {
  const [from, to] = [startMinuteFromWire(start), endMinuteFromWire(end)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/**
 * What is wrong with the hours of a day, in sentences; null if nothing is. Of a shift past midnight in a `week` it says how the two days hold
 * it, or which hours of the next day are in the way.
 */
export function hoursError(day: DayHours, week: readonly DayHours[] = []): string | null {
  if (!day.isWorked) return null
  const span = spanOf(day)
  if (span && span.from < span.to) return null
  const wrong = `${dayName(day.dayOfWeek)}: start has to be before the end. A day ends at 24:00.`
  const next = week.find(({ dayOfWeek }) => dayOfWeek === (day.dayOfWeek % 7) + 1)
  if (!span || !next || span.to === 0 || span.from === span.to) return wrong
  return overMidnight(week, day)
    ? `${wrong} The hours after midnight belong to ${dayName(next.dayOfWeek)}.`
    : `${wrong} ${dayName(next.dayOfWeek)} already has ${next.start} to ${next.end}, and a day has one set of hours.`
}

export interface OverMidnight {
  /** "Until 24:00, and 00:00 to 02:00 on Saturday". */
  text: string
  week: DayHours[]
}

/** A shift that ends the next day, as the hours of both; null if it is none, or the next day has its own hours later, as a day has one range. */
export function overMidnight(week: readonly DayHours[], shift: DayHours): OverMidnight | null {
  const span = shift.isWorked ? spanOf(shift) : undefined
  if (!span || span.from <= span.to || span.to === 0) return null
  const next = week.find(({ dayOfWeek }) => dayOfWeek === (shift.dayOfWeek % 7) + 1)
  if (!next) return null
  const nextSpan = next.isWorked ? spanOf(next) : undefined
  if (nextSpan && nextSpan.from > span.to) return null
  const end = nextSpan && nextSpan.to > span.to ? next.end : shift.end
  const changed = [
    { ...shift, end: '24:00' },
    { ...next, isWorked: true, start: '00:00', end },
  ]
  return {
    text: `Until 24:00, and 00:00 to ${end} on ${dayName(next.dayOfWeek)}`,
    week: week.map((day) => changed.find(({ dayOfWeek }) => dayOfWeek === day.dayOfWeek) ?? day),
  }
}

/** "65 h a week". */
export function weekText(week: readonly DayHours[]): string {
  const minutes = week.reduce((sum, day) => {
    const span = day.isWorked ? spanOf(day) : undefined
    return sum + (span ? span.to - span.from : 0)
  }, 0)
  return minutes % 60 === 0 ? `${countOf(minutes / 60, 'hour')} a week` : `${formatDuration(minutes)} a week`
}

/** Copies a day's hours to other days. */
export function withHours(week: readonly DayHours[], changed: DayHours, onDays: ReadonlySet<DayOfWeek>): DayHours[] {
  return week.map((day) =>
    onDays.has(day.dayOfWeek) || day.dayOfWeek === changed.dayOfWeek ? { ...changed, dayOfWeek: day.dayOfWeek } : day,
  )
}

/** Applies only the days changed on this page, keeping what another page has saved since. */
export const mergedWeek = (
  current: readonly DayHours[],
  { seen, edited }: { seen: readonly DayHours[]; edited: readonly DayHours[] },
): DayHours[] =>
  edited.map((day) => {
    const isSameDay = ({ dayOfWeek }: DayHours) => dayOfWeek === day.dayOfWeek
    const [before, now] = [seen.find(isSameDay), current.find(isSameDay)]
    const isChanged = before?.isWorked !== day.isWorked || before.start !== day.start || before.end !== day.end
    return isChanged ? day : (now ?? day)
  })

/** Half hours to start or end at. A time already set remains available. */
export function timeChoices(kind: 'start' | 'end', current: string): string[] {
  const minutes = kind === 'start' ? halfHoursOfDay() : [...halfHoursOfDay().slice(1), MINUTES_PER_DAY]
  const times = minutes.map(formatTime)
  return times.includes(current) ? times : [...times, current].sort()
}

/**
 * Calendar days and clock times of Europe/London, without a date library. The offset follows the statutory rule since 1996: summer
 * time from 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of October (tested against the platform's time
 * zone data).
 */

/** A calendar day in London, "YYYY-MM-DD". Days compare as strings. */
export type LocalDay = string

/** Minutes after local midnight on the clock, 0 to 1440. */
export type MinuteOfDay = number

/** 1 is Monday, 7 is Sunday. */
export type DayOfWeek = 1 | 2 | 3 | 4 | 5 | 6 | 7

export type LocalMoment = { day: LocalDay; minute: MinuteOfDay }

/** Part of one local day, end excluded. Its length is the same in real time and on the clock: no piece spans a clock change. */
export type DayPiece = { day: LocalDay; fromMinute: MinuteOfDay; toMinute: MinuteOfDay }

/** 24 bits, bit h for the hour from h:00 to h+1:00. */
export type HourMask = number

export const MINUTES_PER_DAY = 1440
export const ALL_HOURS: HourMask = 0xffffff

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SUNDAY_FIRST = [7, 1, 2, 3, 4, 5, 6] as const
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ')

/**
 * The instant at which London clocks show this day and minute. A time in the hour skipped in spring is moved one hour later (01:30
 * becomes 02:30); for the hour repeated in autumn, the first is used.
 */
export function toInstant(day: LocalDay, minuteOfDay: MinuteOfDay = 0): Date {
  const clock = dayMs(day) + minuteOfDay * MINUTE_MS
  return new Date(isSummerTime(clock - HOUR_MS) ? clock - HOUR_MS : clock)
}

/** What London clocks show at an instant, truncated to the minute. */
export function toLocal(instant: Date): LocalMoment {
  const clock = clockMs(instant.getTime())
  const midnight = Math.floor(clock / DAY_MS) * DAY_MS
  return { day: dayOfMs(midnight), minute: Math.floor((clock - midnight) / MINUTE_MS) }
}

export function localDayOf(instant: Date): LocalDay {
  return toLocal(instant).day
}

/** The last day that something touches which ends at an instant, the end excluded; of something empty the day it begins. */
export function lastDayOf(start: Date, end: Date): LocalDay {
  return localDayOf(new Date(Math.max(start.getTime(), end.getTime() - 1)))
}

/** "YYYY-MM-DD" that exists, years 1900 to 9998: a day that is far too late is refused by the limit of its field. */
export function isRealDay(text: string): boolean {
  return /^(?!9999)(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) && dayOfMs(dayMs(text)) === text
}

export function addDays(day: LocalDay, days: number): LocalDay {
  return dayOfMs(dayMs(day) + days * DAY_MS)
}

/** Whole calendar days from one to another; negative when `to` is earlier. */
export function daysBetween(from: LocalDay, to: LocalDay): number {
  return Math.round((dayMs(to) - dayMs(from)) / DAY_MS)
}

/** Every day from one to another, both included. */
export function daysFromTo(from: LocalDay, to: LocalDay): LocalDay[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index))
}

export function dayOfWeek(day: LocalDay): DayOfWeek {
  return SUNDAY_FIRST[new Date(dayMs(day)).getUTCDay()] ?? 7
}

/** The Monday on or before a day. */
export function startOfWeek(day: LocalDay): LocalDay {
  return addDays(day, 1 - dayOfWeek(day))
}

export function startOfDay(day: LocalDay): Date {
  return toInstant(day, 0)
}

/** The instant at which the day ends, which is the start of the next one. */
export function endOfDay(day: LocalDay): Date {
  return startOfDay(addDays(day, 1))
}

/** 1440, or 1380 and 1500 on days when the clocks change. */
export function minutesInDay(day: LocalDay): number {
  return (endOfDay(day).getTime() - startOfDay(day).getTime()) / MINUTE_MS
}

/** What a clock change makes of a time, 0 to 1439: spring skips an hour, and in autumn one comes twice, of which the first is meant. */
export function clockChangeAt(day: LocalDay, minute: MinuteOfDay): 'skipped' | 'repeated' | null {
  const instant = toInstant(day, minute)
  if (toLocal(instant).minute !== minute) return 'skipped'
  return toLocal(addMinutes(instant, 60)).minute === minute ? 'repeated' : null
}

/** "On Sunday 28 March 2027 the clocks go forward at 01:00, so 01:30 does not exist. Choose 02:00 or later." */
export function skippedTimeText(day: LocalDay, minute: MinuteOfDay): string {
  return `On ${formatDayLong(day)} the clocks go forward at 01:00, so ${formatTime(minute)} doesn’t exist. Choose 02:00 or later.`
}

/** "On Sunday 31 October 2027 the clocks go back, and 01:30 comes twice: this is the first." */
export function repeatedTimeText(day: LocalDay, minute: MinuteOfDay): string {
  return `On ${formatDayLong(day)} the clocks go back, and ${formatTime(minute)} comes twice: this is the first.`
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS)
}

/** Real minutes between two instants. */
export function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / MINUTE_MS
}

/**
 * Splits a period at local midnights and clock changes. The lengths of the pieces add up to the real minutes. In the hour repeated
 * in autumn, the clock goes back between two pieces of the same day. Expects whole minutes; started ones count as whole.
 */
export function localPieces(start: Date, end: Date): DayPiece[] {
  const last = Math.ceil(end.getTime() / MINUTE_MS) * MINUTE_MS
  const pieces: DayPiece[] = []
  let at = Math.floor(start.getTime() / MINUTE_MS) * MINUTE_MS
  while (at < last) {
    const { day, minute } = toLocal(new Date(at))
    const until = Math.min(last, endOfDay(day).getTime(), nextClockChange(at))
    pieces.push({ day, fromMinute: minute, toMinute: minute + (until - at) / MINUTE_MS })
    at = until
  }
  return pieces
}

/** The hours that a part of a day touches. */
export function hourMask(fromMinute: MinuteOfDay, toMinute: MinuteOfDay): HourMask {
  if (toMinute <= fromMinute) return 0
  const from = Math.max(0, Math.floor(fromMinute / 60))
  const to = Math.min(24, Math.ceil(toMinute / 60))
  return to <= from ? 0 : ((1 << to) - 1) & ~((1 << from) - 1) & ALL_HOURS
}

/** "08:30" or "08:30:00"; undefined if it is not a time of day. "24:00" is 1440. */
export function parseTime(text: string): MinuteOfDay | undefined {
  const match = /^(\d\d):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  if (!match) return undefined
  const minute = Number(match[1]) * 60 + Number(match[2])
  const isPastMidnight = minute > MINUTES_PER_DAY || (minute === MINUTES_PER_DAY && Number(match[3] ?? 0) > 0)
  return isPastMidnight ? undefined : minute
}

/** "14/03/2027", if the day exists; otherwise undefined. */
export function parseDateUk(text: string): LocalDay | undefined {
  const match = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text)
  const day = match ? `${match[3]}-${match[2]}-${match[1]}` : ''
  return isRealDay(day) ? day : undefined
}

export function isHalfHour(minute: MinuteOfDay): boolean {
  return minute % 30 === 0
}

/** The half hours of a day as minutes: 0, 30 … 1410. */
export function halfHoursOfDay(): MinuteOfDay[] {
  return Array.from({ length: 48 }, (_, index) => index * 30)
}

/** The instant itself if it is on a half hour, otherwise the next half hour. London's offset is whole hours, so UTC will do. */
export function nextHalfHour(instant: Date): Date {
  const step = 30 * MINUTE_MS
  return new Date(Math.ceil(instant.getTime() / step) * step)
}

/** "08:30"; 1440 is "24:00". */
export function formatTime(minute: MinuteOfDay): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}

/** "Sat 14 March". */
export function formatDay(day: LocalDay): string {
  return `${nameOfDay(day).slice(0, 3)} ${dayOfMonth(day)} ${nameOfMonth(day)}`
}

/** "Saturday 14 March 2027". */
export function formatDayLong(day: LocalDay): string {
  return `${nameOfDay(day)} ${dayOfMonth(day)} ${nameOfMonth(day)} ${day.slice(0, 4)}`
}

/** "March 2027", of a day or of "2027-03". */
export function formatMonth(month: string): string {
  return `${nameOfMonth(month)} ${month.slice(0, 4)}`
}

/** "Sat 14 March, 08:30". */
export function formatDayTime(instant: Date): string {
  const { day, minute } = toLocal(instant)
  return `${formatDay(day)}, ${formatTime(minute)}`
}

/** "Sat 14 March, 08:30", with the year where it isn't that of `now`: "Sat 27 March 2027, 08:30". */
export function formatDayTimeFrom(now: Date, instant: Date): string {
  const { day, minute } = toLocal(instant)
  const isThisYear = day.slice(0, 4) === toLocal(now).day.slice(0, 4)
  return `${formatDay(day)}${isThisYear ? '' : ` ${day.slice(0, 4)}`}, ${formatTime(minute)}`
}

/** What is wrong with a day after the last one that may be chosen: "Choose a day before 15/03/2027." Undefined if it isn’t. */
export const lateDayProblem = (day: LocalDay, last: LocalDay, ask = 'Choose a day'): string | undefined =>
  day > last ? `${ask} before ${formatDateUk(addDays(last, 1))}.` : undefined

/** "14/03/2027". */
export function formatDateUk(day: LocalDay): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

function isSummerTime(utcMs: number): boolean {
  const [spring, autumn] = clockChanges(new Date(utcMs).getUTCFullYear())
  return utcMs >= spring && utcMs < autumn
}

/** Cached by year, because these are needed constantly, often for every minute. */
const changesOfYears = new Map<number, readonly [spring: number, autumn: number]>()

function clockChanges(year: number): readonly [spring: number, autumn: number] {
  const known = changesOfYears.get(year)
  if (known) return known
  const changes = [clockChange(year, 2), clockChange(year, 9)] as const
  // Only a few years are ever used; the bound is a precaution.
  if (changesOfYears.size < 1000) changesOfYears.set(year, changes)
  return changes
}

/** 01:00 UTC on the last Sunday of a month that has 31 days (March is 2, October is 9). */
function clockChange(year: number, month: 2 | 9): number {
  const last = Date.UTC(year, month, 31)
  return last - new Date(last).getUTCDay() * DAY_MS + HOUR_MS
}

function nextClockChange(utcMs: number): number {
  const year = new Date(utcMs).getUTCFullYear()
  const [spring, autumn] = clockChanges(year)
  if (utcMs < spring) return spring
  return utcMs < autumn ? autumn : clockChanges(year + 1)[0]
}

// The clock time, written as if it were UTC.
function clockMs(utcMs: number): number {
  return isSummerTime(utcMs) ? utcMs + HOUR_MS : utcMs
}

function dayMs(day: LocalDay): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
}

function dayOfMs(ms: number): LocalDay {
  const date = new Date(ms)
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

function dayOfMonth(day: LocalDay): number {
  return Number(day.slice(8, 10))
}

function nameOfDay(day: LocalDay): string {
  return DAY_NAMES[dayOfWeek(day) - 1] ?? ''
}

function nameOfMonth(day: LocalDay): string {
  return MONTH_NAMES[Number(day.slice(5, 7)) - 1] ?? ''
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** When a working unit can do a job: its week, the hours and days taken off, and its bookings (spec §4, decisions §4). */
import {
  ALL_HOURS,
  dayOfWeek,
  halfHoursOfDay,
  hourMask,
  localPieces,
  MINUTES_PER_DAY,
  minutesBetween,
  addMinutes,
  formatTime,
  parseTime,
  toInstant,
  toLocal,
} from '#shared/local-time.ts'
import type { DayOfWeek, DayPiece, HourMask, LocalDay, MinuteOfDay } from '#shared/local-time.ts'
import { keyed, ownValue } from '#shared/records.ts'
import { fitsDriversDay, type DriversHours } from './drivers-hours-rules.ts'

/** The longest drive between two jobs on one day; holds further away need not be checked. */
export const LONGEST_DRIVE_BETWEEN_JOBS_MINUTES = 14 * 60

/** `endMinute` is 1440 for midnight at the end of the day. */
export type BusinessDay = { dayOfWeek: DayOfWeek; startMinute: MinuteOfDay; endMinute: MinuteOfDay; dayOff: boolean }

/** The hours of one day that are still available; they can only take away from the business day. */
export type AvailabilityDay = { day: LocalDay; freeHours: HourMask }

/** Both days included. */
export type Vacation = { startDay: LocalDay; endDay: LocalDay }

/** A time taken from one place to another, end excluded: a requested job or an existing hold. */
export type Stay<Place> = { start: Date; end: Date; startPlace: Place; endPlace: Place } & DriversHours

/** A day of the week without an entry is a day off. */
export type ProviderWeek = {
  businessDays: readonly BusinessDay[]
  availability: readonly AvailabilityDay[]
  vacations: readonly Vacation[]
}

export type ProviderCalendar<Place> = ProviderWeek & { holds: readonly Stay<Place>[] }

/** Why a unit is not free. If several reasons apply, the first in this order is given. */
export const NOT_FREE_REASONS = [
  'vacation',
  'day_off',
  'hours',
  'unavailable',
  'busy',
  'drive',
  'drivers_hours',
] as const
export type NotFreeReason = (typeof NOT_FREE_REASONS)[number]
/** The reasons that come from the week, not from bookings. */
export type OffReason = Exclude<NotFreeReason, 'busy' | 'drive' | 'drivers_hours'>

/** The minutes a van needs from one place to another. */
export type DriveMinutes<Place> = (from: Place, to: Place) => number

/** Why a unit cannot do a job; null if it can. */
export function reasonNotFree<Place>(
  calendar: ProviderCalendar<Place>,
  job: Stay<Place>,
  driveMinutes: DriveMinutes<Place>,
): NotFreeReason | null {
  return reasonNotFreeInPieces(calendar, job, jobPieces(job.start, job.end), driveMinutes)
}

function reasonNotFreeInPieces<Place>(
  calendar: ProviderCalendar<Place>,
  job: Stay<Place>,
  pieces: readonly JobPiece[],
  driveMinutes: DriveMinutes<Place>,
): NotFreeReason | null {
  return closedReasonOf(calendar, pieces) ?? reasonBlockedByHolds(calendar.holds, job, driveMinutes)
}

/** Why a unit cannot do a job beside those that it has, whatever its week says; null if it can. */
export function reasonBlockedByHolds<Place>(
  holds: readonly Stay<Place>[],
  job: Stay<Place>,
  driveMinutes: DriveMinutes<Place>,
): Exclude<NotFreeReason, OffReason> | null {
  if (holds.some((hold) => hold.start < job.end && job.start < hold.end)) return 'busy'
  if (!reachesBothWays(holds, job, driveMinutes)) return 'drive'
  return fitsDriversDay(holds, job, driveMinutes) ? null : 'drivers_hours'
}

export function isFree<Place>(
  calendar: ProviderCalendar<Place>,
  job: Stay<Place>,
  driveMinutes: DriveMinutes<Place>,
): boolean {
  return reasonNotFree(calendar, job, driveMinutes) === null
}

/** A possible time for a job, split at midnights: computed once and compared with every calendar. */
export interface PossibleStart {
  start: Date
  end: Date
  pieces: readonly JobPiece[]
}

/**
 * The half hours of a local day at which a job of this length could start, in order, none before `notBefore`. The hour skipped in
 * spring offers none; of the hour repeated in autumn, the first counts.
 */
export function possibleStarts(day: LocalDay, minutes: number, notBefore?: Date): PossibleStart[] {
  return startsOfDay(day)
    .filter((start) => !notBefore || start >= notBefore)
    .map((start) => {
      const end = addMinutes(start, minutes)
      return { start, end, pieces: jobPieces(start, end) }
    })
}

/** Whether a unit is free for a job at a possible time. */
export function isFreeAt<Place>(
  calendar: ProviderCalendar<Place>,
  { start, end, pieces }: PossibleStart,
  job: Omit<Stay<Place>, 'start' | 'end'>,
  driveMinutes: DriveMinutes<Place>,
): boolean {
  return !reasonNotFreeInPieces(calendar, { start, end, ...job }, pieces, driveMinutes)
}

/** Every half hour on the clock of a local day: 48, and 46 on the day that skips an hour. */
export function startsOfDay(day: LocalDay): Date[] {
  return halfHoursOfDay().flatMap((minute) => {
    const start = toInstant(day, minute)
    return toLocal(start).minute === minute ? [start] : []
  })
}

/**
 * The hours of a day in which a unit works and has not taken time off, ignoring bookings. An hour partly inside the business day
 * counts as available here; whyNotFree checks the minutes.
 */
export function availableHours(week: ProviderWeek, day: LocalDay): HourMask {
  if (isVacation(week.vacations, day)) return 0
  const business = businessDayOn(week.businessDays, dayOfWeek(day))
  return business ? hourMask(business.startMinute, business.endMinute) & freeHoursOn(week.availability, day) : 0
}

/** Reason for each of the 24 hours: null if available (spec §4). */
export function hourReasons(week: ProviderWeek, day: LocalDay): (OffReason | null)[] {
  const allDay = isVacation(week.vacations, day) ? 'vacation' : null
  const business = businessDayOn(week.businessDays, dayOfWeek(day))
  const worked = business ? hourMask(business.startMinute, business.endMinute) : 0
  const free = freeHoursOn(week.availability, day)
  return Array.from({ length: 24 }, (_, hour) => {
    if (allDay) return allDay
    if (!business) return 'day_off'
    if (!hasHour(worked, hour)) return 'hours'
    return hasHour(free, hour) ? null : 'unavailable'
  })
}

/** The hours a time touches, by local day: the mask must have all of them. */
export function hoursNeeded(start: Date, end: Date): { day: LocalDay; hours: HourMask }[] {
  const needed = new Map<LocalDay, HourMask>()
  for (const { day, fromMinute, toMinute } of localPieces(start, end))
    needed.set(day, (needed.get(day) ?? 0) | hourMask(fromMinute, toMinute))
  return [...needed].map(([day, hours]) => ({ day, hours }))
}

export function hasHour(mask: HourMask, hour: number): boolean {
  return ((mask >> hour) & 1) === 1
}

/** Whether the mask contains every required hour. */
export function hasHours(mask: HourMask, needed: HourMask): boolean {
  return (mask & needed) === needed
}

/** A mask from 24 flags, the first for 00:00 to 01:00. */
export function maskOfFlags(flags: readonly boolean[]): HourMask {
  return flags.reduce((mask, isSet, hour) => (isSet && hour < 24 ? mask | (1 << hour) : mask), 0)
}

export function flagsOfMask(mask: HourMask): boolean[] {
  return Array.from({ length: 24 }, (_, hour) => hasHour(mask, hour))
}

/** The hours of a day as the wire names them. */
export const HOUR_KEYS = [
  '_00',
  '_01',
  '_02',
  '_03',
  '_04',
  '_05',
  '_06',
  '_07',
  '_08',
  '_09',
  '_10',
  '_11',
  '_12',
  '_13',
  '_14',
  '_15',
  '_16',
  '_17',
  '_18',
  '_19',
  '_20',
  '_21',
  '_22',
  '_23',
] as const

/** 24 flags as the wire has them. */
export const hoursToWire = (mask: HourMask): Record<(typeof HOUR_KEYS)[number], boolean> =>
  keyed(HOUR_KEYS, (_, hour) => hasHour(mask, hour))

/** Days as on the wire: "0" is Sunday, "1" to "7" Monday to Sunday (spec §3); undefined for anything else. */
export function dayOfWeekFromWire(text: string): DayOfWeek | undefined {
  const days: Record<string, DayOfWeek> = { '0': 7, '1': 1, '2': 2, '3': 3, '4': 4, '5': 5, '6': 6, '7': 7 }
  return ownValue(days, text)
}

/** A start time "HH:MM" or "HH:MM:SS"; undefined if it is not a time. */
export function startMinuteFromWire(text: string): MinuteOfDay | undefined {
  const minute = parseTime(text)
  return minute === MINUTES_PER_DAY ? undefined : minute
}

/** An end time: "24:00", and anything beginning with "23:59", is the end of the day (spec §4). */
export function endMinuteFromWire(text: string): MinuteOfDay | undefined {
  const minute = parseTime(text)
  return minute === MINUTES_PER_DAY - 1 ? MINUTES_PER_DAY : minute
}

/** "08:00:00"; the end of the day is sent as "23:59:59" (spec §4). */
export function timeToWire(minute: MinuteOfDay): string {
  return minute === MINUTES_PER_DAY ? '23:59:59' : `${formatTime(minute)}:00`
}

/** Part of a job on one day, with what has to be checked against the week. */
type JobPiece = DayPiece & { weekday: DayOfWeek; hours: HourMask }

const jobPieces = (start: Date, end: Date): JobPiece[] =>
  localPieces(start, end).map((piece) => ({
    ...piece,
    weekday: dayOfWeek(piece.day),
    hours: hourMask(piece.fromMinute, piece.toMinute),
  }))

// The reason that ranks first for the whole time, not the one that occurs first.
function closedReasonOf(
  { businessDays, availability, vacations }: ProviderWeek,
  pieces: readonly JobPiece[],
): OffReason | null {
  if (pieces.some(({ day }) => isVacation(vacations, day))) return 'vacation'
  const worked = pieces.map((piece) => ({ piece, business: businessDayOn(businessDays, piece.weekday) }))
  if (worked.some(({ business }) => !business)) return 'day_off'
  if (worked.some(({ piece, business }) => !business || !covers(business, piece))) return 'hours'
  return pieces.every(({ day, hours }) => hasHours(freeHoursOn(availability, day), hours)) ? null : 'unavailable'
}

function covers({ startMinute, endMinute }: BusinessDay, { fromMinute, toMinute }: DayPiece): boolean {
  return startMinute <= fromMinute && toMinute <= endMinute
}

function isVacation(vacations: readonly Vacation[], day: LocalDay): boolean {
  return vacations.some(({ startDay, endDay }) => startDay <= day && day <= endDay)
}

function businessDayOn(businessDays: readonly BusinessDay[], weekday: DayOfWeek): BusinessDay | undefined {
  return businessDays.find((business) => business.dayOfWeek === weekday && !business.dayOff)
}

function freeHoursOn(availability: readonly AvailabilityDay[], day: LocalDay): HourMask {
  return availability.find((entry) => entry.day === day)?.freeHours ?? ALL_HOURS
}

/** Whether the van can drive from the job before to this one and from this one to the next. Assumes that holds do not overlap the job. */
function reachesBothWays<Place>(
  holds: readonly Stay<Place>[],
  job: Stay<Place>,
  driveMinutes: DriveMinutes<Place>,
): boolean {
  let before: Stay<Place> | undefined
  let after: Stay<Place> | undefined
  for (const hold of holds)
    if (hold.end <= job.start) before = before && before.end >= hold.end ? before : hold
    else after = after && after.start <= hold.start ? after : hold
  const reaches = (from: Stay<Place>, to: Stay<Place>) =>
    driveMinutes(from.endPlace, to.startPlace) <= minutesBetween(from.end, to.start)
  return (!before || reaches(before, job)) && (!after || reaches(job, after))
}

/** What the customer pays in cash, for any list and page: nothing by card, nor by a transfer, which is settled like cash. */
export const cashToTake = (job: { paymentMethod: string; isByTransfer: boolean; totalPence: number }): number | null =>
  job.paymentMethod === 'cash' && !job.isByTransfer ? job.totalPence : null

/** A calendar as a hired driver sees it: no prices, but the cash to take (decisions §11). */
export const withoutPrices = <Calendar extends { bookings: { totalPence: number | null }[] }>(
  calendar: Calendar,
): Calendar => ({ ...calendar, bookings: calendar.bookings.map((job) => ({ ...job, totalPence: null })) })

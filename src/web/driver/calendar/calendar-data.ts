// Converts a unit's calendar between the wire and the screen.
import {
  dayOfWeekFromWire,
  endMinuteFromWire,
  HOUR_KEYS,
  hoursToWire,
  maskOfFlags,
  startMinuteFromWire,
  type BusinessDay,
  type ProviderWeek,
  type Vacation,
} from '#modules/calendar/rules.ts'
import { pastHours } from '#modules/calendar/hours/rules.ts'
import type { getSchedule, saveAvailability } from '#modules/calendar/contract.ts'
import type { AnswerOf, CallInput } from '#shared/endpoint.ts'
import { minutesOfTimeString } from '#shared/duration.ts'
import { addMinutes, ALL_HOURS, type HourMask, type LocalDay, type LocalMoment } from '#shared/local-time.ts'
import type { CalendarBooking } from './week.ts'

export type ScheduleAnswer = AnswerOf<typeof getSchedule>
type AvailabilityAnswer = ScheduleAnswer['availability'][number]

export interface SavedVacation extends Vacation {
  id: string
}

/** A booking with all that its driver may know of it, beside the van that they drive. */
export type JobInWeek = ScheduleAnswer['bookings'][number] & CalendarBooking & Pick<ScheduleAnswer, 'van'>

export interface UnitWeek extends ProviderWeek {
  vacations: readonly SavedVacation[]
  bookings: readonly JobInWeek[]
}

/** A day with unreadable times counts as a day off. */
export const businessDaysOf = (schedule: ScheduleAnswer['schedule']): BusinessDay[] =>
  schedule.flatMap(({ dayOfWeek: text, startTime, endTime, dayOff }) => {
    const [dayOfWeek, startMinute, endMinute] = [
      dayOfWeekFromWire(text),
      startMinuteFromWire(startTime),
      endMinuteFromWire(endTime),
    ]
    const isRead = dayOfWeek !== undefined && startMinute !== undefined && endMinute !== undefined
    return isRead ? [{ dayOfWeek, startMinute, endMinute, dayOff }] : []
  })

export const vacationsOf = (vacations: ScheduleAnswer['vacations']): SavedVacation[] =>
  vacations.map(({ id, startTime, endTime }) => ({ id, startDay: startTime, endDay: endTime }))

export const toUnitWeek = ({ schedule, availability, vacations, bookings, van }: ScheduleAnswer): UnitWeek => ({
  businessDays: businessDaysOf(schedule),
  availability: availability.map((entry) => ({
    day: entry.dayOfWeek,
    freeHours: entry.isAvailable ? maskOfFlags(flagsOf(entry)) : 0,
  })),
  vacations: vacationsOf(vacations),
  bookings: bookings.map((booking) => ({
    ...booking,
    van,
    where: `${booking.from} to ${booking.to}`,
    heldUntil: addMinutes(new Date(booking.endAt), minutesOfTimeString(booking.declaredWaiting)).toISOString(),
  })),
})

const flagsOf = (entry: AvailabilityAnswer): boolean[] => HOUR_KEYS.map((key) => entry[key])

type AvailabilityBody = Extract<CallInput<typeof saveAvailability>['body'], { dayOfWeek: string }>

/** A day's hours as saved; a day off if none are left. */
export const availabilityBody = (day: LocalDay, freeHours: HourMask): AvailabilityBody => ({
  dayOfWeek: day,
  isAvailable: freeHours !== 0,
  ...hoursToWire(freeHours),
})

export const freeHoursOf = ({ availability }: ProviderWeek, day: LocalDay): HourMask =>
  availability.find((entry) => entry.day === day)?.freeHours ?? ALL_HOURS

/** The day's hours after taking it off: past hours stay as they were (spec §5). */
export const dayOffHours = (week: ProviderWeek, day: LocalDay, now: LocalMoment): HourMask =>
  freeHoursOf(week, day) & pastHours(day, now)

/** The day's hours after working it again. */
export const workedHours = (week: ProviderWeek, day: LocalDay, now: LocalMoment): HourMask =>
  freeHoursOf(week, day) | (ALL_HOURS & ~pastHours(day, now))

/** Applies only the hours changed on this page, keeping what another page has saved since. */
export const mergedHours = (current: HourMask, { seen, wanted }: { seen: HourMask; wanted: HourMask }): HourMask => {
  const changed = seen ^ wanted
  return (current & ~changed) | (wanted & changed)
}

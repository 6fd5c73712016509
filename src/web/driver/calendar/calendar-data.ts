// Converts a unit's calendar between the wire and the screen.
import { isConfirmed, isUnanswered, type BookingStatus } from '#modules/bookings/rules.ts'
import type { getSchedule, saveAvailability } from '#modules/calendar/contract.ts'
import { pastHours } from '#modules/calendar/hours/rules.ts'
import {
  dayOfWeekFromWire,
  endMinuteFromWire,
  HOUR_KEYS,
  hoursToWire,
  maskOfFlags,
  startMinuteFromWire,
  type AvailabilityDay,
  type BusinessDay,
  type ProviderWeek,
  type Vacation,
} from '#modules/calendar/rules.ts'
import { minutesOfTimeString } from '#shared/duration.ts'
import type { AnswerOf, CallInput } from '#shared/endpoint.ts'
import { addMinutes, ALL_HOURS, type HourMask, type LocalDay, type LocalMoment } from '#shared/local-time.ts'
import { numberText } from '#shared/texts.ts'
import { itemsText } from '#web/kit/bookings/load.ts'
import type { ChosenUnit } from '#web/kit/units/chosen-unit.server.ts'
import type { CalendarBooking } from './week.ts'

export type ScheduleAnswer = AnswerOf<typeof getSchedule>
type AvailabilityAnswer = ScheduleAnswer['availability'][number]

export interface SavedVacation extends Vacation {
  id: string
}

/** A booking with all that its driver may know of it, beside the van that they drive. */
export type JobInWeek = ScheduleAnswer['bookings'][number] &
  CalendarBooking &
  Pick<ScheduleAnswer, 'van'> & { unitId: string }

/** A day's hours; of a day off also those that come back when it is worked again. */
export interface SavedHours extends AvailabilityDay {
  hoursWhenWorked: HourMask
}

export interface UnitWeek extends ProviderWeek {
  availability: readonly SavedHours[]
  vacations: readonly SavedVacation[]
  bookings: readonly JobInWeek[]
  documentsUntil: LocalDay | null
}

/** What the page of the calendar has. */
export interface ShownCalendar extends Pick<ChosenUnit, 'units'> {
  unitId: string | null
  week: UnitWeek | null
  days: LocalDay[]
  shownDay: LocalDay
  now: LocalMoment
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

export const toUnitWeek = (
  { schedule, availability, vacations, bookings, van, ...rest }: ScheduleAnswer,
  unitId: string,
): UnitWeek => ({
  documentsUntil: rest.documentsUntil,
  businessDays: businessDaysOf(schedule),
  availability: availability.map((entry) => {
    const freeHours = entry.isAvailable ? maskOfFlags(flagsOf(entry)) : 0
    const remembered = entry.hoursWhenWorked ? maskOfFlags(entry.hoursWhenWorked) : ALL_HOURS
    return { day: entry.dayOfWeek, freeHours, hoursWhenWorked: freeHours || remembered }
  }),
  vacations: vacationsOf(vacations),
  bookings: bookings.map((booking) => ({
    ...booking,
    van,
    unitId,
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

/** The day's hours after working it again: those taken off one by one before stay off. */
export const workedHours = (week: UnitWeek, day: LocalDay, now: LocalMoment): HourMask =>
  freeHoursOf(week, day) | (hoursWhenWorkedOf(week, day) & ~pastHours(day, now))

const hoursWhenWorkedOf = ({ availability }: UnitWeek, day: LocalDay): HourMask =>
  availability.find((entry) => entry.day === day)?.hoursWhenWorked ?? ALL_HOURS

/** The week as it will be once these hours are saved. */
export const withHours = (week: UnitWeek, day: LocalDay, freeHours: HourMask): UnitWeek => ({
  ...week,
  availability: [
    ...week.availability.filter((entry) => entry.day !== day),
    { day, freeHours, hoursWhenWorked: freeHours || freeHoursOf(week, day) || hoursWhenWorkedOf(week, day) },
  ],
})

/** Applies only the hours changed on this page, keeping what another page has saved since. */
export const mergedHours = (current: HourMask, { seen, edited }: { seen: HourMask; edited: HourMask }): HourMask => {
  const changed = seen ^ edited
  return (current & ~changed) | (edited & changed)
}

// What a job loads, beside what the van of the unit takes.

type Job = Pick<ScheduleAnswer['bookings'][number], 'items' | 'load'>
type Van = ScheduleAnswer['van']

const cubicMetres = (m3: number): string => `${Number(m3.toFixed(1))}`

/** Names and values: "Weight", "1,240 kg of 1,150 kg payload, 2 trips". Nothing to compare where a load is described in words. */
export function loadFacts({ items, load }: Job, van: Van): [name: string, value: string][] {
  if (items === 0) return [['Load', 'Described in words']]
  const trips = load.trips > 1 ? `, ${load.trips} trips` : ''
  const weight = `${numberText(load.weightKg)} kg`
  const room = `${cubicMetres(load.volumeM3)} m³`
  return [
    ['Load', `${itemsText(items)}${trips}`],
    ['Weight', van ? `${weight} of ${numberText(van.payloadKg)} kg payload` : weight],
    ['Room', van ? `${room} of ${cubicMetres(van.volumeM3)} m³` : room],
  ]
}

/** What makes the days free: a job that is not answered is rejected, one that is confirmed is given back, and one that runs stays. */
export function heldText(jobs: readonly Pick<ScheduleAnswer['bookings'][number], 'status'>[]): string {
  const count = (is: (status: BookingStatus) => boolean) => jobs.filter(({ status }) => is(status)).length
  const [open, agreed] = [count(isUnanswered), count(isConfirmed)]
  const ways = [
    ...(open > 0 ? [`reject ${open === 1 ? 'the booking' : 'the bookings'} you haven’t answered`] : []),
    ...(agreed > 0 ? [`give back ${agreed === 1 ? 'the job' : 'the jobs'} you’ve confirmed`] : []),
  ]
  const isAlone = jobs.length === 0 || open + agreed < jobs.length
  const text = isAlone ? 'Choose other days.' : `${ways.join(' and ')} first, or choose other days.`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

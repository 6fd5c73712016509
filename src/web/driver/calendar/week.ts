// What a week of the calendar shows: grey blocks, the state of each hour, and the position of bookings.
import { selectionFlaw } from '#modules/calendar/hours/rules.ts'
import { numberClasses } from '#web/ui/class-names.ts'
import { coversDay } from '#modules/fleet/documents/rules.ts'
import { availableHours, hourReasons, type OffReason, type ProviderWeek } from '#modules/calendar/rules.ts'
import {
  addDays,
  dayOfWeek,
  daysFromTo,
  formatDay,
  formatTime,
  isRealDay,
  localPieces,
  MINUTES_PER_DAY,
  minutesInDay,
  startOfWeek,
  toInstant,
  toLocal,
  type LocalDay,
  type LocalMoment,
  type MinuteOfDay,
} from '#shared/local-time.ts'

export interface CalendarBooking {
  id: string
  status: string
  startAt: string
  endAt: string
  /** Until when the driver’s time is taken: the end, and the waiting that is expected. */
  heldUntil: string
  /** "Hackney to Harlow". */
  where: string
}

export interface CalendarWeek<Booking extends CalendarBooking = CalendarBooking> extends ProviderWeek {
  /** Monday to Sunday. */
  days: readonly LocalDay[]
  bookings: readonly Booking[]
  /** From this day on it is not offered: a document has expired by then. */
  documentsUntil: LocalDay | null
}

/** A part of a day drawn grey, in minutes of the clock. */
export interface Block {
  fromMinute: MinuteOfDay
  toMinute: MinuteOfDay
  label: string
  isWholeDay: boolean
}

/** `free` and `unavailable` can be changed by the driver; the others say why they cannot. */
export type HourState = 'free' | OffReason | 'past' | 'skipped'

/** The week that contains the requested day; the current week if there is none, or it does not exist. */
export function weekOf(requestedDay: string | null, today: LocalDay): { shownDay: LocalDay; days: LocalDay[] } {
  const shownDay = requestedDay !== null && isRealDay(requestedDay) ? requestedDay : today
  const monday = startOfWeek(shownDay)
  return { shownDay, days: daysFromTo(monday, addDays(monday, 6)) }
}

/** "9 to 15 March 2026", "30 March to 5 April 2026", "29 December 2025 to 4 January 2026". */
export function weekTitle(days: readonly LocalDay[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [, firstDate, firstMonth] = formatDay(first).split(' ')
  const [, lastDate, lastMonth] = formatDay(last).split(' ')
  const end = `${lastDate} ${lastMonth} ${last.slice(0, 4)}`
  if (first.slice(0, 4) !== last.slice(0, 4)) return `${firstDate} ${firstMonth} ${first.slice(0, 4)} to ${end}`
  return firstMonth === lastMonth ? `${firstDate} to ${end}` : `${firstDate} ${firstMonth} to ${end}`
}

/** The same for a phone, where the year is in no doubt: "9–15 Mar", "30 Mar–5 Apr". */
export function shortWeekTitle(days: readonly LocalDay[]): string {
  const [, firstDate, firstMonth = ''] = formatDay(days[0] ?? '').split(' ')
  const [, lastDate, lastMonth = ''] = formatDay(days.at(-1) ?? '').split(' ')
  const end = `${lastDate} ${lastMonth.slice(0, 3)}`
  return firstMonth === lastMonth ? `${firstDate}–${end}` : `${firstDate} ${firstMonth.slice(0, 3)}–${end}`
}

/** Each hour of a day. The hour skipped in spring is left out; one that has already begun can still be changed (spec §5). */
export function hourStates(week: ProviderWeek, day: LocalDay, now: LocalMoment): HourState[] {
  return hourReasons(week, day).map((reason, hour) => {
    if (isSkipped(day, hour)) return 'skipped'
    if (selectionFlaw(wholeHour(day, hour), now) !== null) return 'past'
    return reason ?? 'free'
  })
}

const wholeHour = (day: LocalDay, hour: number): { start: LocalMoment; end: LocalMoment } => ({
  start: { day, minute: hour * 60 },
  end: hour === 23 ? { day: addDays(day, 1), minute: 0 } : { day, minute: (hour + 1) * 60 },
})

/** The first hour from this one on that no booking covers, or else the last one before it; where all are covered, this one. */
export function unbookedFrom(bookings: readonly CalendarBooking[], day: LocalDay, from: number): number {
  const booked = piecesOn(bookings, day)
  const isBooked = (hour: number) =>
    booked.some(({ fromMinute, toMinute }) => fromMinute < hour * 60 + 60 && hour * 60 < toMinute)
  for (let hour = from; hour < 24; hour += 1) if (!isBooked(hour)) return hour
  for (let hour = from - 1; hour >= 0; hour -= 1) if (!isBooked(hour)) return hour
  return from
}

export const isEditable = (state: HourState | undefined): boolean => state === 'free' || state === 'unavailable'

/** Whether London clocks skip this hour on this day. */
export function isSkipped(day: LocalDay, hour: number): boolean {
  return toLocal(toInstant(day, hour * 60)).minute !== hour * 60
}

/** A note for days when the clocks change; null otherwise. */
export function clockChangeNote(day: LocalDay): string | null {
  const minutes = minutesInDay(day)
  if (minutes === MINUTES_PER_DAY) return null
  return minutes < MINUTES_PER_DAY ? 'Clocks go forward, no 01:00' : 'Clocks go back, 01:00 comes twice'
}

/** Whether a day is past the unit’s documents, so that it cannot be booked however free its hours are. */
export const isUncovered = ({ documentsUntil }: Pick<CalendarWeek, 'documentsUntil'>, day: LocalDay): boolean =>
  documentsUntil !== null && !coversDay(documentsUntil, day)

/** The grey blocks of a day (spec §2): a whole day with one word, or periods with "Off" and "Unavailable". */
export function blocksOf(week: ProviderWeek & Pick<CalendarWeek, 'documentsUntil'>, day: LocalDay): Block[] {
  if (week.vacations.some(({ startDay, endDay }) => startDay <= day && day <= endDay)) return [wholeDay('Vacation')]
  const business = week.businessDays.find((entry) => entry.dayOfWeek === dayOfWeek(day) && !entry.dayOff)
  if (!business || isDayOff(week, day)) return [wholeDay('Day off')]
  if (isUncovered(week, day)) return [wholeDay('Not offered: a document expires')]
  const offHours = [
    [0, business.startMinute],
    [business.endMinute, MINUTES_PER_DAY],
  ] as const
  return [
    ...offHours.flatMap(([from, to]) => (from < to ? [block(from, to, 'Off')] : [])),
    ...runsOf(hourReasons(week, day)).map(([from, to]) =>
      block(Math.max(from * 60, business.startMinute), Math.min(to * 60, business.endMinute), 'Unavailable'),
    ),
  ]
}

/** A day worked in other weeks that was taken off as a whole. */
export function isDayOff(week: ProviderWeek, day: LocalDay): boolean {
  const isTaken = week.availability.some((entry) => entry.day === day && entry.freeHours === 0)
  return isTaken && availableHours(week, day) === 0
}

const wholeDay = (label: string): Block => ({ fromMinute: 0, toMinute: MINUTES_PER_DAY, label, isWholeDay: true })

const block = (fromMinute: MinuteOfDay, toMinute: MinuteOfDay, word: string): Block => ({
  fromMinute,
  toMinute,
  label: `${formatTime(fromMinute)}–${formatTime(toMinute)} ${word}`,
  isWholeDay: false,
})

/** Hours taken off, as ranges `[from, to)`. */
function runsOf(reasons: readonly (OffReason | null)[]): [number, number][] {
  const runs: [number, number][] = []
  for (const [hour, reason] of reasons.entries()) {
    if (reason !== 'unavailable') continue
    const last = runs.at(-1)
    if (last && last[1] === hour) last[1] = hour + 1
    else runs.push([hour, hour + 1])
  }
  return runs
}

export interface BookingPiece<Booking extends CalendarBooking = CalendarBooking> {
  booking: Booking
  fromMinute: MinuteOfDay
  toMinute: MinuteOfDay
  /** "10:00–13:00" of the whole booking, expected waiting included. */
  times: string
}

/** The parts of bookings on a day, in clock time. Around a clock change it is the first and last time shown. */
export function piecesOn<Booking extends CalendarBooking>(
  bookings: readonly Booking[],
  day: LocalDay,
): BookingPiece<Booking>[] {
  return bookings.flatMap((booking) => {
    const [start, end] = [new Date(booking.startAt), new Date(booking.heldUntil)]
    const pieces = localPieces(start, end).filter((piece) => piece.day === day)
    if (pieces.length === 0) return []
    const ends = toLocal(end).minute
    return [
      {
        booking,
        fromMinute: Math.min(...pieces.map(({ fromMinute }) => fromMinute)),
        toMinute: Math.max(...pieces.map(({ toMinute }) => toMinute)),
        times: `${formatTime(toLocal(start).minute)}–${formatTime(ends === 0 ? MINUTES_PER_DAY : ends)}`,
      },
    ]
  })
}

/** A time of day as classes that calendar.css reads in quarters of an hour: rounded down, or up for an end. */
export const quarterFrom = (minute: MinuteOfDay): string => numberClasses(Math.floor(minute / 15))
export const quarterTo = (minute: MinuteOfDay): string => numberClasses(Math.ceil(minute / 15), 'to')

// When a unit can work, looked at minute by minute with a clock and a diary: what the statements and the rules are held against.
import type { AvailabilityDay, BusinessDay, NotFreeReason, Vacation } from '#modules/calendar/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'

export interface Held {
  start: Date
  end: Date
}

export interface Calendar {
  id: string
  businessDays: BusinessDay[]
  availability: AvailabilityDay[]
  vacations: Vacation[]
  holds: Held[]
  /** Somebody asks for this time. */
  job: Held
}

export const overlap = (a: Held, b: Held) => a.start < b.end && b.start < a.end

/** The minutes of a week as the time zone data of the platform has them, from its first local midnight to its last. */
export interface Minutes {
  /** Minutes since 1970. */
  first: number
  count: number
  /** Of each minute: the place of its day in `days`, and what the clock shows. */
  day: Uint8Array
  clock: Uint16Array
  days: LocalDay[]
  /** 1 is Monday. */
  weekdays: number[]
}

const london = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
  weekday: 'short',
})
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const HOUR = 3_600_000

export function minutesOf(from: LocalDay): Minutes {
  const days: LocalDay[] = []
  const weekdays: number[] = []
  const hours: { at: number; day: number; hour: number }[] = []
  for (let at = Date.parse(`${from}T00:00:00Z`) - 2 * HOUR; ; at += HOUR) {
    const parts = Object.fromEntries(london.formatToParts(at).map(({ type, value }) => [type, value]))
    const day = `${parts.year}-${parts.month}-${parts.day}`
    if (day < from) continue
    if (days.at(-1) !== day) {
      if (days.length === 7) break
      days.push(day)
      weekdays.push(WEEKDAYS.indexOf(parts.weekday ?? '') + 1)
    }
    hours.push({ at, day: days.length - 1, hour: Number(parts.hour) })
  }
  return {
    first: (hours[0]?.at ?? 0) / 60_000,
    count: hours.length * 60,
    day: Uint8Array.from({ length: hours.length * 60 }, (_, minute) => hours[Math.floor(minute / 60)]?.day ?? 0),
    clock: Uint16Array.from(
      { length: hours.length * 60 },
      (_, minute) => (hours[Math.floor(minute / 60)]?.hour ?? 0) * 60 + (minute % 60),
    ),
    days,
    weekdays,
  }
}

/** Ways to get it wrong, for the control. */
export const FLAWS = [
  'the first day of a vacation is worked',
  'the last day of a vacation is worked',
  'a day off is worked',
  'a day without an entry is worked',
  'the last hour of the day isn’t worked',
  'the end of the hours is worked',
  'hours taken off are worked',
  'hours taken off are those of UTC',
  'the hour that spring skips is worked',
  'a booking ends with its first day',
] as const
export type Flaw = (typeof FLAWS)[number]

export interface Told {
  /** Of each day the hours that can be worked, as the statement and as the rule have them. */
  statement: number[]
  rule: number[]
  /** When the bookings that are drawn begin. */
  bookings: string[]
  /** Why the job cannot be done; null where it can. */
  verdict: NotFreeReason | null
}

export function askOracle(calendar: Calendar, week: Minutes, flaw?: Flaw): Told {
  const why = reasonsOf(calendar, week, flaw)
  const hours = hoursOf(why, week, flaw)
  const [first, last] = [week.first * 60_000, (week.first + week.count) * 60_000]
  const drawn = calendar.holds.filter(({ start, end }) => start.getTime() < last && end.getTime() > first)
  return {
    statement: hours,
    rule: hours,
    bookings: drawn.map(({ start }) => start.toISOString()).toSorted(),
    verdict: verdictOf(why, week, calendar.job),
  }
}

/** What a minute can be, the reasons in the order in which they are told. */
const FREE = 0
const REASONS = ['vacation', 'day_off', 'hours', 'unavailable', 'busy'] as const
const BUSY = REASONS.indexOf('busy') + 1

function reasonsOf(calendar: Calendar, week: Minutes, flaw?: Flaw): Uint8Array {
  const off = week.days.map((day) => isAway(calendar, day, flaw))
  const business = week.weekdays.map((weekday) => hoursOn(calendar, weekday, flaw))
  const free = week.days.map((day) => calendar.availability.find((entry) => entry.day === day)?.freeHours ?? 0xffffff)
  const reasons = new Uint8Array(week.count)
  for (let minute = 0; minute < week.count; minute += 1) {
    const day = week.day[minute] ?? 0
    const clock = week.clock[minute] ?? 0
    const open = business[day]
    const hour = flaw === 'hours taken off are those of UTC' ? ((week.first + minute) / 60) % 24 : clock / 60
    const isFree = (((free[day] ?? 0) >> Math.floor(hour)) & 1) === 1 || flaw === 'hours taken off are worked'
    if (off[day]) reasons[minute] = 1
    else if (!open) reasons[minute] = 2
    else if (clock < open.startMinute || clock >= open.endMinute) reasons[minute] = 3
    else if (!isFree) reasons[minute] = 4
  }
  for (const { start, end } of calendar.holds) {
    const last = Math.min(week.count, minuteIn(week, end))
    for (let minute = Math.max(0, minuteIn(week, start)); minute < last; minute += 1) {
      const isNextDay = minute > 0 && week.day[minute] !== week.day[minute - 1]
      if (isNextDay && flaw === 'a booking ends with its first day') break
      if (reasons[minute] === FREE) reasons[minute] = BUSY
    }
  }
  return reasons
}

const minuteIn = (week: Minutes, instant: Date) => instant.getTime() / 60_000 - week.first

const isAway = ({ vacations }: Calendar, day: LocalDay, flaw?: Flaw) =>
  vacations.some(
    ({ startDay, endDay }) =>
      (flaw === 'the first day of a vacation is worked' ? startDay < day : startDay <= day) &&
      (flaw === 'the last day of a vacation is worked' ? day < endDay : day <= endDay),
  )

function hoursOn({ businessDays }: Calendar, weekday: number, flaw?: Flaw) {
  const entry = businessDays.find(({ dayOfWeek }) => dayOfWeek === weekday)
  if (!entry) return flaw === 'a day without an entry is worked' ? { startMinute: 0, endMinute: 1440 } : undefined
  if (entry.dayOff && flaw !== 'a day off is worked') return undefined
  const { startMinute, endMinute } = entry
  if (flaw === 'the last hour of the day isn’t worked' && endMinute === 1440) return { startMinute, endMinute: 1380 }
  return { startMinute, endMinute: flaw === 'the end of the hours is worked' ? endMinute + 1 : endMinute }
}

/** An hour of the clock counts where any minute of it can be worked. Bookings take nothing away: they are drawn over it. */
function hoursOf(reasons: Uint8Array, week: Minutes, flaw?: Flaw): number[] {
  const masks = week.days.map(() => 0)
  for (let minute = 0; minute < week.count; minute += 1) {
    if (reasons[minute] !== FREE && reasons[minute] !== BUSY) continue
    const day = week.day[minute] ?? 0
    masks[day] = (masks[day] ?? 0) | (1 << Math.floor((week.clock[minute] ?? 0) / 60))
  }
  if (flaw !== 'the hour that spring skips is worked') return masks
  return masks.map((mask) => ((mask & 0b101) === 0b101 ? mask | 0b10 : mask))
}

function verdictOf(reasons: Uint8Array, week: Minutes, job: Held): NotFreeReason | null {
  const found = reasons.subarray(minuteIn(week, job.start), minuteIn(week, job.end)).filter((reason) => reason !== FREE)
  return REASONS[Math.min(...found) - 1] ?? null
}

/** Whether all of a time lies in the week. */
export const isWithin = (week: Minutes, { start, end }: Held): boolean =>
  minuteIn(week, start) >= 0 && minuteIn(week, end) <= week.count

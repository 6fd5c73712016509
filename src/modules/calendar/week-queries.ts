import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { literals } from '#platform/db.ts'
import { jsonRow } from '#platform/json-columns.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { expiryAhead } from '#modules/fleet/documents/rules.ts'
import { payloadOf } from '#modules/fleet/vans/rules.ts'
import { HELD, isHeldAgreed, type VanCategory } from '#modules/fleet/rules.ts'
import { linesOfShare, loadOfItems, type AskedItem, type Share } from '#modules/items/rules.ts'
import { addDays, localDayOf, minutesBetween, startOfDay, type LocalDay } from '#shared/local-time.ts'
import { timeString } from '#shared/duration.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { Camel } from '#shared/wire.ts'
import type { availabilityDay, calendarBooking, getSchedule, weekBooking } from './contract.ts'
import { cashToTake, flagsOfMask, hoursToWire, timeToWire } from './rules.ts'

export type CalendarView = AnswerOf<typeof getSchedule>
export type BookingView = Camel<z.output<typeof calendarBooking>>
type WeekBooking = Camel<z.output<typeof weekBooking>>
export type AvailabilityView = Camel<z.output<typeof availabilityDay>>

interface AvailabilityRow {
  id: string
  day: LocalDay
  freeHours: number
  hoursWhenWorked: number | null
}

interface WeekRow {
  id: string
  papersUntil: string
  van: { category: VanCategory; payloadKg: number | null } | null
  schedule: { dayOfWeek: number; startMinute: number; endMinute: number; dayOff: boolean }[]
  availability: AvailabilityRow[]
  vacations: { id: string; startDay: LocalDay; endDay: LocalDay }[]
  days: { day: LocalDay; hours: number }[]
  bookings: {
    id: string
    status: BookingView['status']
    startAt: string
    endAt: string
    from: string | null
    to: string | null
    totalPence: number
    toTakePence: number | null
    respondBy: string | null
    fromOutcode: string | null
    toOutcode: string | null
    fromStairs: number | null
    toStairs: number | null
    stops: number
    items: AskedItem[]
    share: Share
    trips: number
    vanCategory: WeekBooking['vanCategory']
    manPower: WeekBooking['manPower']
    paymentMethod: WeekBooking['paymentMethod']
    isByTransfer: boolean
    declaredWaiting: string | null
  }[]
}

const dayJson = jsonRow('calendar.business_day', 'b', ['dayOfWeek', 'startMinute', 'endMinute', 'dayOff'])
const hoursJson = jsonRow('calendar.availability', 'a', ['id', 'day', 'freeHours', 'hoursWhenWorked'])
const vanJson = jsonRow('fleet.van', 'v', ['category', 'payloadKg'])
const vacationJson = jsonRow('calendar.vacation', 'v', ['id', 'startDay', 'endDay'])

/** A booking in these days cannot have begun earlier than this; keeps the search small. */
export const LONGEST_BOOKING_DAYS = 14

/**
 * The open hours of unit `u` on day `d.day` as 24 bits: its business day, less vacations, hours taken off and the hour skipped in
 * spring.
 */
export const openHours = sql`
  case when exists (select from calendar.vacation v where v.unit_id = u.id and d.day between v.start_day and v.end_day) then 0 else
    coalesce((
      select ((1 << ((b.end_minute + 59) / 60)) - 1) & ~((1 << (b.start_minute / 60)) - 1)
      from calendar.business_day b where b.unit_id = u.id and b.day_of_week = extract(isodow from d.day) and not b.day_off), 0)
    & coalesce((select a.free_hours from calendar.availability a where a.unit_id = u.id and a.day = d.day), 16777215)
    & case when ((d.day + time '01:00') at time zone 'Europe/London') at time zone 'Europe/London' = d.day + time '01:00' then 16777215 else ~2 end
  end`

/** Reads all parts of a unit's calendar for some days, as one JSON row in one round trip. */
export async function readWeek(ctx: Ctx, unitId: string, from: LocalDay, days: number): Promise<CalendarView> {
  const { rows } = await weekStatement([unitId], from, days).execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('A unit that was found is gone')
  return weekView(row, localDayOf(ctx.clock.now()))
}

/** One row for each of these units. */
export const weekStatement = (unitIds: readonly string[], from: LocalDay, days: number) => {
  const until = addDays(from, days - 1)
  const [starts, ends] = [startOfDay(from), startOfDay(addDays(from, days))]
  const earliest = startOfDay(addDays(from, -LONGEST_BOOKING_DAYS))
  return sql<WeekRow>`/* calendar-week */
    select u.id, u.papers_until,
      coalesce((select json_agg(${dayJson} order by b.day_of_week) from calendar.business_day b where b.unit_id = u.id), '[]') as schedule,
      coalesce((select json_agg(${hoursJson} order by a.day) from calendar.availability a where a.unit_id = u.id and a.day between ${from}::date and ${until}::date), '[]') as availability,
      coalesce((select json_agg(${vacationJson} order by v.start_day, v.id) from calendar.vacation v
        where v.unit_id = u.id and v.end_day >= ${from}::date and v.start_day <= ${until}::date), '[]') as vacations,
      (select json_agg(json_build_object('day', d.day, 'hours', ${openHours}) order by d.day)
        from (select ${from}::date + i as day from generate_series(0, ${days}::int - 1) i) d) as days,
      coalesce((select json_agg(json_build_object('id', b.id, 'status', b.status, 'startAt', b.start_at, 'endAt', b.end_at,
          'from', b.work -> 'places' -> 0 ->> 'town', 'to', b.work -> 'places' -> -1 ->> 'town',
          'totalPence', coalesce(b.final_pence, b.due_pence, b.total_pence), 'toTakePence', b.to_take_pence, 'respondBy', b.respond_by,
          'fromOutcode', b.work -> 'places' -> 0 ->> 'outcode', 'toOutcode', b.work -> 'places' -> -1 ->> 'outcode',
          'fromStairs', b.move -> 'routePoints' -> 0 -> 'stairs', 'toStairs', b.move -> 'routePoints' -> -1 -> 'stairs',
          'stops', greatest(jsonb_array_length(b.work -> 'places') - 2, 0),
          'items', coalesce(b.move -> 'items', '[]'), 'share', b.share, 'trips', b.trips,
          'vanCategory', b.move ->> 'vanCategory', 'manPower', b.help, 'paymentMethod', b.payment_method, 'isByTransfer', b.special_pay_method is not distinct from 'bank_transfer',
          'declaredWaiting', b.work -> 'order' ->> 'declaredWaiting') order by b.start_at)
        from calendar.unit_booking b
        where b.unit_id = u.id and b.start_at >= ${earliest} and b.start_at < ${ends} and b.end_at > ${starts}
          and b.status in ${literals(HELD)}), '[]') as bookings,
      (select ${vanJson} from fleet.van v where v.unit_id = u.id) as van
    from fleet.working_unit u where u.id = any (${[...unitIds]}::uuid[])`
}

const weekView = (row: WeekRow, today: LocalDay): CalendarView => ({
  documentsUntil: expiryAhead(row.papersUntil, today),
  schedule: row.schedule.map((day) => ({
    dayOfWeek: String(day.dayOfWeek % 7),
    startTime: timeToWire(day.startMinute),
    endTime: timeToWire(day.endMinute),
    dayOff: day.dayOff,
  })),
  availability: row.availability.map(availabilityView),
  vacations: row.vacations.map(({ id, startDay, endDay }) => ({ id, startTime: startDay, endTime: endDay })),
  days: row.days.map(({ day, hours }) => ({ date: day, hours: flagsOfMask(hours) })),
  van: row.van && { payloadKg: payloadOf(row.van), volumeM3: VAN_DETAILS[row.van.category].volumeM3 },
  bookings: row.bookings.map(({ items, share, trips, toTakePence, ...booking }) => ({
    ...booking,
    ...loadOfBooking(items, share, trips),
    cashToTakePence:
      toTakePence !== null && isHeldAgreed(booking.status) ? cashToTake({ ...booking, totalPence: toTakePence }) : null,
    startAt: new Date(booking.startAt).toISOString(),
    endAt: new Date(booking.endAt).toISOString(),
    respondBy: booking.respondBy && new Date(booking.respondBy).toISOString(),
    from: booking.from ?? '',
    to: booking.to ?? '',
    fromOutcode: booking.fromOutcode ?? '',
    toOutcode: booking.toOutcode ?? '',
    fromStairs: booking.fromStairs ?? 0,
    toStairs: booking.toStairs ?? 0,
    trips,
    totalTime: timeString(minutesBetween(new Date(booking.startAt), new Date(booking.endAt))),
    declaredWaiting: booking.declaredWaiting ?? timeString(0),
  })),
})

function loadOfBooking(items: readonly AskedItem[], share: Share, trips: number) {
  const { pieces, weightKg, volumeM3 } = loadOfItems(linesOfShare(items, share).map(([, line]) => line))
  return { items: pieces, load: { weightKg, volumeM3, trips } }
}

/** A day in the wire format: 24 flags, `_00` to `_23`. */
export const availabilityView = ({ id, day, freeHours, hoursWhenWorked }: AvailabilityRow): AvailabilityView => ({
  id,
  dayOfWeek: day,
  isAvailable: freeHours !== 0,
  ...hoursToWire(freeHours),
  hoursWhenWorked: hoursWhenWorked === null ? null : flagsOfMask(hoursWhenWorked),
})

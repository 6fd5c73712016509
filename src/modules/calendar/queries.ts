import { sql, type RawBuilder } from 'kysely'
import { findCompanyOf } from '#modules/companies/queries.ts'
import { HELD, HELD_NOT_BEGUN, type HeldStatus } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { literals } from '#platform/db.ts'
import { jsonRow } from '#platform/json-columns.ts'
import {
  addMinutes,
  endOfDay,
  localDayOf,
  startOfDay,
  type DayOfWeek,
  type LocalDay,
  addDays,
  type HourMask,
} from '#shared/local-time.ts'
import { LONGEST_DRIVE_BETWEEN_JOBS_MINUTES, type ProviderCalendar, flagsOfMask, timeToWire } from './rules.ts'
import { LONGEST_BOOKING_DAYS, openHours } from './week-queries.ts'

/** Start or end of a held job, for the drive model. */
export interface HoldPlace {
  lat: number
  lng: number
  outcode: string
}

export type UnitCalendar = ProviderCalendar<HoldPlace>

/** A calendar as one JSON value from the database. */
export interface CalendarRow {
  businessDays: { dayOfWeek: DayOfWeek; startMinute: number; endMinute: number; dayOff: boolean }[]
  availability: { day: LocalDay; freeHours: number }[]
  vacations: { startDay: LocalDay; endDay: LocalDay }[]
  holds: {
    start: string
    end: string
    startLat: number
    startLng: number
    startOutcode: string
    endLat: number
    endLng: number
    endOutcode: string
    drivingMinutes: number
    dutyMinutes: number
  }[]
}

const dayJson = jsonRow('calendar.business_day', 'b', ['dayOfWeek', 'startMinute', 'endMinute', 'dayOff'])
const hoursJson = jsonRow('calendar.availability', 'a', ['day', 'freeHours'])
const vacationJson = jsonRow('calendar.vacation', 'v', ['startDay', 'endDay'])

/** The calendars of units between two instants, with holds up to half a day outside them and all of the same days. One round trip. */
export async function listUnitCalendars(
  ctx: Ctx,
  unitIds: readonly string[],
  from: Date,
  to: Date,
): Promise<Map<string, UnitCalendar>> {
  const calendars = await readUnitCalendars(ctx, unitIds, from, to)
  return new Map([...calendars].map(([unitId, read]) => [unitId, read()]))
}

/** The same of very many units: each calendar is taken apart when it is first looked at. */
export async function readUnitCalendars(
  ctx: Ctx,
  unitIds: readonly string[],
  from: Date,
  to: Date,
): Promise<Map<string, () => UnitCalendar>> {
  const { rows } = await sql<{ unitId: string; calendar: string }>`/* unit-calendars */
    select u.id as unit_id, ${calendarSql(from, to, ctx.clock.now())}::text as calendar
    from fleet.working_unit u where u.id = any(${[...unitIds]}::uuid[])`.execute(ctx.db)
  return new Map(rows.map(({ unitId, calendar }) => [unitId, onceRead(calendar)]))
}

function onceRead(text: string): () => UnitCalendar {
  let calendar: UnitCalendar | undefined
  return () => (calendar ??= toCalendar(JSON.parse(text) as CalendarRow))
}

/** The same as a column, for the unit aliased `u`. */
export function calendarSql(from: Date, to: Date, now: Date): RawBuilder<CalendarRow> {
  const [firstDay, lastDay] = [localDayOf(from), localDayOf(to)]
  // What a drive between jobs can reach, and all of the driver's days.
  const span = [
    earlier(addMinutes(from, -LONGEST_DRIVE_BETWEEN_JOBS_MINUTES), startOfDay(firstDay)),
    later(addMinutes(to, LONGEST_DRIVE_BETWEEN_JOBS_MINUTES), endOfDay(lastDay)),
  ]
  return sql<CalendarRow>`json_build_object(
      'businessDays', coalesce((select json_agg(${dayJson}) from calendar.business_day b where b.unit_id = u.id), '[]'),
      'availability', coalesce((select json_agg(${hoursJson}) from calendar.availability a where a.unit_id = u.id and a.day between ${firstDay}::date and ${lastDay}::date), '[]'),
      'vacations', coalesce((select json_agg(${vacationJson}) from calendar.vacation v where v.unit_id = u.id and v.end_day >= ${firstDay}::date and v.start_day <= ${lastDay}::date), '[]'),
      'holds', coalesce((select json_agg(json_build_object('start', lower(h.during), 'end', upper(h.during),
          'startLat', h.start_lat, 'startLng', h.start_lng, 'startOutcode', h.start_outcode,
          'endLat', h.end_lat, 'endLng', h.end_lng, 'endOutcode', h.end_outcode,
          'drivingMinutes', h.driving_minutes, 'dutyMinutes', h.duty_minutes))
        from calendar.hold h where h.unit_id = u.id and h.during && tstzrange(${span[0]}, ${span[1]})
          and (h.decide_by is null or h.decide_by > ${now})), '[]'))`
}

const earlier = (a: Date, b: Date) => (a < b ? a : b)
const later = (a: Date, b: Date) => (a > b ? a : b)

export const toCalendar = ({ businessDays, availability, vacations, holds }: CalendarRow): UnitCalendar => ({
  businessDays,
  availability,
  vacations,
  holds: holds.map((hold) => ({
    start: new Date(hold.start),
    end: new Date(hold.end),
    startPlace: { lat: hold.startLat, lng: hold.startLng, outcode: hold.startOutcode },
    endPlace: { lat: hold.endLat, lng: hold.endLng, outcode: hold.endOutcode },
    drivingMinutes: hold.drivingMinutes,
    dutyMinutes: hold.dutyMinutes,
  })),
})

/** Summary of a job without price or customer. */
export interface OutlookJob {
  id: string
  status: HeldStatus
  startAt: string
  endAt: string
  from: string
  to: string
}

/** Some days of a unit: the hours that are open, whatever is booked, the jobs, and the first job that has not begun, however far ahead. */
interface Outlook {
  days: { day: LocalDay; hours: HourMask }[]
  jobs: OutlookJob[]
  next: OutlookJob | null
}

const jobJson = sql`json_build_object('id', b.id, 'status', b.status, 'startAt', b.start_at, 'endAt', b.end_at,
  'from', coalesce(b.work -> 'places' -> 0 ->> 'town', ''), 'to', coalesce(b.work -> 'places' -> -1 ->> 'town', ''))`

/** The outlook as a column, for the unit that the statement calls `u`. */
export function outlookSql(from: LocalDay, days: number, now: Date): RawBuilder<Outlook> {
  const [starts, ends] = [startOfDay(from), startOfDay(addDays(from, days))]
  const earliest = startOfDay(addDays(from, -LONGEST_BOOKING_DAYS))
  return sql<Outlook>`json_build_object(
    'days', (select json_agg(json_build_object('day', d.day, 'hours', ${openHours}) order by d.day)
      from (select ${from}::date + i as day from generate_series(0, ${days}::int - 1) i) d),
    'jobs', coalesce((select json_agg(${jobJson} order by b.start_at) from calendar.unit_booking b
      where b.unit_id = u.id and b.start_at >= ${earliest} and b.start_at < ${ends} and b.end_at > ${starts}
        and b.status in ${literals(HELD)}), '[]'),
    'next', (select ${jobJson} from calendar.unit_booking b
      where b.unit_id = u.id and b.start_at >= ${now} and b.status in ${literals(HELD_NOT_BEGUN)}
      order by b.start_at limit 1))`
}

interface Row {
  workingUnitId: string
  hours: { day: DayOfWeek; from: number; to: number; off: boolean }[]
  days: { day: LocalDay; hours: number }[]
  vacations: { from: LocalDay; to: LocalDay }[]
  /** The feed's address is a key, so the export leaves it out. */
  hasPrivateAddress: boolean
}

/** The full calendars of a driver's units, past days included. */
export async function listOwnCalendars(ctx: Ctx, userId: string) {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return undefined
  const { rows } = await sql<Row>`/* own-calendars */
    select u.id as "workingUnitId",
      coalesce((select json_agg(json_build_object('day', b.day_of_week, 'from', b.start_minute, 'to', b.end_minute, 'off', b.day_off) order by b.day_of_week)
        from calendar.business_day b where b.unit_id = u.id), '[]') as hours,
      coalesce((select json_agg(json_build_object('day', a.day, 'hours', a.free_hours) order by a.day)
        from calendar.availability a where a.unit_id = u.id), '[]') as days,
      coalesce((select json_agg(json_build_object('from', v.start_day, 'to', v.end_day) order by v.start_day)
        from calendar.vacation v where v.unit_id = u.id), '[]') as vacations,
      exists (select from calendar.feed f where f.unit_id = u.id and f.is_on) as "hasPrivateAddress"
    from fleet.working_unit u where u.company_id = ${companyId} order by u.created_at`.execute(ctx.db)
  return rows.map(({ hours, days, ...calendar }) => ({
    ...calendar,
    workingHours: hours.map(({ day, from, to, off: isDayOff }) => ({
      dayOfWeek: day % 7,
      from: timeToWire(from),
      to: timeToWire(to),
      dayOff: isDayOff,
    })),
    availableHours: days.map((taken) => ({
      day: taken.day,
      hours: flagsOfMask(taken.hours).flatMap((isFree, hour) => (isFree ? [hour] : [])),
    })),
  }))
}

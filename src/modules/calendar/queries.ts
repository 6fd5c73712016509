import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { addMinutes, endOfDay, localDayOf, startOfDay, type DayOfWeek, type LocalDay } from '#shared/local-time.ts'
import { jsonRow } from '#platform/json-rows.ts'
import { LONGEST_DRIVE_BETWEEN_JOBS_MINUTES, type ProviderCalendar } from './rules.ts'

/** Where a held job begins or ends, for the drive model. */
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
  const around = [
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
        from calendar.hold h where h.unit_id = u.id and h.during && tstzrange(${around[0]}, ${around[1]})
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

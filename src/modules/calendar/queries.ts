import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { addMinutes, localDayOf, type DayOfWeek, type LocalDay } from '#shared/local-time.ts'
import {
  LONGEST_DRIVE_BETWEEN_JOBS_MINUTES,
  type AvailabilityDay,
  type BusinessDay,
  type ProviderCalendar,
  type Vacation,
} from './rules.ts'

/** Where a held job begins or ends, as the drive model needs it. */
export interface HoldPlace {
  lat: number
  lng: number
  outcode: string
}

export type UnitCalendar = ProviderCalendar<HoldPlace>

/** A calendar as the database gives it: one value of JSON. */
export interface CalendarRow {
  business_days: { day_of_week: DayOfWeek; start_minute: number; end_minute: number; day_off: boolean }[]
  availability: { day: LocalDay; free_hours: number }[]
  vacations: { start_day: LocalDay; end_day: LocalDay }[]
  holds: {
    start: string
    end: string
    start_lat: number
    start_lng: number
    start_outcode: string
    end_lat: number
    end_lng: number
    end_outcode: string
  }[]
}

/** The calendars of units between two instants, holds half a day around them included. One round trip. */
export async function listUnitCalendars(
  ctx: Ctx,
  unitIds: readonly string[],
  from: Date,
  to: Date,
): Promise<Map<string, UnitCalendar>> {
  const { rows } = await sql<{ unit_id: string; calendar: CalendarRow }>`/* unit-calendars */
    select u.id as unit_id, ${calendarSql(from, to, ctx.clock.now())} as calendar
    from fleet.working_unit u where u.id = any(${[...unitIds]}::uuid[])`.execute(ctx.db)
  return new Map(rows.map(({ unit_id, calendar }) => [unit_id, toCalendar(calendar)]))
}

/** The same as a column, of the unit that the statement calls `u`. */
export function calendarSql(from: Date, to: Date, now: Date): RawBuilder<CalendarRow> {
  const [firstDay, lastDay] = [localDayOf(from), localDayOf(to)]
  const around = [
    addMinutes(from, -LONGEST_DRIVE_BETWEEN_JOBS_MINUTES),
    addMinutes(to, LONGEST_DRIVE_BETWEEN_JOBS_MINUTES),
  ]
  return sql<CalendarRow>`json_build_object(
      'business_days', coalesce((select json_agg(b) from calendar.business_day b where b.unit_id = u.id), '[]'),
      'availability', coalesce((select json_agg(a) from calendar.availability a where a.unit_id = u.id and a.day between ${firstDay}::date and ${lastDay}::date), '[]'),
      'vacations', coalesce((select json_agg(v) from calendar.vacation v where v.unit_id = u.id and v.end_day >= ${firstDay}::date and v.start_day <= ${lastDay}::date), '[]'),
      'holds', coalesce((select json_agg(json_build_object('start', lower(h.during), 'end', upper(h.during),
          'start_lat', h.start_lat, 'start_lng', h.start_lng, 'start_outcode', h.start_outcode,
          'end_lat', h.end_lat, 'end_lng', h.end_lng, 'end_outcode', h.end_outcode))
        from calendar.hold h where h.unit_id = u.id and h.during && tstzrange(${around[0]}, ${around[1]})
          and (h.decide_by is null or h.decide_by > ${now})), '[]'))`
}

export const toCalendar = (row: CalendarRow): UnitCalendar => ({
  businessDays: row.business_days.map((day): BusinessDay => ({
    dayOfWeek: day.day_of_week,
    startMinute: day.start_minute,
    endMinute: day.end_minute,
    dayOff: day.day_off,
  })),
  availability: row.availability.map(({ day, free_hours }): AvailabilityDay => ({ day, freeHours: free_hours })),
  vacations: row.vacations.map(({ start_day, end_day }): Vacation => ({ startDay: start_day, endDay: end_day })),
  holds: row.holds.map((hold) => ({
    start: new Date(hold.start),
    end: new Date(hold.end),
    startPlace: { lat: hold.start_lat, lng: hold.start_lng, outcode: hold.start_outcode },
    endPlace: { lat: hold.end_lat, lng: hold.end_lng, outcode: hold.end_outcode },
  })),
})

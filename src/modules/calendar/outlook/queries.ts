import { sql, type RawBuilder } from 'kysely'
import { addDays, startOfDay, type HourMask, type LocalDay } from '#shared/local-time.ts'
import { LONGEST_BOOKING_DAYS, openHours } from '../week/queries.ts'

/** A job in so many words: no price, no customer. */
export interface OutlookJob {
  id: string
  status: 'new_booking' | 'confirmed' | 'in_progress' | 'completed'
  startAt: string
  endAt: string
  from: string
  to: string
}

/** Some days of a unit: the hours that are open, whatever is booked, the jobs, and the first job that has not begun, however far ahead. */
export interface Outlook {
  days: { day: LocalDay; hours: HourMask }[]
  jobs: OutlookJob[]
  next: OutlookJob | null
}

const jobJson = sql`json_build_object('id', b.id, 'status', b.status, 'startAt', b.start_at, 'endAt', b.end_at,
  'from', coalesce(b.work -> 'places' -> 0 ->> 'town', ''), 'to', coalesce(b.work -> 'places' -> -1 ->> 'town', ''))`

/** As a column, for the unit that the statement calls `u`. */
export function outlookSql(from: LocalDay, days: number, now: Date): RawBuilder<Outlook> {
  const [starts, ends] = [startOfDay(from), startOfDay(addDays(from, days))]
  const earliest = startOfDay(addDays(from, -LONGEST_BOOKING_DAYS))
  return sql<Outlook>`json_build_object(
    'days', (select json_agg(json_build_object('day', d.day, 'hours', ${openHours}) order by d.day)
      from (select ${from}::date + i as day from generate_series(0, ${days}::int - 1) i) d),
    'jobs', coalesce((select json_agg(${jobJson} order by b.start_at) from calendar.unit_booking b
      where b.unit_id = u.id and b.start_at >= ${earliest} and b.start_at < ${ends} and b.end_at > ${starts}
        and b.status in ('new_booking', 'confirmed', 'in_progress', 'completed')), '[]'),
    'next', (select ${jobJson} from calendar.unit_booking b
      where b.unit_id = u.id and b.start_at >= ${now} and b.status in ('new_booking', 'confirmed')
      order by b.start_at limit 1))`
}

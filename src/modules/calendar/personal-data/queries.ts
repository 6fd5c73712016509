import { sql } from 'kysely'
import { findCompanyOf } from '#modules/companies/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { DayOfWeek, LocalDay } from '#shared/local-time.ts'
import { flagsOfMask, timeToWire } from '../rules.ts'

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
    workingHours: hours.map(({ day, from, to, off }) => ({
      dayOfWeek: day % 7,
      from: timeToWire(from),
      to: timeToWire(to),
      dayOff: off,
    })),
    availableHours: days.map((taken) => ({
      day: taken.day,
      hours: flagsOfMask(taken.hours).flatMap((isFree, hour) => (isFree ? [hour] : [])),
    })),
  }))
}

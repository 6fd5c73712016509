import { literals } from '#platform/db.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AGREED, UNANSWERED, UNDER_WAY, type AheadStatus, type AfterLoss, type Stop } from '../rules.ts'

/** Open bookings whose customer has proved this number but no address. */
export async function countOpenByPhone(ctx: Ctx, phone: string): Promise<number> {
  const { open } = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('u.openedBy', '=', 'phone')
    .where('u.phone', '=', phone)
    .where('b.status', 'in', UNANSWERED)
    .executeTakeFirstOrThrow()
  return open
}

interface BookingAhead {
  id: string
  unitId: string
  start: Date
  status: AheadStatus
  from: string
  to: string
  becomes: AfterLoss
}

/** Outcome of the booking `b` if its unit is suspended. */
export const outcomeOnLoss = (
  now: Date | RawBuilder<unknown>,
) => sql<AfterLoss>`case when b.status in ${literals(UNDER_WAY)} or b.start_at <= ${now}
    or exists (select from bookings.day d where d.booking_id = b.id and d.set_off_at is not null) then 'goes_on'
  when b.allow_hot_job then 'hot' else 'ends' end`

/** More than a company of ten vans can have ahead of it. */
const MOST = 1000

/**
 * Lists the upcoming bookings of these units, next first, each with its outcome if the unit is suspended: a unit
 * finishes a job that has begun or that its driver is on the way to, and one whose start has passed is asked about like
 * any other.
 */
export async function listUpcomingJobs(ctx: Ctx, unitIds: readonly string[]): Promise<BookingAhead[]> {
  const { rows } = await sql<BookingAhead>`/* bookings-ahead */
    select b.id, v.unit_id as "unitId", min(v.start_at) as start, b.status, coalesce(b.work -> 'places' -> 0 ->> 'town', '') as "from",
      coalesce(b.work -> 'places' -> -1 ->> 'town', '') as "to",
      ${outcomeOnLoss(ctx.clock.now())} as becomes
    from calendar.unit_booking v join bookings.booking b on b.id = v.id
    where v.unit_id = any (${[...unitIds]}::uuid[]) and (v.status in ${literals(UNANSWERED)} or v.status in ${literals(AGREED)})
      and v.end_at > ${ctx.clock.now()}
    group by b.id, v.unit_id order by start, b.id limit ${MOST}`.execute(ctx.db)
  return rows
}

/** How the office has stopped it, or its owner; undefined if it may work. */
export async function findStop(ctx: Ctx, unitId: string): Promise<Stop | undefined> {
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select(['status', 'officeBlock'])
    .where('id', '=', unitId)
    .executeTakeFirst()
  if (unit?.status !== 'blocked' && unit?.status !== 'deactivated') return undefined
  return unit.officeBlock ?? 'owner_blocked'
}

export const listUnitsOfOwner = async (ctx: Ctx, userId: string): Promise<string[]> => {
  const units = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .select('u.id')
    .where('c.ownerUserId', '=', userId)
    .orderBy('u.id')
    .execute()
  return units.map(({ id }) => id)
}

import { sql } from 'kysely'
import type { VanCategory } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { listFit } from '../hot-jobs/queries.ts'
import { stateOf } from '../lifecycle/rules.ts'
import { findBooking } from '../queries.ts'
import type { listMoveUnits as endpoint, getTrail } from './contract.ts'
import type { Stop } from '../rules.ts'
import { canMove } from './rules.ts'

/** When the office last reminded the unit that has the booking `b`; null if it has not. */
export const askedAgainAt = sql<Date | null>`(select max(e.at) from bookings.event e
  where e.booking_id = b.id and e.unit_id = b.unit_id and e.kind = 'answer_asked_again')`

export async function findAskedAgainAt(ctx: Ctx, bookingId: string): Promise<Date | null> {
  const found = sql<{ at: Date | null }>`select ${askedAgainAt} as at from bookings.booking b where b.id = ${bookingId}`
  return (await found.execute(ctx.db)).rows[0]?.at ?? null
}

interface Row {
  id: string
  name: string
  companyId: string
  companyName: string
  ownerPhone: string | null
  category: VanCategory
  make: string
  model: string
  registration: string
  driverName: string | null
  driverPhone: string | null
  rating: number | null
  reliability: number | null
}

/** Lists the units, most reliable first; empty if it is too late for any of them. */
export async function listMoveUnits(ctx: Ctx, bookingId: string): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const booking = await findBooking(ctx, bookingId)
  if (!booking) return refuse(commonRefusals.notFound)
  if (!canMove(stateOf(booking), booking.start, ctx.clock.now())) return { results: [] }
  const ids = (await listFit(ctx, { bookingId, jobs: 'movable' })).map(({ unitId }) => unitId)
  if (ids.length === 0) return { results: [] }
  const { rows } = await sql<Row>`/* move-units */
    select u.id, u.name, c.id as company_id, c.name as company_name, o.phone as owner_phone, v.category, v.make, v.model, v.registration,
      h.first_name as driver_name, h.phone as driver_phone, c.rating, k.reliability
    from fleet.working_unit u join companies.company c on c.id = u.company_id join fleet.van v on v.unit_id = u.id
    left join companies.reliability k on k.company_id = c.id left join identity."user" o on o.id = c.owner_user_id
    left join fleet.unit_driver d on d.unit_id = u.id left join identity."user" h on h.id = d.user_id
    where u.id = any (${ids}::uuid[]) order by k.reliability desc nulls last, c.rating desc nulls last, c.name, u.name`.execute(
    ctx.db,
  )
  return {
    results: rows.map(({ companyId, companyName, ownerPhone, driverName, driverPhone, ...row }) => ({
      id: row.id,
      name: row.name,
      company: { id: companyId, name: companyName, phone: ownerPhone },
      van: { category: row.category, make: row.make, model: row.model, registration: row.registration },
      driver: driverName === null ? null : { name: driverName, phone: driverPhone },
      rating: row.rating,
      reliability: row.reliability,
    })),
  }
}

type Trail = AnswerOf<typeof getTrail>
type By = Trail['results'][number]['by']

interface TrailRow {
  at: Date
  kind: string
  actorKind: string
  companyName: string | null
  feePence: number | null
  owedPence: number | null
  stop: Stop | null
  reason: string | null
}

/** More than the longest life; keeps an answer bounded. */
const MOST_EVENTS = 200

const BY = new Map<string, By>([
  ['customer', 'customer'],
  ['bookingToken', 'customer'],
  ['driver', 'driver'],
  ['hired', 'driver'],
  ['admin', 'office'],
])

/** The reason of a stop stays with its decision, which is erased with the account. */
const stopReason = sql`case e.data ->> 'stop' when 'owner_blocked' then (select o.status_reason from identity."user" o where o.id = c.owner_user_id)
  else (select k.detail ->> 'reason' from fleet.office_decision k where k.unit_id = e.unit_id and k.kind = e.data ->> 'stop'
    and k.undone_at is null and k.decided_at <= e.at order by k.decided_at desc limit 1) end`

/** The office’s reason for taking the job from its unit, or for stopping that unit. */
const reason = sql`case when e.data ? 'stop' then ${stopReason} when e.actor_kind = 'admin' then e.reason end`

/** Undefined if there is no such booking. Names companies, never people. Why a unit was stopped is for the office alone. */
export async function findTrail(ctx: Ctx, bookingId: string): Promise<Trail | undefined> {
  const isOffice = ctx.actor.kind === 'admin'
  const { rows } = await sql<TrailRow>`/* booking-trail */
    select e.at, e.kind, case when e.data ? 'byLink' then 'customer' else e.actor_kind end as actor_kind, c.name as company_name,
      (e.data ->> 'feePence')::int as fee_pence, (e.data ->> 'owedToCustomerPence')::int as owed_pence,
      ${isOffice ? sql`e.data ->> 'stop'` : sql`null`} as stop, ${isOffice ? reason : sql`null`} as reason
    from bookings.event e
    left join fleet.working_unit u on u.id = e.unit_id
    left join companies.company c on c.id = u.company_id
    where e.booking_id = ${bookingId}
    order by e.at, e.id limit ${MOST_EVENTS}::int`.execute(ctx.db)
  if (rows.length === 0) return undefined
  return {
    results: rows.map(({ at, actorKind, ...event }) => ({
      ...event,
      at: at.toISOString(),
      by: BY.get(actorKind) ?? 'vanfare',
    })),
  }
}

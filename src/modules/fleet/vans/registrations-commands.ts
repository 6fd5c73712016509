import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { plateOf } from './rules.ts'

/**
 * Whether a plate may become this unit's, until the transaction ends: two approvals of one plate are serialised, and
 * the database lets only one through regardless of the earlier read.
 */
export async function canHoldPlate(ctx: TxCtx, unitId: string, registration: string): Promise<boolean> {
  const plate = plateOf(registration)
  await sql`select pg_advisory_xact_lock(hashtextextended('plate ' || ${plate}, 0))`.execute(ctx.db)
  const holder = await ctx.db
    .selectFrom('fleet.van')
    .select('unitId')
    .where('heldPlate', '=', plate)
    .where('unitId', '<>', unitId)
    .executeTakeFirst()
  return holder === undefined
}

/** A closed company holds no plate, however late one of its vans is approved. Asked under the lock of the unit's row. */
export async function plateToHold(ctx: TxCtx, unitId: string, registration: string): Promise<string | null> {
  const { isClosed } = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .leftJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .select(sql<boolean>`coalesce(o.status in ('pending_delete', 'deleted'), false)`.as('isClosed'))
    .where('u.id', '=', unitId)
    .executeTakeFirstOrThrow()
  return isClosed ? null : plateOf(registration)
}

const unitsOfOwner = (userId: string) => sql`(
  select u.id from fleet.working_unit u join companies.company c on c.id = u.company_id where c.owner_user_id = ${userId})`

/** A closed company keeps its vans for a while, but not their plates: the buyer of a van can register it. */
export async function freePlates(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  // Locks the owner’s units so that a concurrent approval finishes before the plate is freed, or sees the closed
  // account.
  await sql`select id from fleet.working_unit where id in ${unitsOfOwner(userId)} order by id for no key update`.execute(
    ctx.db,
  )
  await sql`update fleet.van set held_plate = null where held_plate is not null and unit_id in ${unitsOfOwner(userId)}`.execute(
    ctx.db,
  )
}

const MEANWHILE =
  'While your account was closed, another unit was approved with this registration. We are checking whose it is.'

/**
 * Gives the approved vans of a reopened company their plates back. A plate that another company has by now is checked
 * by the office.
 */
export async function retakePlates(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const own = sql`v.approved_at is not null and v.held_plate is null and v.unit_id in ${unitsOfOwner(userId)}`
  await sql`update fleet.van v set held_plate = replace(v.registration, ' ', '')
    where ${own} and not exists (select from fleet.van h where h.held_plate = replace(v.registration, ' ', ''))`.execute(
    ctx.db,
  )
  await sql`with lost as (
      update fleet.van v set approved_at = null
      where ${own} returning v.*
    )
    insert into fleet.van_declaration (unit_id, registration, make, model, category, has_tail_lift, fuel, euro_class, year,
      gross_weight_kg, kerb_weight_kg, payload_kg, reason, submitted_at)
    select unit_id, registration, make, model, category, has_tail_lift, fuel, euro_class, year,
      gross_weight_kg, kerb_weight_kg, payload_kg, ${MEANWHILE}, ${ctx.clock.now()} from lost
    on conflict (unit_id) do update set status = 'pending', reason = excluded.reason, id = uuidv7(), decided_at = null, decided_by = null`.execute(
    ctx.db,
  )
}

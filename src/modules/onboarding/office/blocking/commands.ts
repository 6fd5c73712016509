import { tellOwner } from '#modules/companies/notices/commands.ts'
import { listHeld } from '#modules/fleet/held-bookings/queries.ts'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { reviewStatuses } from '../../commands.ts'
import { unitRestored, unitStopped } from '../../messages.ts'
import { readToldUnit } from '../../queries.ts'
import { alreadyStopped, notStopped, type blockUnit } from './contract.ts'

type Decided = AnswerOf<typeof blockUnit>

/** The office stops a unit. Its reason goes to the driver with the way to object; its bookings stay for somebody to look after. */
export function stopUnit(
  ctx: Ctx,
  unitId: string,
  { block, reason }: { block: 'blocked' | 'deactivated'; reason: string },
): Promise<Decided | Refusal> {
  return ctx.tx(async (tx) => {
    const unit = await lock(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    if (unit.office_block) return refuse(alreadyStopped)
    await tx.db
      .updateTable('fleet.working_unit')
      .set({
        office_block: block,
        office_reason: reason,
        office_at: tx.clock.now(),
        office_by: userIdOf(tx.actor),
        appeal: null,
        appealed_at: null,
      })
      .where('id', '=', unitId)
      .execute()
    await reviewStatuses(tx, { unitId })
    await recordAudit(tx, { action: `working_unit.${block}`, object: `working_unit ${unitId}`, after: { reason } })
    const told = unitStopped(await readToldUnit(tx, unitId), {
      isBlocked: block === 'blocked',
      reason,
      email: tx.config.contacts.email,
    })
    await tellOwner(tx, unit.company_id, 'verification', told)
    return view(tx, unitId)
  })
}

export function restoreUnit(ctx: Ctx, unitId: string): Promise<Decided | Refusal> {
  return ctx.tx(async (tx) => {
    const unit = await lock(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    if (!unit.office_block) return refuse(notStopped)
    await tx.db
      .updateTable('fleet.working_unit')
      .set({
        office_block: null,
        office_reason: null,
        office_at: null,
        office_by: null,
        appeal: null,
        appealed_at: null,
      })
      .where('id', '=', unitId)
      .execute()
    await reviewStatuses(tx, { unitId })
    await recordAudit(tx, {
      action: 'working_unit.restored',
      object: `working_unit ${unitId}`,
      before: { block: unit.office_block, reason: unit.office_reason, appeal: unit.appeal },
    })
    await tellOwner(tx, unit.company_id, 'verification', unitRestored(await readToldUnit(tx, unitId)))
    return view(tx, unitId)
  })
}

const lock = (ctx: TxCtx, unitId: string) =>
  ctx.db
    .selectFrom('fleet.working_unit')
    .select(['company_id', 'office_block', 'office_reason', 'appeal'])
    .where('id', '=', unitId)
    .forNoKeyUpdate()
    .executeTakeFirst()

async function view(ctx: TxCtx, unitId: string): Promise<Decided> {
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select(['status', 'status_reason as statusReason'])
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  const held = await listHeld(ctx, unitId, ctx.clock.now(), farAhead)
  return { id: unitId, status: unit.status as UnitStatus, statusReason: unit.statusReason, bookingsAhead: held.length }
}

const farAhead = new Date('2999-01-01')

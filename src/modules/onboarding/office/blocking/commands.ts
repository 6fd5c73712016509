import { tellOwner } from '#modules/companies/notices/commands.ts'
import { listHeldAhead } from '#modules/fleet/held-bookings/queries.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { reviewStatuses } from '../../commands.ts'
import { unitRestored, unitStopped } from '../../messages.ts'
import { readUnitDetails } from '../../queries.ts'
import { alreadyStopped, notStopped, type blockUnit } from './contract.ts'

type Decided = AnswerOf<typeof blockUnit>

/** The office stops a unit. The driver gets the reason and a way to object; its bookings stand until the office deals with them. */
export function stopUnit(
  ctx: Ctx,
  unitId: string,
  { block, reason }: { block: 'blocked' | 'deactivated'; reason: string },
): Promise<Decided | Refusal> {
  return ctx.tx(async (tx) => {
    const unit = await lock(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    if (unit.officeBlock) return refuse(alreadyStopped)
    await tx.db
      .updateTable('fleet.working_unit')
      .set({
        officeBlock: block,
        officeReason: reason,
        officeAt: tx.clock.now(),
        officeBy: userIdOf(tx.actor),
        appeal: null,
        appealedAt: null,
      })
      .where('id', '=', unitId)
      .execute()
    await reviewStatuses(tx, { unitId })
    await recordAudit(tx, { action: `working_unit.${block}`, object: `working_unit ${unitId}`, after: { reason } })
    const notice = unitStopped(await readUnitDetails(tx, unitId), {
      isBlocked: block === 'blocked',
      reason,
      email: tx.config.contacts.email,
    })
    await tellOwner(tx, unit.companyId, 'verification', notice)
    return view(tx, unitId)
  })
}

export function restoreUnit(ctx: Ctx, unitId: string): Promise<Decided | Refusal> {
  return ctx.tx(async (tx) => {
    const unit = await lock(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    if (!unit.officeBlock) return refuse(notStopped)
    await tx.db
      .updateTable('fleet.working_unit')
      .set({
        officeBlock: null,
        officeReason: null,
        officeAt: null,
        officeBy: null,
        appeal: null,
        appealedAt: null,
      })
      .where('id', '=', unitId)
      .execute()
    await reviewStatuses(tx, { unitId })
    await recordAudit(tx, {
      action: 'working_unit.restored',
      object: `working_unit ${unitId}`,
      before: { block: unit.officeBlock, reason: unit.officeReason, appeal: unit.appeal },
    })
    await tellOwner(tx, unit.companyId, 'verification', unitRestored(await readUnitDetails(tx, unitId)))
    return view(tx, unitId)
  })
}

const lock = (ctx: TxCtx, unitId: string) =>
  ctx.db
    .selectFrom('fleet.working_unit')
    .select(['companyId', 'officeBlock', 'officeReason', 'appeal'])
    .where('id', '=', unitId)
    .forNoKeyUpdate()
    .executeTakeFirst()

async function view(ctx: TxCtx, unitId: string): Promise<Decided> {
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select(['status', 'statusReason'])
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  const held = await listHeldAhead(ctx, unitId)
  return { id: unitId, status: unit.status, statusReason: unit.statusReason, bookingsAhead: held.length }
}

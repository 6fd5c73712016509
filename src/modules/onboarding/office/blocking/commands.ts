import { listHeldAhead } from '#modules/fleet/booking-conflicts/queries.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { reviewStatuses } from '../../commands.ts'
import { keepDecision, scopeOfUnit } from '../decisions/commands.ts'
import { readKept } from '../decisions/queries.ts'
import type { Decision } from '../decisions/rules.ts'
import { alreadyStopped, notStopped, type blockUnit } from './contract.ts'

type Decided = AnswerOf<typeof blockUnit>

/** The office stops a unit at once. In a minute the driver gets the reason and a way to object; its bookings stand until the office deals with them. */
export function stopUnit(
  ctx: Ctx,
  unitId: string,
  { block, reason }: { block: 'blocked' | 'deactivated'; reason: string },
): Promise<Decided | Refusal> {
  return ctx.tx(async (tx) => {
    const unit = await lockStop(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    if (unit.officeBlock) return refuse(alreadyStopped)
    const stop = { officeBlock: block, officeReason: reason, officeAt: tx.clock.now(), officeBy: userIdOf(tx.actor) }
    await changeStop(tx, unit, { ...stop, ...NO_APPEAL }, { kind: block, detail: { reason } })
    await recordAudit(tx, { action: `working_unit.${block}`, object: `working_unit ${unitId}`, after: { reason } })
    return viewStop(tx, unitId)
  })
}

export function restoreUnit(ctx: Ctx, unitId: string): Promise<Decided | Refusal> {
  return ctx.tx(async (tx) => {
    const unit = await lockStop(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    if (!unit.officeBlock) return refuse(notStopped)
    await lift(tx, unit, null)
    return viewStop(tx, unitId)
  })
}

/** Ends a stop; the unit is again what its documents and setup make it. `reason` is what the driver reads, if anything. */
export async function lift(ctx: TxCtx, unit: LockedUnit, reason: string | null): Promise<void> {
  const { appeal, appealedAt } = unit
  const detail = {
    ...(reason === null ? {} : { reason }),
    ...(appeal && appealedAt ? { appeal: { text: appeal, sentAt: appealedAt.toISOString() } } : {}),
  }
  const nothing = { officeBlock: null, officeReason: null, officeAt: null, officeBy: null, ...NO_APPEAL }
  await changeStop(ctx, unit, nothing, { kind: 'lifted', detail })
  await recordAudit(ctx, {
    action: 'working_unit.restored',
    object: `working_unit ${unit.id}`,
    before: { block: unit.officeBlock, reason: unit.officeReason, appeal },
    after: { reason },
  })
}

const NO_APPEAL = { appeal: null, appealedAt: null, appealAnswer: null, appealAnsweredAt: null }

type StopColumns = Partial<typeof NO_APPEAL> & {
  officeBlock?: 'blocked' | 'deactivated' | null
  officeReason?: string | null
  officeAt?: Date | null
  officeBy?: string | null
}

/** Writes what the office decided about a stop, and keeps it with the row as it was. */
export async function changeStop(
  ctx: TxCtx,
  { id: unitId, companyId }: LockedUnit,
  columns: StopColumns | { appealAnswer: string; appealAnsweredAt: Date },
  decision: Decision,
): Promise<void> {
  const scope = scopeOfUnit({ companyId, unitId }, { withStop: true })
  const before = await readKept(ctx, scope)
  await ctx.db.updateTable('fleet.working_unit').set(columns).where('id', '=', unitId).execute()
  await reviewStatuses(ctx, { unitId })
  await keepDecision(ctx, scope, before, decision)
}

export type LockedUnit = NonNullable<Awaited<ReturnType<typeof lockStop>>>

export const lockStop = (ctx: TxCtx, unitId: string) =>
  ctx.db
    .selectFrom('fleet.working_unit')
    .select(['id', 'companyId', 'officeBlock', 'officeReason', 'appeal', 'appealedAt', 'appealAnsweredAt'])
    .where('id', '=', unitId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export async function viewStop(ctx: TxCtx, unitId: string): Promise<Decided> {
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select(['status', 'statusReason'])
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  const held = await listHeldAhead(ctx, unitId)
  return { id: unitId, status: unit.status, statusReason: unit.statusReason, bookingsAhead: held.length }
}

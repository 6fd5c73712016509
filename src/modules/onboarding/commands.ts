import { recordAudit } from '#platform/audit.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { readCompany, type KnownUnit, type Units } from './queries.ts'

/**
 * Recalculates the status of every unit that a change may affect. The only writer of a unit's status: everything else changes a fact
 * and emits an event (src/app/subscribers.ts). Units are locked in one order, so that changes to one company run one after the
 * other, and a booking sees the state before or after a change.
 */
export async function reviewStatuses(ctx: TxCtx, of: Units): Promise<void> {
  await lockUnits(ctx, of)
  const company = await readCompany(ctx, of)
  const changed = (company?.units ?? []).filter(({ status, statusReason, derived }) => {
    return status !== derived.status || statusReason !== derived.reason
  })
  for (const unit of changed) await setStatus(ctx, unit)
}

const lockUnits = (ctx: TxCtx, of: Units) =>
  ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .select('u.id')
    .where((eb) => {
      if ('unitId' in of) return eb('u.id', '=', of.unitId)
      return 'companyId' in of ? eb('u.companyId', '=', of.companyId) : eb('c.ownerUserId', '=', of.ownerId)
    })
    .orderBy('u.id')
    .forNoKeyUpdate('u')
    .execute()

async function setStatus(ctx: TxCtx, { id, status, derived }: KnownUnit): Promise<void> {
  await ctx.db
    .updateTable('fleet.working_unit')
    .set((eb) => ({ status: derived.status, statusReason: derived.reason, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  if (status === derived.status) return
  await recordAudit(ctx, {
    action: 'working_unit.status',
    object: `working_unit ${id}`,
    before: { status },
    after: { status: derived.status, reason: derived.reason },
  })
}

import { recordAudit } from '#platform/audit.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { asksAgain, endOtherVansDocuments } from './commands.ts'
import { notWaiting } from './contract.ts'
import { canHoldPlate, plateToHold } from '../vans/registrations-commands.ts'
import { registrationTaken } from '../vans/contract.ts'
import { findDeclaredVan } from './queries.ts'
import { isSameVan, type ApprovedFacts } from './declarations-rules.ts'

/** Without what a row has besides. */
function factsOf(row: ApprovedFacts): ApprovedFacts {
  const { registration, make, model, category, hasTailLift, fuel, euroClass, year } = row
  const { grossWeightKg, kerbWeightKg, payloadKg } = row
  const van = { registration, make, model, category, hasTailLift, fuel, euroClass, year }
  return { ...van, grossWeightKg, kerbWeightKg, payloadKg }
}

/** Units are locked in one order by whoever changes their vans, as by whoever works out their statuses. */
export const lockUnitsOf = (ctx: TxCtx, companyId: string) =>
  ctx.db
    .selectFrom('fleet.working_unit')
    .select('id')
    .where('companyId', '=', companyId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Keeps what a driver says of a van. Until the office has approved it once, it is the van's as entered; from then on it waits, and whoever says
 * again what was approved takes back what waited. Runs under the lock of the unit's row.
 */
export async function declareFacts(ctx: TxCtx, unitId: string, facts: ApprovedFacts): Promise<void> {
  const van = await findDeclaredVan(ctx, unitId)
  const isApproved = van?.isApproved ?? false
  if (!isApproved)
    await ctx.db
      .insertInto('fleet.van')
      .values({ unitId, ...facts })
      .onConflict((conflict) => conflict.column('unitId').doUpdateSet(facts))
      .execute()
  if (van && isApproved && isSameVan(facts, van.inForce)) {
    await ctx.db.deleteFrom('fleet.van_declaration').where('unitId', '=', unitId).execute()
    return
  }
  if (van?.declared?.status === 'pending' && isSameVan(facts, van.declared)) return
  const row = { ...facts, ...asksAgain(ctx) }
  await ctx.db
    .insertInto('fleet.van_declaration')
    .values({ unitId, ...row })
    .onConflict((conflict) => conflict.column('unitId').doUpdateSet(row))
    .execute()
}

/** What the office reads if the driver has changed the facts meanwhile. */
const meanwhile = 'Someone has already decided on this van’s details, or they have changed. Reload the page.'

export interface FactsDecision {
  id: string
  decision: 'approve' | 'refuse'
  reason?: string | null | undefined
}

/** The office approves or refuses facts that wait; approved ones are the van's from now on. Runs under the lock of the unit's row. */
export async function decideFacts(
  ctx: TxCtx,
  unitId: string,
  { id, decision, reason = null }: FactsDecision,
): Promise<Refusal | undefined> {
  const van = await findDeclaredVan(ctx, unitId)
  if (van?.declared?.id !== id || van.declared.status !== 'pending')
    return (await mayHaveSeen(ctx, unitId, id))
      ? refuse(notWaiting, { detail: meanwhile })
      : refuse(commonRefusals.notFound)
  const isApproved = decision === 'approve'
  const [before, after] = [factsOf(van.inForce), factsOf(van.declared)]
  if (isApproved) {
    if (!(await canHoldPlate(ctx, unitId, after.registration))) return refusePlate(after.registration)
    await approveFacts(ctx, unitId, after)
    if (van.isApproved && before.registration !== after.registration)
      await endOtherVansDocuments(ctx, unitId, new Date(van.declared.submittedAt))
  }
  await ctx.db
    .updateTable('fleet.van_declaration')
    .set({
      status: isApproved ? 'approved' : 'refused',
      reason: isApproved ? null : reason,
      decidedAt: ctx.clock.now(),
      decidedBy: userIdOf(ctx.actor),
    })
    .where('unitId', '=', unitId)
    .execute()
  // Without the plate, which is erased with the account.
  const [{ registration: old, ...known }, { registration, ...decided }] = [before, after]
  await recordAudit(ctx, {
    action: isApproved ? 'van_facts.approved' : 'van_facts.refused',
    object: `working_unit ${unitId}`,
    ...(van.isApproved ? { before: known } : {}),
    after: { ...decided, isOtherVehicle: old !== registration, reason: isApproved ? null : reason },
  })
  return undefined
}

function refusePlate(registration: string): Refusal {
  const text = `${registration} was approved for another unit. Refuse it here, or have the other unit change its van first.`
  return refuse(registrationTaken, { detail: text, errors: { 'van_facts.id': [text] } })
}

async function approveFacts(ctx: TxCtx, unitId: string, facts: ApprovedFacts): Promise<void> {
  const heldPlate = await plateToHold(ctx, unitId, facts.registration)
  await ctx.db
    .updateTable('fleet.van')
    .set({ ...facts, approvedAt: ctx.clock.now(), heldPlate })
    .where('unitId', '=', unitId)
    .execute()
}

/** Facts of this van that have gone since leave no trace; those of another van were never seen here. */
async function mayHaveSeen(ctx: TxCtx, unitId: string, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('fleet.van as v')
    .leftJoin('fleet.van_declaration as s', (join) => join.on('s.id', '=', id))
    .select('s.unitId as ofUnit')
    .where('v.unitId', '=', unitId)
    .executeTakeFirst()
  return row !== undefined && (row.ofUnit === null || row.ofUnit === unitId)
}

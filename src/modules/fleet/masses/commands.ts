import { sql } from 'kysely'
import { recordAudit } from '#platform/audit.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { notWaiting } from '../documents/contract.ts'
import { isSameMass, isUnknown, type Masses } from './rules.ts'

/**
 * Keeps what a driver says of a van's masses for the office. What was approved counts until then; whoever says again what was approved
 * takes back what waited. Runs under the lock of the unit's row.
 */
export async function declareMasses(
  ctx: TxCtx,
  unitId: string,
  { declared, approved }: { declared: Masses; approved: Masses },
): Promise<void> {
  const before = await ctx.db
    .selectFrom('fleet.van_masses')
    .select(['grossWeightKg', 'kerbWeightKg', 'payloadKg'])
    .where('unitId', '=', unitId)
    .where('status', '<>', 'approved')
    .executeTakeFirst()
  if (isUnknown(declared) || isSameMass(declared, approved)) {
    if (before)
      await ctx.db
        .deleteFrom('fleet.van_masses')
        .where('unitId', '=', unitId)
        .where('status', '<>', 'approved')
        .execute()
    return
  }
  if (before && isSameMass(declared, before)) return
  const { grossWeightKg, kerbWeightKg, payloadKg } = declared
  const row = {
    id: sql<string>`uuidv7()`,
    grossWeightKg,
    kerbWeightKg,
    payloadKg,
    status: 'pending' as const,
    reason: null,
    submittedAt: ctx.clock.now(),
    decidedAt: null,
    decidedBy: null,
  }
  await ctx.db
    .insertInto('fleet.van_masses')
    .values({ unitId, ...row })
    .onConflict((conflict) => conflict.column('unitId').doUpdateSet(row))
    .execute()
}

/** What the office reads where the driver has changed the figures meanwhile. */
const meanwhile = 'The weights of this van were decided about or changed meanwhile. Look at the unit as it is now.'

/** The office approves or refuses figures that wait; approved ones are the van's from now on. */
export async function decideMasses(
  ctx: TxCtx,
  unitId: string,
  { id, decision, reason }: { id: string; decision: 'approve' | 'refuse'; reason?: string | null | undefined },
): Promise<Refusal | undefined> {
  const isApproved = decision === 'approve'
  const decided = await ctx.db
    .updateTable('fleet.van_masses')
    .set({
      status: isApproved ? 'approved' : 'refused',
      reason: isApproved ? null : (reason ?? null),
      decidedAt: ctx.clock.now(),
      decidedBy: userIdOf(ctx.actor),
    })
    .where('unitId', '=', unitId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(['grossWeightKg', 'kerbWeightKg', 'payloadKg'])
    .executeTakeFirst()
  if (!decided)
    return (await mayHaveSeen(ctx, unitId, id))
      ? refuse(notWaiting, { detail: meanwhile })
      : refuse(commonRefusals.notFound)
  if (isApproved) await ctx.db.updateTable('fleet.van').set(decided).where('unitId', '=', unitId).execute()
  await recordAudit(ctx, {
    action: isApproved ? 'van_masses.approved' : 'van_masses.refused',
    object: `working_unit ${unitId}`,
    after: { ...decided, reason: isApproved ? null : (reason ?? null) },
  })
  return undefined
}

/** Figures of this van that have gone since leave no trace; those of another van were never seen here. */
async function mayHaveSeen(ctx: TxCtx, unitId: string, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('fleet.van as v')
    .leftJoin('fleet.van_masses as m', (join) => join.on('m.id', '=', id))
    .select('m.unitId as ofUnit')
    .where('v.unitId', '=', unitId)
    .executeTakeFirst()
  return row !== undefined && (row.ofUnit === null || row.ofUnit === unitId)
}

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { detachUpload } from '#modules/files/commands.ts'
import { lockUnitsOf } from '#modules/fleet/documents/commands.ts'
import { lockCompany } from '#modules/fleet/people/commands.ts'
import { listHeldAhead } from '#modules/fleet/queries.ts'
import { canHoldPlate } from '#modules/fleet/vans/registrations-commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { toJson } from '#platform/json-columns.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal, type InputOf } from '#shared/endpoint.ts'
import { reviewStatuses } from '../commands.ts'
import {
  alreadyStopped,
  notStopped,
  type blockUnit,
  decidedSince,
  notYours,
  tooLate,
  undoneAlready,
  type undoDecision as undoEndpoint,
  noAppeal,
  type decideAppeal as decideEndpoint,
} from './contract.ts'
import { KEPT_TABLES, readKept, type Kept, type Scope } from './queries.ts'
import { isOver, undoUntil, type Decision } from './rules.ts'

/** Due when a decision can no longer be undone. */
export const decisionFinal = jobName<{ decisionId: string }>('onboarding.decision-stands')

/** What a decision about a unit may change. */
export const scopeOfUnit = (
  { companyId, unitId }: { companyId: string; unitId: string },
  { kinds = [], withVan = false, withStop = false }: Partial<Pick<Scope, 'kinds' | 'withVan' | 'withStop'>>,
): Scope => ({ companyId, unitId, personId: null, kinds, withVan, withStop })

export const scopeOfPerson = ({ companyId, personId }: { companyId: string; personId: string }): Scope => ({
  companyId,
  unitId: null,
  personId,
  kinds: [],
  withVan: false,
  withStop: false,
})

/**
 * Keeps a decision that this transaction has just made, with its rows as they were before, and queues what follows in a minute. The
 * command has read `before` under its lock.
 */
export async function saveDecision(
  ctx: TxCtx,
  scope: Scope,
  before: Kept[],
  { kind, detail }: Decision,
): Promise<void> {
  const after = await readKept(ctx, scope)
  const now = ctx.clock.now()
  const until = undoUntil(now)
  const usedUploads = new Set(uploadsIn(after))
  const { id } = await ctx.db
    .insertInto('fleet.office_decision')
    .values({
      companyId: scope.companyId,
      unitId: scope.unitId,
      personId: scope.personId,
      kind,
      detail: toJson(detail),
      scope: toJson(scope),
      before: toJson(before),
      after: toJson(after),
      uploads: uploadsIn(before).filter((id) => !usedUploads.has(id)),
      decidedAt: now,
      decidedBy: userIdOf(ctx.actor),
      undoUntil: until,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.enqueue(decisionFinal, { decisionId: id }, { startAfter: until })
}

const uploadsIn = (storedRows: readonly Kept[]): string[] =>
  storedRows.flatMap(({ row }) =>
    Object.entries(row).flatMap(([column, value]) =>
      column.endsWith('upload_id') && typeof value === 'string' ? [value] : [],
    ),
  )

/** Puts every row back as it was, if nothing has changed it since; statuses follow as from any change. */
export const undoDecision = (ctx: Ctx, id: string): Promise<AnswerOf<typeof undoEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const found = await tx.db
      .selectFrom('fleet.office_decision')
      .select('companyId')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found) return refuse(commonRefusals.notFound)
    const { companyId } = found
    // The lock of every decision about documents and people, taken before any row of them.
    await lockCompany(tx, companyId)
    const decision = await tx.db
      .selectFrom('fleet.office_decision')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { kind, unitId, personId, before, after, scope } = decision
    if (decision.decidedBy !== userIdOf(tx.actor)) return refuse(notYours)
    if (decision.undoneAt) return refuse(undoneAlready)
    const now = tx.clock.now()
    if (decision.toldAt || !before || !after || isOver(decision.undoUntil, now)) return refuse(tooLate)
    if (unitId) await lockUnitsOf(tx, companyId)
    if (!isDeepStrictEqual(await readKept(tx, scope), after)) return refuse(decidedSince)
    if (!(await arePlatesFree(tx, before))) return refuse(decidedSince)
    for (const one of before) if (!after.some((other) => isDeepStrictEqual(one, other))) await putBack(tx, one)
    await tx.db.updateTable('fleet.office_decision').set({ undoneAt: now, uploads: [] }).where('id', '=', id).execute()
    await recordAudit(tx, { action: 'decision.undone', object: `decision ${id}`, after: { kind, unitId, personId } })
    if (personId) await tx.emit({ type: 'fleet.people-changed', companyId })
    else await reviewStatuses(tx, { companyId })
    if (unitId) await tx.emit({ type: 'fleet.stop-changed', unitId })
    return { id, kind, subjectId: unitId ?? personId ?? '' }
  })

/** A plate that an approval gave up may be another unit's within the minute. */
async function arePlatesFree(ctx: TxCtx, before: readonly Kept[]): Promise<boolean> {
  for (const { row } of before) {
    const [plate, unitId] = [row['held_plate'], row['unit_id']]
    if (typeof plate === 'string' && typeof unitId === 'string' && !(await canHoldPlate(ctx, unitId, plate)))
      return false
  }
  return true
}

/** A person's version only ever grows: it is part of the addresses of photos. */
async function putBack(ctx: TxCtx, { table, row }: Kept): Promise<void> {
  const key = KEPT_TABLES[table]
  const columns = sql.join(
    Object.keys(row)
      .filter((column) => column !== key)
      .map((column) => sql.ref(column)),
  )
  const version = table === 'fleet.person' ? sql`, version = version + 1` : sql``
  await sql`update ${sql.table(table)} set (${columns}) = (
      select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb))${version}
    where ${sql.ref(key)} = (${JSON.stringify(row)}::jsonb ->> ${key})::uuid`.execute(ctx.db)
}

/** What only an undo needed goes: the rows as they were, share codes among them, and uploads that nothing shows any more. */
export async function eraseBefore(ctx: TxCtx, decisionId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('fleet.office_decision')
    .select('uploads')
    .where('id', '=', decisionId)
    .forUpdate()
    .executeTakeFirst()
  for (const uploadId of row?.uploads ?? []) await detachUpload(ctx, uploadId)
  await ctx.db
    .updateTable('fleet.office_decision')
    .set({ before: null, after: null, uploads: [] })
    .where('id', '=', decisionId)
    .execute()
}

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
  await ctx.emit({ type: 'fleet.stop-changed', unitId })
  await saveDecision(ctx, scope, before, decision)
}

type LockedUnit = NonNullable<Awaited<ReturnType<typeof lockStop>>>

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

/**
 * Records the office's answer to an appeal. After a refusal the driver may appeal again in two weeks
 * (fleet/units/rules).
 */
export const decideAppeal = (
  ctx: Ctx,
  unitId: string,
  { decision, reason, sentAt }: InputOf<typeof decideEndpoint>['body'],
): Promise<AnswerOf<typeof decideEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const unit = await lockStop(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    const { officeBlock, appeal, appealedAt, appealAnsweredAt } = unit
    if (!officeBlock || !appeal || !appealedAt || appealAnsweredAt) return refuse(noAppeal)
    if (sentAt && new Date(sentAt).getTime() !== appealedAt.getTime()) return refuse(noAppeal)
    if (decision === 'lift') await lift(tx, unit, reason)
    else {
      const detail = { reason, appeal: { text: appeal, sentAt: appealedAt.toISOString() } }
      const answer = { appealAnswer: reason, appealAnsweredAt: tx.clock.now() }
      await changeStop(tx, unit, answer, { kind: 'appeal_upheld', detail })
      await recordAudit(tx, {
        action: 'working_unit.appeal_upheld',
        object: `working_unit ${unitId}`,
        after: { reason },
      })
    }
    return viewStop(tx, unitId)
  })

import { sql } from 'kysely'
import { saveCover } from '#modules/companies/commands.ts'
import { decideFacts, lockUnitsOf } from '#modules/fleet/documents/commands.ts'
import { notWaiting } from '#modules/fleet/documents/contract.ts'
import { DOCUMENT_LABELS, VAN_DOCUMENTS, type DocumentKind } from '#modules/fleet/documents/rules.ts'
import { lockCompany } from '#modules/fleet/people/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type FieldErrors, type InputOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { reviewStatuses } from '../commands.ts'
import { VAN_LABEL } from '../messages.ts'
import { saveDecision, scopeOfUnit } from '../decisions/commands.ts'
import { readKept } from '../decisions/queries.ts'
import { undoUntil, type DecidedOne } from '../decisions/rules.ts'
import {
  type lookAt as lookEndpoint,
  documentExpired,
  fileChanged,
  type decideVerification,
  type previewVerification,
} from './contract.ts'
import { otherViewersSql, findVerification } from './queries.ts'
import { readCompany } from '../queries.ts'
import { CHECK_LABELS, tickFlaws, type Check } from './rules.ts'

type Body = InputOf<typeof decideVerification>['body']
type Decision = Body['decisions'][number]
type Verification = AnswerOf<typeof decideVerification>

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'fleet.document.ticks': Check[]
  }
}

/** Decides on all or none: if a document was replaced since, the office has to look again first. */
export const decide = (ctx: Ctx, unitId: string, body: Body): Promise<Verification | Refusal> =>
  ctx.tx(async (tx) => {
    const errors = reasonErrors(body)
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    const unit = await lockForDecision(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    const { companyId } = unit
    const seen = await findVerification(tx, unitId)
    if (seen instanceof Refusal) return seen
    const scope = scopeOfUnit({ companyId, unitId }, { kinds: kindsOf(seen, body), withVan: Boolean(body.vanFacts) })
    const before = await readKept(tx, scope)
    const decided = await decideAll(tx, { unitId, companyId }, body)
    if (decided instanceof Refusal) return decided
    const flaw = tickFlaw(seen, body.decisions)
    if (flaw) return flaw
    await reviewStatuses(tx, { companyId }, { notifyFrom: undoUntil(tx.clock.now()) })
    await saveDecision(tx, scope, before, { kind: 'documents', detail: { decided } })
    return findVerification(tx, unitId)
  })

/**
 * Makes the decisions and rolls them back: what would follow comes from the very rules by which it does. Nothing is left of it, and no
 * ticks or reasons are needed.
 */
export async function preview(
  ctx: Ctx,
  unitId: string,
  { decisions, vanFacts }: InputOf<typeof previewVerification>['body'],
): Promise<AnswerOf<typeof previewVerification> | Refusal> {
  const reason = 'Not said yet.'
  const body = {
    decisions: decisions.map((one) => ({ ...one, reason, ticks: [] })),
    vanFacts: vanFacts && { ...vanFacts, reason },
  }
  const outcome: { seen?: AnswerOf<typeof previewVerification> } = {}
  const refused = await ctx.tx(async (tx): Promise<Refusal> => {
    const unit = await lockForDecision(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    const decided = await decideAll(tx, { unitId, companyId: unit.companyId }, body)
    if (decided instanceof Refusal) return decided
    const [company, seen] = [await readCompany(tx, { unitId }), await findVerification(tx, unitId)]
    const known = company?.units[0]
    if (!known || seen instanceof Refusal) return refuse(commonRefusals.notFound)
    const documents = seen.documents.filter(({ isRequired }) => isRequired)
    outcome.seen = {
      status: known.derived.status,
      lacks: known.lacks,
      documents: [
        ...documents.map(({ kind, label, standing }) => ({ kind, label, standing })),
        ...(known.van ? [{ kind: null, label: VAN_LABEL, standing: known.van }] : []),
      ],
    }
    // A refusal rolls back.
    return refuse(commonRefusals.conflict)
  })
  return outcome.seen ?? refused
}

/** The locks used for handing in and for saving a van, so that neither is replaced while it is being decided. */
async function lockForDecision(ctx: TxCtx, unitId: string): Promise<{ companyId: string } | undefined> {
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select('companyId')
    .where('id', '=', unitId)
    .executeTakeFirst()
  if (!unit) return undefined
  await lockCompany(ctx, unit.companyId)
  await lockUnitsOf(ctx, unit.companyId)
  return unit
}

/** The documents that these decisions may change: approving another vehicle ends all that name the one before. */
function kindsOf({ documents, vanFacts: known }: Verification, { decisions, vanFacts }: Body): DocumentKind[] {
  const decided = documents.flatMap(({ kind, newest }) =>
    decisions.some(({ documentId }) => documentId === newest?.id) ? [kind] : [],
  )
  const isOther = known?.approved && known.declared && known.approved.registration !== known.declared.registration
  return vanFacts?.decision === 'approve' && isOther ? [...new Set([...decided, ...VAN_DOCUMENTS])] : decided
}

async function decideAll(
  ctx: TxCtx,
  unit: { unitId: string; companyId: string },
  { decisions, vanFacts }: Body,
): Promise<DecidedOne[] | Refusal> {
  // First, because another vehicle's documents go before those of this one are approved.
  const flaw = vanFacts && (await decideFacts(ctx, unit.unitId, vanFacts))
  if (flaw) return flaw
  const decided: DecidedOne[] = []
  for (const decision of decisions) {
    const kind = await decideOne(ctx, unit, decision)
    if (typeof kind !== 'string') return kind
    decided.push({ kind, label: DOCUMENT_LABELS[kind], ...verdictOf(decision) })
  }
  return vanFacts ? [...decided, { kind: null, label: VAN_LABEL, ...verdictOf(vanFacts) }] : decided
}

const verdictOf = ({ decision, reason }: Pick<Decision, 'decision' | 'reason'>) => ({
  isApproved: decision === 'approve',
  reason: decision === 'refuse' ? (reason ?? null) : null,
})

const NO_REASON = ['Enter what’s wrong with it. The driver will read this.']

function reasonErrors({ decisions, vanFacts }: Body): FieldErrors {
  const errors: FieldErrors = {}
  if (vanFacts?.decision === 'refuse' && !vanFacts.reason) errors['van_facts.reason'] = NO_REASON
  decisions.forEach(({ decision, reason, documentId }, index) => {
    if (decision === 'refuse' && !reason) errors[`decisions.${index}.reason`] = NO_REASON
    if (decisions.findIndex((other) => other.documentId === documentId) < index)
      errors[`decisions.${index}.document_id`] = ['This document is in the list already.']
  })
  return errors
}

/** A document is approved once everything beside it was compared with what we have on file now. */
function tickFlaw({ documents }: Verification, decisions: readonly Decision[]): Refusal | undefined {
  const errors: FieldErrors = {}
  for (const [index, { documentId, decision, ticks }] of decisions.entries()) {
    if (decision !== 'approve') continue
    const checks = documents.find(({ newest }) => newest?.id === documentId)?.checks ?? []
    const { missing, changed } = tickFlaws(checks, ticks)
    if (changed.length > 0) return refuse(fileChanged)
    if (missing.length > 0)
      errors[`decisions.${index}.ticks`] = [
        `Compare and tick: ${missing.map((field) => CHECK_LABELS[field]).join(', ')}.`,
      ]
  }
  return Object.keys(errors).length > 0 ? refuse(commonRefusals.invalid, { errors }) : undefined
}

/** The reason as the driver reads it, with a request for a new document. */
const changedSinceText =
  'A document has been decided, replaced or withdrawn in the meantime. Reload the page and check the unit.'

async function decideOne(
  ctx: TxCtx,
  { unitId, companyId }: { unitId: string; companyId: string },
  { documentId, decision, reason, ticks }: Decision,
): Promise<DocumentKind | Refusal> {
  const document = await ctx.db
    .selectFrom('fleet.document')
    .select(['kind', 'status', 'expiresOn', 'unitId', 'coverPence', 'coverPerItemPence'])
    .where('id', '=', documentId)
    .where('companyId', '=', companyId)
    .where((eb) => eb.or([eb('unitId', 'is', null), eb('unitId', '=', unitId)]))
    .executeTakeFirst()
  if (!document) return refuse(commonRefusals.notFound)
  if (document.status !== 'pending') return refuse(notWaiting, { detail: changedSinceText })
  const now = ctx.clock.now()
  const isApproved = decision === 'approve'
  if (isApproved && document.expiresOn && document.expiresOn <= localDayOf(now)) return refuse(documentExpired)
  if (isApproved) await replaceOlder(ctx, companyId, document)
  if (isApproved && document.kind === 'goods_in_transit') await saveCover(ctx, companyId, document)
  await ctx.db
    .updateTable('fleet.document')
    .set({
      status: isApproved ? 'approved' : 'refused',
      reason: isApproved ? null : (reason ?? null),
      ticks: ticks.length > 0 ? toJson(ticks) : null,
      decidedAt: now,
      decidedBy: userIdOf(ctx.actor),
    })
    .where('id', '=', documentId)
    .execute()
  await recordAudit(ctx, {
    action: isApproved ? 'document.approved' : 'document.refused',
    object: `document ${documentId}`,
    after: { kind: document.kind, unitId, reason: reason ?? null },
  })
  return document.kind
}

/** The previous document is superseded but stays on record. */
const replaceOlder = (ctx: TxCtx, companyId: string, document: { kind: DocumentKind; unitId: string | null }) =>
  ctx.db
    .updateTable('fleet.document')
    .set({ status: 'replaced' })
    .where('companyId', '=', companyId)
    .where('unitId', document.unitId === null ? 'is' : '=', document.unitId)
    .where('kind', '=', document.kind)
    .where('status', 'in', ['approved', 'refused'])
    .execute()

/** One row per admin, of what they have open now. */
export async function recordViewing(ctx: Ctx, subjectId: string | null): Promise<AnswerOf<typeof lookEndpoint>> {
  const userId = userIdOf(ctx.actor)
  if (subjectId === null) {
    await ctx.db.deleteFrom('fleet.office_look').where('userId', '=', userId).execute()
    return { others: [] }
  }
  const at = ctx.clock.now()
  await ctx.db
    .insertInto('fleet.office_look')
    .values({ userId, subjectId, at })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ subjectId, at }))
    .execute()
  const { rows } = await sql<{
    others: string[]
  }>`select ${otherViewersSql(ctx, sql`${subjectId}::uuid`)} as others`.execute(ctx.db)
  return { others: rows[0]?.others ?? [] }
}

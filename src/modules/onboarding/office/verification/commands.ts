import { keepCover } from '#modules/companies/commands.ts'
import { tellOwner } from '#modules/companies/notices/commands.ts'
import { notWaiting } from '#modules/fleet/documents/contract.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#modules/fleet/documents/rules.ts'
import { decideFacts, lockUnitsOf } from '#modules/fleet/declarations/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import {
  commonRefusals,
  refuse,
  type AnswerOf,
  type FieldErrors,
  type InputOf,
  type Refusal,
} from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { reviewStatuses } from '../../commands.ts'
import { documentsChecked, VAN_LABEL } from '../../messages.ts'
import { readUnitDetails } from '../../queries.ts'
import { documentExpired, type decideVerification } from './contract.ts'
import { findVerification } from './queries.ts'

type Body = InputOf<typeof decideVerification>['body']
type Decision = Body['decisions'][number]

/** All decisions or none: if a document was replaced meanwhile, the office has to look again first. */
export function decide(
  ctx: Ctx,
  unitId: string,
  { decisions, vanFacts }: Pick<Body, 'decisions' | 'vanFacts'>,
): Promise<AnswerOf<typeof decideVerification> | Refusal> {
  return ctx.tx(async (tx) => {
    const unit = await tx.db
      .selectFrom('fleet.working_unit')
      .select('companyId')
      .where('id', '=', unitId)
      .executeTakeFirst()
    if (!unit) return refuse(commonRefusals.notFound)
    const errors = reasonErrors(decisions, vanFacts)
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    const companyId = unit.companyId
    // The lock used for handing in, so that a document cannot be replaced while it is being decided.
    await tx.db.selectFrom('companies.company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
    await lockUnitsOf(tx, companyId)
    // First, because another vehicle's documents go before those of this one are approved.
    const flaw = vanFacts && (await decideFacts(tx, unitId, vanFacts))
    if (flaw) return flaw
    const kinds: DocumentKind[] = []
    for (const decision of decisions) {
      const kind = await decideOne(tx, { unitId, companyId }, decision)
      if (typeof kind !== 'string') return kind
      kinds.push(kind)
    }
    await reviewStatuses(tx, { companyId })
    const decided = [
      ...decisions.map((one, index) => ({ label: DOCUMENT_LABELS[kinds[index] ?? 'v5c'], ...verdictOf(one) })),
      ...(vanFacts ? [{ label: VAN_LABEL, ...verdictOf(vanFacts) }] : []),
    ]
    await tellOwner(tx, companyId, 'verification', documentsChecked(await readUnitDetails(tx, unitId), decided))
    return findVerification(tx, unitId)
  })
}

const verdictOf = ({ decision, reason }: Pick<Decision, 'decision' | 'reason'>) => ({
  isApproved: decision === 'approve',
  reason: reason ?? null,
})

const NO_REASON = ['Say what is wrong with it: the driver reads this.']

function reasonErrors(decisions: readonly Decision[], vanFacts: Body['vanFacts']): FieldErrors {
  const errors: FieldErrors = {}
  if (vanFacts?.decision === 'refuse' && !vanFacts.reason) errors['van_facts.reason'] = NO_REASON
  decisions.forEach(({ decision, reason, documentId }, index) => {
    if (decision === 'refuse' && !reason) errors[`decisions.${index}.reason`] = NO_REASON
    if (decisions.findIndex((other) => other.documentId === documentId) < index)
      errors[`decisions.${index}.document_id`] = ['This document is in the list already.']
  })
  return errors
}

/** The reason as the driver reads it, with a request for a new document. */
const meanwhile = 'A document has been decided, replaced or taken back in the meantime. Look at the unit again.'

async function decideOne(
  ctx: TxCtx,
  { unitId, companyId }: { unitId: string; companyId: string },
  { documentId, decision, reason }: Decision,
): Promise<DocumentKind | Refusal> {
  const document = await ctx.db
    .selectFrom('fleet.document')
    .select(['kind', 'status', 'expiresOn', 'unitId', 'coverPence', 'coverPerItemPence'])
    .where('id', '=', documentId)
    .where('companyId', '=', companyId)
    .where((eb) => eb.or([eb('unitId', 'is', null), eb('unitId', '=', unitId)]))
    .executeTakeFirst()
  if (!document) return refuse(commonRefusals.notFound)
  if (document.status !== 'pending') return refuse(notWaiting, { detail: meanwhile })
  const now = ctx.clock.now()
  const isApproved = decision === 'approve'
  if (isApproved && document.expiresOn && document.expiresOn <= localDayOf(now)) return refuse(documentExpired)
  if (isApproved) await replaceOlder(ctx, companyId, document)
  if (isApproved && document.kind === 'goods_in_transit') await keepCover(ctx, companyId, document)
  await ctx.db
    .updateTable('fleet.document')
    .set({
      status: isApproved ? 'approved' : 'refused',
      reason: isApproved ? null : (reason ?? null),
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

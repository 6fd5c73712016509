import { sql } from 'kysely'
import { MINIMUM_COVER } from '#modules/companies/rules.ts'
import { attachUpload, detachUpload, removeUpload } from '#modules/files/commands.ts'
import { storeDocuments } from '#modules/files/uploads-commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { ReceivedFile } from '#platform/multipart.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { formatPounds } from '#shared/money.ts'
import { registrationTaken } from '../vans/contract.ts'
import { canHoldPlate, plateToHold } from '../vans/registrations-commands.ts'
import { notWaiting } from './contract.ts'
import { isSameVan, type ApprovedFacts } from './declarations-rules.ts'
import { findCompanyDocuments, findUnitDocuments, type DocumentView, findDeclaredVan } from './queries.ts'
import { expiryProblem, isCompanyDocument, mustExpire, pagesFlaw, VAN_DOCUMENTS, type DocumentKind } from './rules.ts'

export interface SubmittedDocument {
  kind: DocumentKind
  number?: string | undefined
  expiresOn?: string | undefined
  coverPence?: number | undefined
  coverPerItemPence?: number | undefined
}

export interface Holder {
  companyId: string
  /** Null if only company-wide documents are accepted. */
  unitId: string | null
}

/**
 * Hands a document in. It replaces one of its kind that still awaits checking; an approved one counts until it expires, whatever
 * becomes of the new one (T-081).
 */
export async function submitDocument(
  ctx: Ctx,
  { companyId, unitId }: Holder,
  document: SubmittedDocument,
  files: readonly ReceivedFile[],
): Promise<DocumentView | Refusal> {
  const flaw = expiryFlaw(ctx, document) ?? coverFlaw(document)
  if (flaw) return flaw
  const upload = await storeDocuments(ctx, files)
  if (upload instanceof Refusal) return upload
  const wrong = pagesFlaw(document.kind, upload.pages)
  if (wrong) {
    await removeUpload(ctx, upload.id)
    return invalidField('files', wrong)
  }
  return ctx.tx(async (tx) => {
    const ofUnit = isCompanyDocument(document.kind) ? null : unitId
    await lockCompany(tx, companyId)
    await cancelWaiting(tx, { companyId, unitId: ofUnit }, [document.kind])
    if (!(await attachUpload(tx, upload.id))) return refuse(commonRefusals.conflict)
    await tx.db
      .insertInto('fleet.document')
      .values({
        companyId,
        unitId: ofUnit,
        kind: document.kind,
        number: document.number || null,
        expiresOn: document.expiresOn ?? null,
        coverPence: document.coverPence ?? null,
        coverPerItemPence: document.coverPerItemPence ?? null,
        uploadId: upload.id,
        submittedAt: tx.clock.now(),
      })
      .execute()
    if (document.kind === 'v5c' && ofUnit) await compareAgain(tx, ofUnit)
    await tx.emit({ type: 'fleet.document-submitted', companyId })
    const all = unitId ? await findUnitDocuments(tx, unitId, companyId) : await findCompanyDocuments(tx, companyId)
    return all.find(({ kind }) => kind === document.kind) ?? refuse(commonRefusals.conflict)
  })
}

/** What a declaration becomes that waits for the office: another one, by its id. */
export const asksAgain = (ctx: Ctx) => ({
  id: sql<string>`uuidv7()`,
  status: 'pending' as const,
  reason: null,
  submittedAt: ctx.clock.now(),
  decidedAt: null,
  decidedBy: null,
})

/** What the office refused of a van beside its old log book is compared with the new one. */
async function compareAgain(ctx: TxCtx, unitId: string): Promise<void> {
  await ctx.db.selectFrom('fleet.working_unit').select('id').where('id', '=', unitId).forNoKeyUpdate().execute()
  await ctx.db
    .updateTable('fleet.van_declaration')
    .set(asksAgain(ctx))
    .where('unitId', '=', unitId)
    .where('status', '=', 'refused')
    .execute()
}

function expiryFlaw(ctx: Ctx, { kind, expiresOn }: SubmittedDocument): Refusal | undefined {
  if (!expiresOn) return mustExpire(kind) ? invalidField('expires_on', 'Enter the day on which it expires.') : undefined
  const problem = expiryProblem(expiresOn, localDayOf(ctx.clock.now()))
  return problem === undefined ? undefined : invalidField('expires_on', problem)
}

/**
 * Requires both amounts or none, of the one document that has them, and not less than the minimum for every company.
 */
function coverFlaw({ kind, coverPence, coverPerItemPence }: SubmittedDocument): Refusal | undefined {
  const field = coverPence === undefined ? 'cover_pence' : 'cover_per_item_pence'
  if (coverPence === undefined && coverPerItemPence === undefined) return undefined
  if (kind !== 'goods_in_transit') return invalidField(field, 'Only goods in transit insurance has a cover.')
  if (coverPence === undefined || coverPerItemPence === undefined)
    return invalidField(field, 'Enter both: what it pays for a move, and for one item.')
  const { totalPence, perItemPence } = MINIMUM_COVER
  if (coverPence < totalPence)
    return invalidField('cover_pence', `Cover has to be ${formatPounds(totalPence)} a move or more.`)
  if (coverPerItemPence < perItemPence)
    return invalidField('cover_per_item_pence', `Cover has to be ${formatPounds(perItemPence)} an item or more.`)
  if (coverPerItemPence > coverPence)
    return invalidField('cover_per_item_pence', 'One item can’t be covered for more than the whole move.')
  return undefined
}

/** Lock for submitting, checking and withdrawing documents of one company. */
const lockCompany = (ctx: TxCtx, companyId: string) =>
  ctx.db.selectFrom('companies.company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()

async function cancelWaiting(ctx: TxCtx, { companyId, unitId }: Holder, kinds: readonly DocumentKind[]): Promise<void> {
  const cancelled = await ctx.db
    .updateTable('fleet.document')
    .set({ status: 'cancelled' })
    .where('companyId', '=', companyId)
    .where('unitId', unitId === null ? 'is' : '=', unitId)
    .where('kind', 'in', [...kinds])
    .where('status', '=', 'pending')
    .returning('uploadId')
    .execute()
  for (const { uploadId } of cancelled) await discardSubmission(ctx, uploadId)
}

/** A document withdrawn or replaced before it was checked loses its files, which are not needed again. */
async function discardSubmission(ctx: TxCtx, uploadId: string | null): Promise<void> {
  if (!uploadId) return
  await ctx.db.updateTable('fleet.document').set({ uploadId: null }).where('uploadId', '=', uploadId).execute()
  await detachUpload(ctx, uploadId)
}

export const withdrawSubmission = (
  ctx: Ctx,
  { unitId, companyId }: { unitId: string; companyId: string },
  documentId: string,
): Promise<DocumentView[] | Refusal> =>
  ctx.tx(async (tx) => {
    await lockCompany(tx, companyId)
    const submission = await tx.db
      .selectFrom('fleet.document')
      .select(['status', 'uploadId'])
      .where('id', '=', documentId)
      .where('companyId', '=', companyId)
      .where((eb) => eb.or([eb('unitId', 'is', null), eb('unitId', '=', unitId)]))
      .executeTakeFirst()
    if (!submission) return refuse(commonRefusals.notFound)
    if (submission.status !== 'pending') return refuse(notWaiting)
    await tx.db.updateTable('fleet.document').set({ status: 'cancelled' }).where('id', '=', documentId).execute()
    await discardSubmission(tx, submission.uploadId)
    await tx.emit({ type: 'fleet.document-withdrawn', companyId })
    return findUnitDocuments(tx, unitId, companyId)
  })

/** Ends the documents of a van the unit no longer drives. Approved ones are kept on record but no longer count. */
export async function endVanDocuments(ctx: TxCtx, holder: { companyId: string; unitId: string }): Promise<void> {
  await cancelWaiting(ctx, holder, VAN_DOCUMENTS)
  await ctx.db
    .updateTable('fleet.document')
    .set({ status: 'replaced' })
    .where('unitId', '=', holder.unitId)
    .where('kind', 'in', [...VAN_DOCUMENTS])
    .where('status', 'in', ['approved', 'refused'])
    .execute()
}

/** A van has another registration: what was decided about before names the other vehicle. What has been sent since and waits is this one's. */
export async function endOtherVansDocuments(ctx: TxCtx, unitId: string, changedAt: Date): Promise<void> {
  await ctx.db
    .updateTable('fleet.document')
    .set({ status: 'replaced' })
    .where('unitId', '=', unitId)
    .where('kind', 'in', [...VAN_DOCUMENTS])
    .where('status', 'in', ['approved', 'refused'])
    .where('submittedAt', '<', changedAt)
    .execute()
}

/** Facts without the row's other columns. */
function factsOf(row: ApprovedFacts): ApprovedFacts {
  const { registration, make, model, category, hasTailLift, fuel, euroClass, year } = row
  const { grossWeightKg, kerbWeightKg, payloadKg } = row
  const van = { registration, make, model, category, hasTailLift, fuel, euroClass, year }
  return { ...van, grossWeightKg, kerbWeightKg, payloadKg }
}

/** Locks the units in one order, both to change their vans and to work out their statuses. */
export const lockUnitsOf = (ctx: TxCtx, companyId: string) =>
  ctx.db
    .selectFrom('fleet.working_unit')
    .select('id')
    .where('companyId', '=', companyId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Stores a driver's facts of a van. Until the office has approved it once, they are the van's facts; from then on they
 * wait, and entering the approved values again withdraws the waiting ones. Runs under the lock of the unit's row.
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

/** Error for the office if the driver has changed the facts since. */
const alreadyDecided = 'Someone has already decided on this van’s details, or they have changed. Reload the page.'

interface FactsDecision {
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
      ? refuse(notWaiting, { detail: alreadyDecided })
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
  // The audit leaves out the plate, which is erased with the account.
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

import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { addDays, formatDateUk, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { needsSecondPerson } from '../corrections/contract.ts'
import { findBalance, findOwnCorrections } from '../corrections/queries.ts'
import { reverse } from '../corrections/reversals-commands.ts'
import { secondLookOf } from '../corrections/rules.ts'
import { post, type Entry } from '../ledger/commands.ts'
import { ABOUT_NO_BOOKING, postingsOfRounding } from '../ledger/rules.ts'
import {
  alreadyBilled,
  alreadyGenerated,
  alreadySaved,
  draftChanged,
  emptyCredit,
  negativeInvoice,
  noData,
  periodNotOver,
  type invoices,
} from './contract.ts'
import { findExisting, hasRest } from './covered-queries.ts'
import { fillSheets, isUpToDate, refillSheets } from './sheets-commands.ts'
import { findDocument, type Document } from './queries.ts'
import { isOver, taxYearOf, type DocumentKind } from './rules.ts'

/** Subject of a document: one unit, one customer or, for an invoice run, every company. */
export interface Subject {
  unitId?: string
  customerId?: string
}

type Period = InputOf<(typeof invoices)['create']>['body']

/**
 * A fresh draft of a period. With validation it has what no saved document has; if nothing is left, or there is a draft of the same dates,
 * it is refused, and that document is named.
 */
export const makeDocument = (
  ctx: Ctx,
  kind: DocumentKind,
  subject: Subject,
  period: Period,
): Promise<Document | Refusal> =>
  ctx.tx(async (tx) => {
    const id = await makeDraft(tx, kind, subject, period)
    return id instanceof Refusal ? id : readDocument(tx, kind, id)
  })

/** Makes the draft and answers its id. A refusal leaves nothing behind, so that the transaction can go on with others. */
export async function makeDraft(
  tx: TxCtx,
  kind: DocumentKind,
  subject: Subject,
  { startDate, endDate, needValidation }: Period,
): Promise<string | Refusal> {
  const { unitId = null, customerId = null } = subject
  if (!(await isThere(tx, unitId, customerId))) return refuse(commonRefusals.notFound)
  if (!isOver(endDate, localDayOf(tx.clock.now()))) return refuseOpenPeriod(endDate)
  // Two admins who make the same one at the same moment wait for each other.
  await lockSubject(tx, `${kind} ${unitId ?? customerId ?? ''}`)
  const document = { id: newId(tx.clock), kind, startDay: startDate, endDay: endDate, unitId, customerId }
  const existing = needValidation ? await findExisting(tx, document) : undefined
  if (existing?.draftId) return refuse(alreadyGenerated, { suggested: { id: existing.draftId } })
  await tx.write(
    tx.db.insertInto('billing.document').values({ ...document, madeAt: tx.clock.now(), madeBy: userIdOf(tx.actor) }),
  )
  const sheets = await fillSheets(tx, document, needValidation ? 'left out' : 'shown if alone')
  const isCovered = existing?.savedId && (existing.isWhole || kind !== 'sales_credit') && !(await hasRest(tx, document))
  if (isCovered || sheets === 0) {
    await removeDraft(tx, document.id)
    return existing?.savedId ? refuse(alreadyGenerated, { suggested: { id: existing.savedId } }) : refuse(noData)
  }
  await recordAudit(tx, {
    action: 'document.made',
    object: `${kind} ${document.id}`,
    after: { startDate, endDate, unitId, customerId, amountPence: await findBalance(tx, document.id) },
  })
  return document.id
}

const refuseOpenPeriod = (lastDay: LocalDay) =>
  refuse(periodNotOver, {
    detail: `This period ends on ${formatDateUk(lastDay)}, so it isn’t over yet. Make it from ${formatDateUk(addDays(lastDay, 1))} on, or choose an earlier last day.`,
  })

const readDocument = async (ctx: Ctx, kind: DocumentKind, id: string) =>
  (await findDocument(ctx, kind, id)) ?? refuse(commonRefusals.notFound)

/** Whether there is such a unit or customer; an invoice run is about neither. */
async function isThere(ctx: TxCtx, unitId: string | null, customerId: string | null): Promise<boolean> {
  const { rows } = await sql`select from fleet.working_unit where id = ${unitId}
    union all select from identity."user" where id = ${customerId} and user_role = 'customer'`.execute(ctx.db)
  return rows.length > 0 || (!unitId && !customerId)
}

const lockSubject = (ctx: TxCtx, subject: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`billing ${subject}`}, 0))`.execute(ctx.db)

interface Locked {
  id: string
  kind: DocumentKind
  status: 'draft' | 'saved'
  version: number
  startDay: LocalDay
  endDay: LocalDay
  unitId: string | null
  customerId: string | null
}

export const lockDocument = (ctx: TxCtx, kind: DocumentKind, id: string): Promise<Locked | undefined> =>
  ctx.db
    .selectFrom('billing.document')
    .select(['id', 'kind', 'status', 'version', 'startDay', 'endDay', 'unitId', 'customerId'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()

/** Works a locked draft out again. */
export async function refreshDraft(ctx: TxCtx, id: string): Promise<void> {
  await ctx.db
    .updateTable('billing.document')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await refillSheets(ctx, id)
}

/** Freezes a draft and gives its sheets the next numbers, which have no gap: they are part of this transaction. Saved again, it is saved already. */
export async function saveDocument(
  ctx: Ctx,
  kind: DocumentKind,
  id: string,
  version?: number,
): Promise<Document | Refusal> {
  // Brought up to date first, and on its own: what is refused leaves no trace, and who looks again has to see it.
  await ctx.tx(async (tx) => {
    if ((await lockDocument(tx, kind, id))?.status === 'draft') await bringUpToDate(tx, id)
  })
  return ctx.tx(async (tx) => {
    const document = await lockDocument(tx, kind, id)
    if (!document) return refuse(commonRefusals.notFound)
    if (document.status === 'saved') return readDocument(tx, kind, id)
    if (version !== undefined && version !== document.version) return refuse(draftChanged)
    return (await freeze(tx, document)) ?? readDocument(tx, kind, id)
  })
}

/** Works a locked draft out again if card money has moved since, or some of its lines are on a document that was saved since. */
export async function bringUpToDate(tx: TxCtx, id: string): Promise<void> {
  if (!(await isUpToDate(tx, id))) await refreshDraft(tx, id)
}

/** Saves and numbers a draft that the caller has locked. */
export async function freeze(tx: TxCtx, { kind, id, endDay }: Locked): Promise<Refusal | undefined> {
  if (!isOver(endDay, localDayOf(tx.clock.now()))) return refuseOpenPeriod(endDay)
  const { sizePence, entries, confirmedEntries } = await findOwnCorrections(tx, id)
  if (secondLookOf(sizePence, entries, confirmedEntries) === 'needed') return refuse(needsSecondPerson)
  if (kind === 'invoice' && (await hasNegative(tx, id))) return refuse(negativeInvoice)
  if (kind === 'sales_credit' && (await isEmpty(tx, id))) return refuse(emptyCredit)
  if (!(await claimEntries(tx, kind, id))) return refuse(alreadyBilled)
  await number(tx, id)
  if (kind === 'invoice') await postRounding(tx, id)
  await tx.write(
    tx.db
      .updateTable('billing.document')
      // The number makes it another document than the draft that was emailed.
      .set((eb) => ({
        status: 'saved' as const,
        savedAt: tx.clock.now(),
        savedBy: userIdOf(tx.actor),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id),
  )
  await recordAudit(tx, {
    action: 'document.saved',
    object: `${kind} ${id}`,
    after: { amountPence: await findBalance(tx, id) },
  })
  return undefined
}

/**
 * Marks the entries as billed. One that is on another saved document of this kind stays unmarked, and so nothing is saved; two who save
 * the same entry at the same moment are stopped by the index `entry_billed_once`.
 */
async function claimEntries(ctx: TxCtx, kind: DocumentKind, id: string): Promise<boolean> {
  await lockSubject(ctx, `saves ${kind}`)
  const { rows } = await sql<{ free: boolean }>`
    select not exists (
      select from billing.sheet s join billing.sheet_entry se on se.sheet_id = s.id
      join billing.sheet_entry other on other.entry_id = se.entry_id and other.kind = se.kind and other.is_saved
      where s.document_id = ${id} and not se.is_waiting) as free`.execute(ctx.db)
  if (!rows[0]?.free && !ctx.config.guardOff.has('billed_once')) return false
  await sql`update billing.sheet_entry se set is_saved = true from billing.sheet s
    where s.document_id = ${id} and se.sheet_id = s.id and not se.is_waiting`.execute(ctx.db)
  return true
}

/** Without a line or a correction: a credit is made so by hand, to be corrected, and is neither saved nor left by a run. */
export async function isEmpty(tx: TxCtx, id: string): Promise<boolean> {
  const filled = tx.db.selectFrom('billing.sheet').select('id').where('documentId', '=', id)
  return (await filled.where('entries', '>', 0).limit(1).executeTakeFirst()) === undefined
}

async function hasNegative(tx: TxCtx, id: string): Promise<boolean> {
  const sheets = tx.db
    .selectFrom('billing.sheet')
    .select('id')
    .where('documentId', '=', id)
    .where('kind', '=', 'invoice')
  return (await sheets.where('balancePence', '<', 0).limit(1).executeTakeFirst()) !== undefined
}

const ROUNDINGS_AT_ONCE = 500

/** VAT of an invoice is that of its net total, and was posted booking by booking: the pennies between are posted, so that VAT owed is VAT invoiced. */
async function postRounding(tx: TxCtx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; companyId: string | null; pence: number }>`
    select s.id, s.company_id, (s.vat_pence + coalesce((
      select sum(p.amount_pence) from billing.sheet_entry se join billing.posting p on p.entry_id = se.entry_id
      where se.sheet_id = s.id and p.account = 'vat'), 0))::float8 as pence
    from billing.sheet s where s.document_id = ${id}`.execute(tx.db)
  const day = localDayOf(tx.clock.now())
  const entries = rows.map(({ id: sheetId, companyId, pence }): Entry => ({
    cause: `rounding ${sheetId}`,
    kind: 'correction',
    day,
    bookingId: null,
    companyId,
    unitId: null,
    customerId: null,
    documentId: id,
    documentKind: 'invoice',
    about: { ...ABOUT_NO_BOOKING, reason: 'VAT is rounded once for the whole invoice' },
    postings: postingsOfRounding(pence),
  }))
  for (let from = 0; from < entries.length; from += ROUNDINGS_AT_ONCE)
    await post(tx, entries.slice(from, from + ROUNDINGS_AT_ONCE))
}

/** In the order of the parties' names, in the tax year of today. A VAT number that was entered since the draft was made is on it. */
async function number(ctx: TxCtx, id: string): Promise<void> {
  const taxYear = taxYearOf(localDayOf(ctx.clock.now()))
  await sql`
    with sheets as (
      select s.id, s.kind, row_number() over (partition by s.kind order by s.party ->> 'name', s.id) as place
      from billing.sheet s where s.document_id = ${id}
    ), counts as (select kind, count(*) as count from sheets group by kind), numbers as (
      insert into billing.series (kind, tax_year, last) select kind, ${taxYear}, count from counts order by kind
      on conflict (kind, tax_year) do update set last = series.last + excluded.last
      returning kind, last - (select count from counts where counts.kind = series.kind) as before
    )
    update billing.sheet s set tax_year = ${taxYear}, number = numbers.before + sheets.place,
      party = case when s.company_id is null then s.party else s.party || ${vatNumberOf(sql`s.company_id`)} end,
      suppliers = coalesce((select jsonb_agg(one || ${vatNumberOf(sql`(one ->> 'companyId')::uuid`)} order by place)
        from jsonb_array_elements(s.suppliers) with ordinality as suppliers (one, place)), s.suppliers)
    from sheets join numbers using (kind), billing.document d where s.id = sheets.id and d.id = s.document_id`.execute(
    ctx.db,
  )
}

/** VAT number of a company in the period of the document `d`. */
const vatNumberOf = (companyId: RawBuilder<unknown>) =>
  sql`jsonb_build_object('vatNumber', companies.vat_number_in(${companyId}, d.start_day, d.end_day))`

export const removeDraft = (tx: TxCtx, id: string) =>
  tx.db.deleteFrom('billing.document').where('id', '=', id).execute()

/** Throws a draft away. What was corrected on it is reversed, for the ledger forgets nothing. */
export const discardDocument = (ctx: Ctx, kind: DocumentKind, id: string): Promise<{ detail: string } | Refusal> =>
  ctx.tx(async (tx) => {
    const document = await lockDocument(tx, kind, id)
    if (!document) return refuse(commonRefusals.notFound)
    if (document.status === 'saved') return refuse(alreadySaved)
    const { startDay, endDay, unitId, customerId } = document
    const amountPence = await findBalance(tx, id)
    const refused = await reverse(tx, sql`e.document_id = ${id}`)
    if (refused) return refused
    await removeDraft(tx, id)
    await recordAudit(tx, {
      action: 'document.discarded',
      object: `${kind} ${id}`,
      // Afterwards nothing else says what it was.
      before: { startDate: startDay, endDate: endDay, unitId, customerId, amountPence },
    })
    return { detail: 'The draft is thrown away.' }
  })

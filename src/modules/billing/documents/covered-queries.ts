import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { previewDocument } from '../runs/contract.ts'
import { numberText, type DocumentKind, type SheetKind } from './rules.ts'

/** Which days of a subject saved documents have already. A further document is made of the rest. */

export interface SubjectDays {
  kind: DocumentKind
  startDay: LocalDay
  endDay: LocalDay
  unitId: string | null
  customerId: string | null
}

/** Condition that the document `d` is about this unit or customer; an invoice run is about every company. */
const isOfSubject = ({ kind, unitId, customerId }: Pick<SubjectDays, 'kind' | 'unitId' | 'customerId'>) => {
  if (kind === 'statement') return sql`d.unit_id = ${unitId}::uuid`
  return kind === 'sales_credit' ? sql`d.customer_id = ${customerId}::uuid` : sql`true`
}

/**
 * Condition that the day has been billed: it is on a saved document, or the month's run is done. What is settled afterwards is on the
 * next document.
 */
export const isClosed = (subject: Pick<SubjectDays, 'kind' | 'unitId' | 'customerId'>, day: RawBuilder<unknown>) =>
  sql<SqlBool>`(exists (select from billing.document d where d.kind = ${sql.lit(subject.kind)} and ${isOfSubject(subject)}
      and d.status = 'saved' and ${day} between d.start_day and d.end_day)
    or exists (select from billing.run r where r.state = 'done' and r.saves and ${day} between r.start_day and r.end_day))`

export type Covering = AnswerOf<typeof previewDocument>['coveredBy'][number]

export type CoveringRow = Omit<Covering, 'number'> & { taxYear: string | null; number: number | null }

const MOST_COVERING = 10

/** Saved documents `d` as JSON, in the order of their days; at most ten. The documents of an invoice run have numbers of their own. */
export const coveringAsJson = (from: RawBuilder<unknown>) => sql<CoveringRow[]>`(
  select coalesce(json_agg(json_build_object('id', c.id, 'startDate', c.start_day, 'endDate', c.end_day, 'taxYear', c.tax_year, 'number', c.number)
    order by c.start_day, c.id), '[]')
  from (select d.id, d.start_day, d.end_day, s.tax_year, s.number from ${from}
    left join lateral (select o.tax_year, o.number from billing.sheet o where o.document_id = d.id and d.kind <> 'invoice' limit 1) s on true
    order by d.start_day, d.id limit ${sql.lit(MOST_COVERING)}) c)`

export const coveringOf = (kind: DocumentKind, { taxYear, number, ...row }: CoveringRow): Covering => ({
  ...row,
  number: taxYear && number ? numberText(kind, taxYear, number) : null,
})

const savedOf = (
  subject: SubjectDays,
) => sql`billing.document d where d.kind = ${subject.kind} and ${isOfSubject(subject)}
  and d.status = 'saved' and d.end_day >= ${subject.startDay}::date and d.start_day <= ${subject.endDay}::date`

/** Saved documents of some of these days. */
export async function listCovering(ctx: Ctx, subject: SubjectDays): Promise<Covering[]> {
  const covering = coveringAsJson(sql`(select d.* from ${savedOf(subject)}) d`)
  const { rows } = await sql<{ covering: CoveringRow[] }>`select ${covering} as covering`.execute(ctx.db)
  return rows.flatMap((row) => row.covering.map((one) => coveringOf(subject.kind, one)))
}

interface Existing {
  /** A draft of exactly these days. */
  draftId: string | null
  /** The newest saved document of some of them. */
  savedId: string | null
  /** Saved documents have every one of these days. */
  isWhole: boolean
}

export async function findExisting(ctx: Ctx, subject: SubjectDays): Promise<Existing> {
  const { kind, startDay, endDay } = subject
  const { rows } = await sql<Existing>`
    select (select d.id from billing.document d where d.kind = ${kind} and ${isOfSubject(subject)} and d.status = 'draft'
        and d.start_day = ${startDay}::date and d.end_day = ${endDay}::date order by d.made_at desc limit 1) as draft_id,
      (select d.id from ${savedOf(subject)} order by d.made_at desc, d.id desc limit 1) as saved_id,
      coalesce((select range_agg(daterange(d.start_day, d.end_day, '[]')) @> daterange(${startDay}::date, ${endDay}::date, '[]')
        from ${savedOf(subject)}), false) as is_whole`.execute(ctx.db)
  return rows[0] ?? { draftId: null, savedId: null, isWhole: false }
}

/** Whether a filled draft has a line to bill, or one of a day that no saved document has and whose card money is still to come. */
export async function hasRest(ctx: TxCtx, subject: SubjectDays & { id: string }): Promise<boolean> {
  const { rows } = await sql<{ hasRest: boolean }>`
    select exists (select from billing.sheet s join billing.sheet_entry se on se.sheet_id = s.id join billing.entry e on e.id = se.entry_id
      where s.document_id = ${subject.id} and (not se.is_waiting or not ${isClosed(subject, sql`e.day`)})) as has_rest`.execute(
    ctx.db,
  )
  return rows[0]?.hasRest === true
}

/**
 * Condition that some entries of the draft are on another saved document of their kind, and others are not: worked out again, the draft
 * has the others. One that is billed whole stays as it is, and names what has its lines.
 */
export const partlyBilled = (documentId: string) => sql<SqlBool>`(
  exists (select from ${entriesOf(documentId)} where ${isBilled})
  and exists (select from ${entriesOf(documentId)} join billing.entry e on e.id = se.entry_id
    where e.document_id is distinct from ${documentId}::uuid and not ${isBilled}))`

const entriesOf = (id: string) =>
  sql`billing.sheet s join billing.sheet_entry se on se.sheet_id = s.id and s.document_id = ${id}`

const isBilled = sql`exists (select from billing.sheet_entry o
  where o.entry_id = se.entry_id and o.kind = se.kind and o.is_saved and o.sheet_id <> se.sheet_id)`

/** Saved documents of the same kind that have some of a draft's entries; at most ten. */
export async function listBilledBy(ctx: Ctx, documentId: string): Promise<{ id: string; number: string }[]> {
  const { rows } = await sql<{ id: string; kind: SheetKind; taxYear: string; number: number }>`
    select distinct o.document_id as id, o.kind, o.tax_year, o.number
    from billing.sheet s
    join billing.sheet_entry se on se.sheet_id = s.id
    join billing.sheet_entry other on other.entry_id = se.entry_id and other.kind = se.kind and other.is_saved and other.sheet_id <> s.id
    join billing.sheet o on o.id = other.sheet_id
    where s.document_id = ${documentId} and not se.is_waiting order by o.tax_year, o.number limit 10`.execute(ctx.db)
  return rows.map(({ id, kind, taxYear, number }) => ({ id, number: numberText(kind, taxYear, number) }))
}

/** "STM-2026/27-00007, LK72 VNF, Pennant & Daughters", or "Draft, …" before it has a number; null once it is discarded. */
export const nameOfDocument = (id: RawBuilder<unknown>) => sql<string | null>`(
  select concat_ws(', ', case d.status when 'draft' then 'Draft' else (
      select case count(*) when 1 then min(n.text) else concat(min(n.text), ' to ', max(n.text)) end
      from (select concat(case s.kind when 'statement' then 'STM' when 'invoice' then 'INV' when 'sales_credit' then 'SCN' else 'CRN' end,
        '-', s.tax_year, '-', lpad(s.number::text, 5, '0')) as text
        from billing.sheet s where s.document_id = d.id and (d.kind <> 'invoice' or s.kind = 'invoice')) n) end,
    v.registration, c.name, nullif(concat_ws(' ', u.first_name, u.last_name), ''), to_char(d.start_day, 'DD/MM/YYYY') || ' to ' || to_char(d.end_day, 'DD/MM/YYYY'))
  from billing.document d left join fleet.working_unit w on w.id = d.unit_id left join fleet.van v on v.unit_id = d.unit_id
    left join companies.company c on c.id = w.company_id left join identity."user" u on u.id = d.customer_id
  where d.id = ${id})`

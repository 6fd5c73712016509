import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { taxOn, taxWithin } from '#modules/pricing/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf, InputOf } from '#shared/endpoint.ts'
import { addDays, localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { previewDocument as previewEndpoint } from '../runs/contract.ts'
import { isClosed, listCovering, type SubjectDays } from './covered-queries.ts'
import { type DocumentKind, isLate, isOver } from './rules.ts'

/** What sheets come to, from the ledger alone: one row for each sheet `s` that is in, however many entries it has. */
export const sheetTotals = (kind: DocumentKind, isIncluded: RawBuilder<SqlBool>) => sql`
  with of_entry as (${totalsOfEntries(isIncluded)}), of_sheet as (${SHEETS[kind]}), of_unit as (${kind === 'invoice' ? unitLines : sql`select null::uuid as sheet_id, '[]'::jsonb as lines where false`})
  select s.id, coalesce(t.entries, 0) as entries, coalesce(t.gross, 0) as gross, coalesce(t.held, 0) as held,
    coalesce(t.commission, 0) as commission, coalesce(t.vat, 0) as vat, coalesce(t.corrections, 0) as corrections,
    coalesce(t.balance, 0) as balance, coalesce(of_unit.lines, '[]') as lines
  from billing.sheet s left join of_sheet t on t.sheet_id = s.id left join of_unit on of_unit.sheet_id = s.id
  where ${isIncluded}`

const sums = sql`count(*)::int as entries, sum(gross) as gross, sum(held) as held, sum(commission) as commission,
  sum(corrections) as corrections`

/** What the entries of a sheet come to. VAT of an invoice is worked out on its net total, that within a credit on what each company gives back. */
const SHEETS: Record<DocumentKind, RawBuilder<unknown>> = {
  statement: sql`select sheet_id, ${sums}, sum(vat) as vat, sum(balance) as balance from of_entry group by sheet_id`,
  invoice: sql`select sheet_id, ${sums}, ${taxOn(sql`sum(commission + corrections)`)} as vat,
    sum(commission + corrections) + ${taxOn(sql`sum(commission + corrections)`)} as balance from of_entry group by sheet_id`,
  sales_credit: sql`select sheet_id, sum(entries)::int as entries, sum(gross) as gross, 0 as held, 0 as commission, sum(corrections) as corrections,
    sum(vat) as vat, sum(balance) as balance
    from (select sheet_id, ${sums}, ${taxWithin(sql`sum(with_vat)`)} as vat, sum(balance) as balance from of_entry group by sheet_id, company_id) c
    group by sheet_id`,
}

const moved = (
  account: string,
  ...parts: string[]
) => sql`coalesce(sum(p.amount_pence) filter (where p.account = ${sql.lit(account)}
  and p.what in (${sql.join(parts.map((part) => sql.lit(part)))})), 0)`

/** A credit note of commission comes to what an invoice of the same would. */
const workedAs = sql`replace(se.kind, 'commission_credit', 'invoice')`

/** The rule `totalsOf`, for each entry of the sheets `s`; a test compares the two (totals.api.test.ts). */
const totalsOfEntries = (isIncluded: RawBuilder<SqlBool>) => sql`
  select se.sheet_id, e.id, e.kind, e.unit_id, e.company_id, e.about,
    case ${workedAs} when 'sales_credit' then -${moved('customer', 'compensation')} else -${moved('mover', 'price')} end as gross,
    case ${workedAs} when 'statement' then ${moved('mover', 'paid_to_mover')} else 0 end as held,
    case ${workedAs} when 'statement' then ${moved('mover', 'commission')} when 'invoice' then -${moved('commission', 'commission')} else 0 end as commission,
    case ${workedAs} when 'statement' then ${moved('mover', 'vat')} else 0 end as vat,
    case when se.kind = 'sales_credit' and (e.about ->> 'moverChargesVat')::boolean then -${moved('customer', 'correction')} else 0 end as with_vat,
    case ${workedAs} when 'statement' then -${moved('mover', 'correction', 'compensation')}
      when 'invoice' then -${moved('commission', 'correction')} else -${moved('customer', 'correction')} end as corrections,
    case ${workedAs} when 'statement' then -coalesce(sum(p.amount_pence) filter (where p.account = 'mover'), 0)
      when 'invoice' then 0
      else -${moved('customer', 'compensation', 'correction')} end as balance
  from billing.sheet s join billing.sheet_entry se on se.sheet_id = s.id join billing.entry e on e.id = se.entry_id
  join billing.posting p on p.entry_id = e.id
  where ${isIncluded} and not se.is_waiting group by se.sheet_id, se.kind, e.id`

const unitLines = sql`
  select sheet_id, jsonb_agg(jsonb_build_object('unitId', unit_id, 'registration', registration, 'bookings', bookings, 'basePence', base,
    'netPence', net, 'vatPence', vat) order by registration, unit_id) as lines
  from (
    select sheet_id, unit_id, max(about ->> 'registration') as registration, count(*) as bookings,
      sum((about ->> 'pricePence')::bigint - (about ->> 'roadChargesPence')::bigint) as base, sum(commission) as net,
      ${taxOn(sql`sum(commission)`)} as vat
    from of_entry where kind <> 'correction' group by sheet_id, unit_id) u
  group by sheet_id`

/** A document whose entries are chosen. */
export interface Filled extends SubjectDays {
  /** Null for one that is not made yet. */
  id: string | null
}

/** Condition that the entry `e` is neither reversed nor a reversal. */
const isInForce = sql`e.kind <> 'reversal' and not exists (select from billing.entry r where r.reverses = e.id)`

/**
 * Amount that the customer of the entry `e` still owes for its booking, by the sums charged, refunded and credited on
 * saved documents. Compensation is left out: it may be owed by a company that gave the booking back.
 */
const owedByCard = sql`(select coalesce(sum(p.amount_pence), 0) from billing.entry m join billing.posting p on p.entry_id = m.id
  where m.booking_id = e.booking_id and p.account = 'customer' and p.what <> 'compensation'
    and (m.document_id is null or exists (select from billing.document d where d.id = m.document_id and d.status = 'saved')))`

/**
 * Condition that the entry `e` of a statement waits: card money that has not been collected, or was refunded, is not
 * paid out. A credit on such a price waits with it.
 */
export const waits = sql<SqlBool>`coalesce(case
  when e.kind in ('booking', 'cancellation', 'share') then e.about ->> 'paidBy' = 'card' and ${owedByCard} > 0
  when e.kind = 'correction' and e.document_kind <> 'statement' and e.booking_id is not null then ${owedByCard} > 0 and (
    -- Looked up for each entry by its indexes: the planner may not make it one reading of all that is unbilled.
    select f.id from billing.entry f join billing.unbilled u on u.entry_id = f.id and u.kind = 'statement' and u.unit_id = e.unit_id
    where f.booking_id = e.booking_id and f.kind in ('booking', 'cancellation') and f.about ->> 'paidBy' = 'card' limit 1) is not null
  end, false)`

/** Lines that a saved document has already: left out, or shown if there are no others, as on a draft that can no longer be saved. */
export type Billed = 'left out' | 'shown if alone'

/**
 * The entries of a document, each part by its index: its own corrections; those of its days; and those of earlier days that are unbilled
 * although the document of their own period was saved. A credit to a customer is on the first statement that is made after it.
 */
export function chosenFor(document: Filled, billed: Billed = 'left out'): RawBuilder<unknown> {
  const { id, kind, startDay, endDay } = document
  const { isOfParty, counts, waiting } = PARTS[kind](document)
  const all = sql`select e.*, ${kind === 'statement' ? waits : sql`false`} as waits from (
      select o.*, false as is_billed from billing.entry o where o.document_id = ${id}::uuid
      union all
      select p.*, (select u.entry_id from billing.unbilled u where u.entry_id = p.id and u.kind = ${sql.lit(kind)}) is null as is_billed
      from billing.entry p where ${isOfParty} and p.day between ${startDay}::date and ${endDay}::date and ${counts}
      union all
      select p.*, false as is_billed from billing.unbilled b join billing.entry p on p.id = b.entry_id
      where ${waiting} and b.day < ${startDay}::date and ${counts} and (p.kind = 'correction' or ${isClosed(document, sql`b.day`)})
      ${kind === 'invoice' ? correctedCommission(document) : sql``}
    ) e where ${isInForce}`
  if (billed === 'left out') return sql`(select * from (${all}) e where not e.is_billed)`
  const others = sql`exists (select from c other where not other.is_billed and other.document_id is distinct from ${id}::uuid)
    ${kind === 'invoice' ? sql`or exists (select from ${toCredit(endDay)})` : sql``}`
  return sql`(with c as materialized (${all}) select c.* from c where not c.is_billed or not (${others}))`
}

/** Commission to credit by the last day of an invoice run, `c`. */
export const toCredit = (endDay: LocalDay) =>
  sql`billing.commission_to_credit c where c.day <= ${endDay}::date and c.company_id is not null`

/**
 * Corrections on saved statements and credits that moved commission: with their booking's, if this invoice is the first to bill it. What was
 * invoiced already is credited by a credit note (`billing.commission_to_credit`), unless there is more to pay.
 */
const correctedCommission = (document: Filled) => sql`
      union all
      select p.*, false as is_billed from billing.unbilled b join billing.entry p on p.id = b.entry_id
      join billing.document c on c.id = p.document_id and c.status = 'saved'
      join billing.entry f on f.booking_id = p.booking_id and f.kind in ('booking', 'cancellation')
      left join billing.unbilled fb on fb.entry_id = f.id and fb.kind = 'invoice'
      where b.kind = 'invoice' and p.kind = 'correction' and case when fb.entry_id is not null
        then fb.day <= ${document.endDay}::date and (fb.day >= ${document.startDay}::date or ${isClosed(document, sql`fb.day`)})
        else p.day <= ${document.endDay}::date and not exists (select from billing.commission_to_credit k where k.entry_id = p.id)
          and not exists (select from billing.sheet_entry o where o.entry_id = p.id and o.is_saved and o.kind not in ('statement', 'sales_credit')) end`

interface Parts {
  /** The entries `p` of whom it is about. */
  isOfParty: RawBuilder<unknown>
  /** Which of these. */
  counts: RawBuilder<unknown>
  /** The same of what is unbilled, `b`. */
  waiting: RawBuilder<unknown>
}

const PARTS: Record<DocumentKind, (document: Filled) => Parts> = {
  statement: ({ unitId }) => ({
    isOfParty: sql`p.unit_id = ${unitId}::uuid`,
    // A company's credit to a customer counts once the sales credit is saved.
    counts: sql`(p.kind in ('booking', 'cancellation', 'share', 'compensation') or (p.document_kind = 'sales_credit'
      and (select c.status from billing.document c where c.id = p.document_id) = 'saved'))`,
    waiting: sql`b.kind = 'statement' and b.unit_id = ${unitId}::uuid`,
  }),
  invoice: () => ({
    isOfParty: sql`p.kind in ('booking', 'cancellation')`,
    counts: sql`p.kind in ('booking', 'cancellation')
      and exists (select from billing.posting c where c.entry_id = p.id and c.account = 'commission')`,
    waiting: sql`b.kind = 'invoice'`,
  }),
  sales_credit: ({ customerId }) => ({
    isOfParty: sql`p.customer_id = ${customerId}::uuid`,
    counts: sql`p.kind = 'compensation'`,
    waiting: sql`b.kind = 'sales_credit' and b.customer_id = ${customerId}::uuid`,
  }),
}

/** Whether an entry counts as a booking: of several vans, once on the statement of each. */
const isDone = (entry: 'e' | 'p') =>
  sql<SqlBool>`(${sql.ref(`${entry}.kind`)} <> 'share' or (${sql.ref(`${entry}.about`)} ->> 'pricePence')::bigint > 0)`

type Preview = AnswerOf<typeof previewEndpoint>

/** How much a document would have, before it is made: what saved documents have of these days is not in it. */
export async function previewDocument(
  ctx: Ctx,
  { kind, subject, startDate, endDate }: InputOf<typeof previewEndpoint>['query'],
): Promise<Preview> {
  const document: Filled = {
    id: null,
    kind,
    startDay: startDate,
    endDay: endDate,
    unitId: (kind === 'statement' && subject) || null,
    customerId: (kind === 'sales_credit' && subject) || null,
  }
  const { rows } = await sql<Pick<Preview, 'bookings' | 'pricePence' | 'companies'>>`
    select (count(*) filter (where ${isDone('e')}))::int as bookings, coalesce(sum((e.about ->> 'pricePence')::bigint), 0)::float8 as price_pence,
      count(distinct e.company_id)::int as companies
    from ${chosenFor(document)} e where e.kind in ('booking', 'cancellation', 'share', 'compensation')`.execute(ctx.db)
  const found = rows[0] ?? { bookings: 0, pricePence: 0, companies: 0 }
  return {
    ...found,
    elsewhere: found.bookings > 0 || subject === undefined ? null : await findElsewhere(ctx, document),
    coveredBy: await listCovering(ctx, document),
    readyOn: isOver(endDate, localDayOf(ctx.clock.now())) ? null : addDays(endDate, 1),
    isLate: kind === 'invoice' && isLate(endDate, localDayOf(ctx.clock.now())),
  }
}

/** What is not billed yet of a unit or customer, on days that the document does not have. */
async function findElsewhere(ctx: Ctx, document: Filled): Promise<Preview['elsewhere']> {
  const { counts, waiting } = PARTS[document.kind](document)
  const { rows } = await sql<NonNullable<Preview['elsewhere']>>`
    select (count(*) filter (where ${isDone('p')}))::int as bookings, coalesce(sum((p.about ->> 'pricePence')::bigint), 0)::float8 as price_pence,
      to_char(min(p.day), 'YYYY-MM-DD') as start_date, to_char(max(p.day), 'YYYY-MM-DD') as end_date
    from billing.unbilled b join billing.entry p on p.id = b.entry_id
    where ${waiting} and ${counts} and p.kind in ('booking', 'cancellation', 'share', 'compensation')
      and p.day not between ${document.startDay}::date and ${document.endDay}::date
    having count(*) > 0`.execute(ctx.db)
  return rows[0] ?? null
}

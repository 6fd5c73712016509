import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { taxOn, taxWithin } from '#modules/pricing/queries.ts'
import type { DocumentKind } from './rules.ts'

/** What sheets come to, from the ledger alone: one row for each sheet `s` that is in, however many entries it has. */
export const sheetTotals = (kind: DocumentKind, isIn: RawBuilder<SqlBool>) => sql`
  with of_entry as (${totalsOfEntries(isIn)}), of_sheet as (${SHEETS[kind]}), of_unit as (${kind === 'invoice' ? unitLines : sql`select null::uuid as sheet_id, '[]'::jsonb as lines where false`})
  select s.id, coalesce(t.entries, 0) as entries, coalesce(t.gross, 0) as gross, coalesce(t.held, 0) as held,
    coalesce(t.commission, 0) as commission, coalesce(t.vat, 0) as vat, coalesce(t.corrections, 0) as corrections,
    coalesce(t.balance, 0) as balance, coalesce(of_unit.lines, '[]') as lines
  from billing.sheet s left join of_sheet t on t.sheet_id = s.id left join of_unit on of_unit.sheet_id = s.id
  where ${isIn}`

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
const totalsOfEntries = (isIn: RawBuilder<SqlBool>) => sql`
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
  where ${isIn} and not se.is_waiting group by se.sheet_id, se.kind, e.id`

const unitLines = sql`
  select sheet_id, jsonb_agg(jsonb_build_object('unitId', unit_id, 'registration', registration, 'bookings', bookings, 'basePence', base,
    'netPence', net, 'vatPence', vat) order by registration, unit_id) as lines
  from (
    select sheet_id, unit_id, max(about ->> 'registration') as registration, count(*) as bookings,
      sum((about ->> 'pricePence')::bigint - (about ->> 'roadChargesPence')::bigint) as base, sum(commission) as net,
      ${taxOn(sql`sum(commission)`)} as vat
    from of_entry where kind <> 'correction' group by sheet_id, unit_id) u
  group by sheet_id`

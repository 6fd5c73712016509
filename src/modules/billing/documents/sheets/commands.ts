import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { Party } from '../queries.ts'
import type { DocumentKind } from '../rules.ts'

interface Filled {
  id: string
  kind: DocumentKind
  startDay: LocalDay
  endDay: LocalDay
  unitId: string | null
  customerId: string | null
}

/**
 * Chooses the entries of a draft and works out what its sheets come to, from the ledger alone: a constant number of statements, however
 * many entries. Answers how many sheets there are.
 */
export async function fillSheets(ctx: TxCtx, documentId: string): Promise<number> {
  const document = await ctx.db
    .selectFrom('billing.document')
    .select(['id', 'kind', 'startDay', 'endDay', 'unitId', 'customerId'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  await sql`delete from billing.sheet_entry where sheet_id in (select id from billing.sheet where document_id = ${documentId})`.execute(
    ctx.db,
  )
  return fill(ctx, document)
}

async function fill(ctx: TxCtx, document: Filled): Promise<number> {
  const { id, kind, customerId } = document
  const chosen = sql`(select e.id, e.company_id from billing.entry e where ${chosenFor(document)})`
  // The sheets of a statement and an invoice are their companies', those of a sales credit the customer's.
  const parties = customerId
    ? sql`select null::uuid as company_id, ${customerId}::uuid as customer_id where exists (select from billing.entry e
        where e.customer_id = ${customerId} and e.day between ${document.startDay} and ${document.endDay})`
    : sql`select distinct company_id, null::uuid as customer_id from chosen`
  await sql`
    with chosen as materialized ${chosen}, parties as (${parties})
    insert into billing.sheet (id, document_id, kind, company_id, customer_id, party, issuer, suppliers, entries, gross_pence, held_by_mover_pence,
      commission_pence, vat_pence, corrections_pence, balance_pence)
    select uuidv7(), ${id}, ${kind}, p.company_id, p.customer_id, ${partyOf(document)}, ${toJson(issuerOf(ctx))}::jsonb, ${suppliersOf(document)}, 0, 0, 0, 0, 0, 0, 0
    from parties p left join companies.company c on c.id = p.company_id left join identity."user" u on u.id = p.customer_id
    on conflict (document_id, company_id, customer_id) do update set party = excluded.party, issuer = excluded.issuer, suppliers = excluded.suppliers`.execute(
    ctx.db,
  )
  await sql`
    with chosen as materialized ${chosen}
    insert into billing.sheet_entry (sheet_id, entry_id, kind)
    select s.id, chosen.id, ${kind} from chosen
    join billing.sheet s on s.document_id = ${id} and (s.customer_id is not null or s.company_id is not distinct from chosen.company_id)`.execute(
    ctx.db,
  )
  // A customer for whom something was done may be credited for it: by a correction of the draft.
  await sql`delete from billing.sheet s where s.document_id = ${id} and s.customer_id is null
    and not exists (select from billing.sheet_entry se where se.sheet_id = s.id)`.execute(ctx.db)
  const { rows } = await sql<{ id: string }>`/* totals */
    with of_entry as (${totalsOfEntries(id)}), of_sheet as (
      select sheet_id, count(*)::int as entries, sum(gross) as gross, sum(held) as held, sum(commission) as commission, sum(vat) as vat,
        sum(corrections) as corrections, sum(balance) as balance
      from of_entry group by sheet_id
    ), of_unit as (${kind === 'invoice' ? unitLines : sql`select null::uuid as sheet_id, '[]'::jsonb as lines where false`})
    update billing.sheet s set entries = t.entries, gross_pence = t.gross, held_by_mover_pence = t.held, commission_pence = t.commission,
      vat_pence = t.vat, corrections_pence = t.corrections, balance_pence = t.balance, unit_lines = t.lines
    from (
      select s.id, coalesce(t.entries, 0) as entries, coalesce(t.gross, 0) as gross, coalesce(t.held, 0) as held,
        coalesce(t.commission, 0) as commission, coalesce(t.vat, 0) as vat, coalesce(t.corrections, 0) as corrections,
        coalesce(t.balance, 0) as balance, coalesce(of_unit.lines, '[]') as lines
      from billing.sheet s left join of_sheet t on t.sheet_id = s.id left join of_unit on of_unit.sheet_id = s.id
      where s.document_id = ${id}) t
    where s.id = t.id returning s.id`.execute(ctx.db)
  return rows.length
}

/** Of the entry `e`: not taken back, and no taking back. */
const stands = sql`e.kind <> 'reversal' and not exists (select from billing.entry r where r.reverses = e.id)`

function chosenFor({ id, kind, startDay, endDay, unitId, customerId }: Filled): RawBuilder<SqlBool> {
  const isOwnCorrection = sql`e.document_id = ${id}`
  if (kind === 'sales_credit')
    return sql`${stands} and (${isOwnCorrection}
      or (e.customer_id = ${customerId} and e.kind = 'compensation' and ${inPeriod(sql`d.customer_id = ${customerId}`)}))`
  if (kind === 'invoice')
    return sql`${stands} and (${isOwnCorrection}
      or (e.kind in ('booking', 'cancellation') and ${inPeriod(sql`true`)}
        and exists (select from billing.posting p where p.entry_id = e.id and p.account = 'commission')))`
  // What a customer is credited by the mover counts once the credit is saved.
  return sql`${stands} and (${isOwnCorrection}
    or (e.unit_id = ${unitId} and e.kind in ('booking', 'cancellation', 'compensation') and ${inPeriod(sql`d.unit_id = ${unitId}`)})
    or (e.unit_id = ${unitId} and e.document_kind = 'sales_credit' and ${inPeriod(sql`d.unit_id = ${unitId}`)}
      and exists (select from billing.document c where c.id = e.document_id and c.status = 'saved')))`

  /** Its day is in the period; or it was settled only after the document of its own period had been saved. */
  function inPeriod(subject: RawBuilder<unknown>): RawBuilder<SqlBool> {
    return sql`e.day <= ${endDay} and (e.day >= ${startDay} or (
      exists (select from billing.document d where d.kind = ${kind} and ${subject} and d.status = 'saved'
        and e.day between d.start_day and d.end_day)
      and not exists (select from billing.sheet_entry o where o.entry_id = e.id and o.kind = ${kind} and o.is_saved)))`
  }
}

const moved = (
  account: string,
  ...parts: string[]
) => sql`coalesce(sum(p.amount_pence) filter (where p.account = ${sql.lit(account)}
  and p.what in (${sql.join(parts.map((part) => sql.lit(part)))})), 0)`

/** The rule `totalsOf`, for all entries of all sheets at once; a test compares the two. */
const totalsOfEntries = (documentId: string) => sql`
  select se.sheet_id, e.id, e.kind, e.unit_id, e.about,
    case se.kind when 'sales_credit' then -${moved('customer', 'compensation')} else -${moved('mover', 'price')} end as gross,
    case se.kind when 'statement' then ${moved('mover', 'paid_to_mover')} else 0 end as held,
    case se.kind when 'statement' then ${moved('mover', 'commission')} when 'invoice' then -${moved('commission', 'commission')} else 0 end as commission,
    case se.kind when 'statement' then ${moved('mover', 'vat')} when 'invoice' then -${moved('vat', 'vat')}
      else case when (e.about ->> 'moverChargesVat')::boolean then ${taxWithin(sql`-${moved('customer', 'correction')}`)} else 0 end end as vat,
    case se.kind when 'statement' then -${moved('mover', 'correction', 'compensation')}
      when 'invoice' then -${moved('commission', 'correction')} else -${moved('customer', 'correction')} end as corrections,
    case se.kind when 'statement' then -coalesce(sum(p.amount_pence) filter (where p.account = 'mover'), 0)
      when 'invoice' then -${moved('commission', 'commission', 'correction')} - ${moved('vat', 'vat')}
      else -${moved('customer', 'compensation', 'correction')} end as balance
  from billing.sheet s join billing.sheet_entry se on se.sheet_id = s.id join billing.entry e on e.id = se.entry_id
  join billing.posting p on p.entry_id = e.id
  where s.document_id = ${documentId} group by se.sheet_id, se.kind, e.id`

/** The rule `taxIncluded` for whole percents. */
const taxWithin = (gross: RawBuilder<unknown>) =>
  sql`(sign(${gross}) * div(abs(${gross}) * ${sql.lit(2 * VAT_PERCENT)} + ${sql.lit(100 + VAT_PERCENT)}, ${sql.lit(2 * (100 + VAT_PERCENT))}))`

const unitLines = sql`
  select sheet_id, jsonb_agg(jsonb_build_object('unitId', unit_id, 'registration', registration, 'bookings', bookings, 'basePence', base,
    'netPence', net, 'vatPence', vat) order by registration, unit_id) as lines
  from (
    select sheet_id, unit_id, max(about ->> 'registration') as registration, count(*) as bookings,
      sum((about ->> 'pricePence')::bigint - (about ->> 'roadChargesPence')::bigint) as base, sum(commission) as net, sum(vat) as vat
    from of_entry where kind <> 'correction' group by sheet_id, unit_id) u
  group by sheet_id`

/** The company `c`, by the name that it has today. */
const companyOf = (endDay: LocalDay) => sql`jsonb_build_object('name', c.name, 'legalName', c.legal_name,
  'address', coalesce(c.registered_address, c.base_place), 'companyNumber', c.company_number,
  'vatNumber', case when c.vat_registered_from <= ${endDay} then c.vat_number end,
  'email', (select o.email from identity."user" o where o.id = c.owner_user_id))`

/** The movers that a credit is about. */
const suppliersOf = ({ kind, endDay }: Filled) =>
  kind === 'sales_credit'
    ? sql`coalesce((select jsonb_agg(${companyOf(endDay)} || jsonb_build_object('companyId', c.id) order by c.name, c.id)
        from companies.company c where c.id in (select company_id from chosen)), '[]')`
    : sql`'[]'::jsonb`

/** As whoever gets it is called today. Without a name, an account that was erased. */
function partyOf({ endDay }: Filled): RawBuilder<unknown> {
  return sql`case when c.id is not null then ${companyOf(endDay)}
    else jsonb_build_object('name', concat_ws(' ', u.first_name, u.last_name), 'legalName', null, 'address', coalesce((
        select concat_ws(', ', nullif(b.route_points #>> '{0,flatAndHouse}', ''), nullif(b.route_points #>> '{0,formattedAddress}', ''),
          b.route_points #>> '{0,postcode}')
        from bookings.booking b where b.customer_id = u.id order by b.start_at desc limit 1), ''),
      'companyNumber', null, 'vatNumber', null, 'email', u.email) end`
}

function issuerOf({ config: { trader, officeEmail } }: TxCtx): Party {
  return {
    name: trader.name,
    legalName: null,
    address: trader.address,
    companyNumber: trader.companyNumber,
    vatNumber: trader.vatNumber,
    email: officeEmail,
  }
}

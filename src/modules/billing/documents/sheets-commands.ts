import { sql, type RawBuilder } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import type { Issuer } from './queries.ts'
import type { SheetKind } from './rules.ts'
import { partlyBilled } from './covered-queries.ts'
import { chosenFor, waits, type Billed, type Filled, sheetTotals, toCredit } from './sheet-totals-queries.ts'

/** The edition of sheets that are worked out now. Earlier ones are printed by `pdf-documents/first-edition`. */
const EDITION = 2

/** Works a draft out again. */
export async function refillSheets(ctx: TxCtx, documentId: string): Promise<void> {
  const document = await ctx.db
    .selectFrom('billing.document')
    .select(['id', 'kind', 'startDay', 'endDay', 'unitId', 'customerId'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  await sql`delete from billing.sheet_entry where sheet_id in (select id from billing.sheet where document_id = ${documentId})`.execute(
    ctx.db,
  )
  await fillSheets(ctx, document, 'shown if alone')
  // Sheets without entries are deleted. A customer with a job in the period may be credited for it, by a correction of
  // the draft.
  await sql`delete from billing.sheet s where s.document_id = ${documentId} and s.customer_id is null
    and not exists (select from billing.sheet_entry se where se.sheet_id = s.id)`.execute(ctx.db)
}

/** Whether a draft is as it would be worked out now: since then card money may have come or gone back, or other documents may have been saved. */
export async function isUpToDate(ctx: TxCtx, documentId: string): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (select from billing.sheet s where s.document_id = ${documentId} and s.edition <> ${EDITION}) or exists (
      select from billing.sheet s join billing.sheet_entry se on se.sheet_id = s.id join billing.entry e on e.id = se.entry_id
      where s.document_id = ${documentId} and se.kind = 'statement' and se.is_waiting <> ${waits})
      or ${partlyBilled(documentId)} as changed`.execute(ctx.db)
  return rows[0]?.changed === false
}

/**
 * Chooses the entries of a draft and works out what its sheets come to, from the ledger alone: a constant number of statements, however
 * many entries. Answers how many sheets there are.
 */
export async function fillSheets(ctx: TxCtx, document: Filled & { id: string }, billed: Billed): Promise<number> {
  const { id, kind } = document
  await insertSheets(
    ctx,
    document,
    kind,
    sql`(select e.id, e.company_id, e.waits from ${chosenFor(document, billed)} e)`,
  )
  if (kind === 'invoice')
    await insertSheets(
      ctx,
      document,
      'commission_credit',
      sql`(select c.entry_id as id, c.company_id, false as waits from ${toCredit(document.endDay)})`,
    )
  const { rows } = await sql<{ id: string }>`/* totals */
    update billing.sheet s set entries = t.entries, gross_pence = t.gross, held_by_mover_pence = t.held, commission_pence = t.commission,
      vat_pence = t.vat, corrections_pence = t.corrections, balance_pence = t.balance, unit_lines = t.lines
    from (${sheetTotals(kind, sql`s.document_id = ${id}`)}) t
    where s.id = t.id returning s.id`.execute(ctx.db)
  return rows.length
}

/** One sheet for each party of these entries. */
async function insertSheets(
  ctx: TxCtx,
  document: Filled & { id: string },
  kind: SheetKind,
  chosen: RawBuilder<unknown>,
): Promise<void> {
  const { id, customerId } = document
  // The sheets of a statement and an invoice are their companies', those of a sales credit the customer's.
  const parties = customerId
    ? sql`select null::uuid as company_id, ${customerId}::uuid as customer_id where exists (select from billing.entry e
        where e.customer_id = ${customerId} and e.day between ${document.startDay} and ${document.endDay})`
    : sql`select distinct company_id, null::uuid as customer_id from chosen`
  // A zero id makes the columns equal, so that the thousands of companies of an invoice run are joined by hash; sheets
  // without a party have none.
  const zeroId = sql`'00000000-0000-0000-0000-000000000000'::uuid`
  const isSheetOf = customerId
    ? sql`true`
    : sql`coalesce(s.company_id, ${zeroId}) = coalesce(chosen.company_id, ${zeroId})`
  await sql`
    with chosen as materialized ${chosen}, parties as (${parties}), sheets as (
      insert into billing.sheet (id, document_id, kind, edition, company_id, customer_id, party, issuer, suppliers, entries, gross_pence, held_by_mover_pence,
        commission_pence, vat_pence, corrections_pence, balance_pence)
      select uuidv7(), ${id}, ${kind}, ${EDITION}, p.company_id, p.customer_id, ${partyOf(document)}, ${toJson(issuerOf(ctx))}::jsonb, ${suppliersOf(document)}, 0, 0, 0, 0, 0, 0, 0
      from parties p left join companies.company c on c.id = p.company_id left join identity."user" u on u.id = ${customerId}::uuid
      on conflict (document_id, kind, company_id, customer_id) do update
        set edition = excluded.edition, party = excluded.party, issuer = excluded.issuer, suppliers = excluded.suppliers
      returning id, company_id, customer_id)
    insert into billing.sheet_entry (sheet_id, entry_id, kind, is_waiting)
    select s.id, chosen.id, ${kind}, chosen.waits from chosen
    join sheets s on ${isSheetOf}`.execute(ctx.db)
}

/** The company `c`, by the name that it has today; with the VAT number that it had in the period. */
const companyOf = ({
  startDay,
  endDay,
}: Pick<Filled, 'startDay' | 'endDay'>) => sql`jsonb_build_object('name', c.name, 'legalName', c.legal_name,
  'address', coalesce(c.registered_address, c.base_place), 'companyNumber', c.company_number,
  'vatNumber', companies.vat_number_in(c.id, ${startDay}, ${endDay}),
  'email', (select o.email from identity."user" o where o.id = c.owner_user_id))`

/** Companies that a credit is about. */
const suppliersOf = (filled: Filled) =>
  filled.kind === 'sales_credit'
    ? sql`coalesce((select jsonb_agg(${companyOf(filled)} || jsonb_build_object('companyId', c.id) order by c.name, c.id)
        from companies.company c where c.id in (select company_id from chosen)), '[]')`
    : sql`'[]'::jsonb`

/** The recipient, by today's name; an account that was erased has none. */
function partyOf(filled: Filled): RawBuilder<unknown> {
  return sql`case when c.id is not null then ${companyOf(filled)}
    else jsonb_build_object('name', concat_ws(' ', u.first_name, u.last_name), 'legalName', null, 'address', coalesce((
        select concat_ws(', ', nullif(b.route_points #>> '{0,flatAndHouse}', ''), nullif(b.route_points #>> '{0,formattedAddress}', ''),
          b.route_points #>> '{0,postcode}')
        from bookings.booking b where b.customer_id = u.id order by b.start_at desc limit 1), ''),
      'companyNumber', null, 'vatNumber', null, 'email', u.email) end`
}

function issuerOf({ config: { trader, officeEmail, bankAccount } }: TxCtx): Issuer {
  return {
    name: trader.name,
    legalName: null,
    address: trader.address,
    companyNumber: trader.companyNumber,
    vatNumber: trader.vatNumber,
    email: officeEmail,
    payTo: bankAccount ?? null,
  }
}

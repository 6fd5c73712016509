import { sql, type SqlBool } from 'kysely'
import { containing, searchable } from '#modules/bookings/create/queries.ts'
import { shownEmail } from '#modules/identity/verification/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'
import type { listCreditClients as clientsEndpoint } from '../documents/contract.ts'
import type { DocumentKind } from '../documents/rules.ts'
import type { BookingMoney, EntryAbout } from '../ledger/rules.ts'
import type { DocumentMoney } from './rules.ts'

/** The fee of a booking, and its money after the corrections made until now. */
export interface FeeMoney {
  bookingId: string
  /** Day by which it belongs to a period. */
  day: LocalDay
  companyId: string
  unitId: string
  customerId: string
  about: EntryAbout
  money: BookingMoney
}

/** Serialises credits and refunds to one customer, so that two at once give back no more than was charged. */
export const lockCustomerMoney = (ctx: TxCtx, customerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`billing money of ${customerId}`}, 0))`.execute(ctx.db)

interface FeeRow
  extends Omit<FeeMoney, 'money'>, Omit<BookingMoney, 'basePence' | 'commissionPercent' | 'chargedPence'> {
  priceChangePence: Pence
  roadChangePence: Pence
}

/** Undefined for a booking that has cost nothing yet. */
export async function findFeeMoney(ctx: Ctx, bookingId: string): Promise<FeeMoney | undefined> {
  const { rows } = await sql<FeeRow>`
    select f.booking_id, f.day, f.company_id, f.unit_id, f.customer_id, f.about, m.*
    from billing.entry f cross join lateral (
      select coalesce(sum(p.amount_pence) filter (where p.account = 'mover' and p.what = 'commission'), 0)::float8 as commission_pence,
        coalesce(sum(p.amount_pence) filter (where p.account = 'mover' and p.what = 'vat'), 0)::float8 as commission_vat_pence,
        coalesce(-sum(p.amount_pence) filter (where p.account = 'mover' and p.what = 'correction' and e.about ->> 'corrects' = 'price'), 0)::float8
          as price_change_pence,
        coalesce(-sum(p.amount_pence) filter (where p.account = 'mover' and p.what = 'correction' and e.about ->> 'corrects' = 'charge'), 0)::float8
          as road_change_pence,
        (billing.given_back(f.booking_id))::float8 as given_back_pence, (billing.taken_on_statements(f.booking_id))::float8 as taken_pence
      from billing.entry e join billing.posting p on p.entry_id = e.id
      where e.booking_id = f.booking_id and e.kind in ('booking', 'cancellation', 'correction')
        and not exists (select from billing.entry r where r.reverses = e.id)) m
    where f.booking_id = ${bookingId} and f.kind in ('booking', 'cancellation')`.execute(ctx.db)
  const [row] = rows
  if (!row) return undefined
  const { bookingId: id, day, companyId, unitId, customerId, about, priceChangePence, roadChangePence, ...money } = row
  return {
    bookingId: id,
    day,
    companyId,
    unitId,
    customerId,
    about,
    money: {
      chargedPence: about.pricePence,
      givenBackPence: money.givenBackPence,
      takenPence: money.takenPence,
      basePence: about.pricePence - about.roadChargesPence + priceChangePence,
      roadChargesPence: about.roadChargesPence + roadChangePence,
      commissionPercent: about.commissionPercent,
      commissionPence: money.commissionPence,
      commissionVatPence: money.commissionVatPence,
    },
  }
}

/** Amount that a customer was charged for all bookings, less refunds, credits and what statements took off the prices. */
export async function customerLeftPence(ctx: Ctx, customerId: string): Promise<Pence> {
  const { rows } = await sql<{ left: number }>`
    select (coalesce((select sum((f.about ->> 'pricePence')::bigint - billing.refunded(f.booking_id) - billing.taken_on_statements(f.booking_id)) from billing.entry f
        where f.customer_id = ${customerId} and f.kind in ('booking', 'cancellation')), 0)
      + coalesce((select sum(p.amount_pence) from billing.entry e join billing.posting p on p.entry_id = e.id
        where e.customer_id = ${customerId} and e.kind in ('correction', 'reversal') and p.account = 'customer' and p.what = 'correction'), 0))::float8 as left`.execute(
    ctx.db,
  )
  return rows[0]?.left ?? 0
}

/** A draft before a correction; of an invoice run the part of one company. */
export async function findDocumentMoney(
  ctx: Ctx,
  kind: DocumentKind,
  documentId: string,
  companyId: string | null,
): Promise<DocumentMoney> {
  const account = kind === 'statement' ? 'mover' : 'company'
  const worth =
    kind === 'statement'
      ? sql`sum((e.about ->> 'pricePence')::bigint) filter (where e.kind in ('booking', 'cancellation', 'share', 'compensation'))`
      : sql`max(s.commission_pence)`
  const { rows } = await sql<DocumentMoney>`
    select coalesce(${worth}, 0)::float8 as worth_pence,
      coalesce(sum(case when e.kind = 'correction' and e.document_id = ${documentId} then (
        select case ${kind} when 'statement' then -sum(p.amount_pence) else sum(p.amount_pence) filter (where p.what = 'correction') end
        from billing.posting p where p.entry_id = e.id and p.account = ${account}) end), 0)::float8 as corrected_pence
    from billing.sheet s join billing.sheet_entry se on se.sheet_id = s.id join billing.entry e on e.id = se.entry_id
    where s.document_id = ${documentId} and (${kind} = 'statement' or s.company_id is not distinct from ${companyId}::uuid)`.execute(
    ctx.db,
  )
  return rows[0] ?? { worthPence: 0, correctedPence: 0 }
}

export interface OwnCorrections {
  /** What they come to, whatever their sign. */
  sizePence: Pence
  /** Corrections and reversals. */
  entries: number
  authors: string[]
  lastAt: Date | null
  confirmedEntries: number | null
}

/** The corrections made on a document and not withdrawn. */
export async function findOwnCorrections(ctx: Ctx, documentId: string): Promise<OwnCorrections> {
  const { rows } = await sql<OwnCorrections>`
    select coalesce(sum(size) filter (where stands), 0)::float8 as size_pence, count(*)::int as entries, max(at) as last_at,
      coalesce(array_agg(distinct actor_id::text) filter (where stands and actor_id is not null), '{}') as authors,
      (select k.entries from billing.correction_check k where k.document_id = ${documentId}) as confirmed_entries
    from (
      select e.at, e.actor_id, e.kind = 'correction' and not exists (select from billing.entry r where r.reverses = e.id) as stands,
        (select max(abs(p.amount_pence)) from billing.posting p where p.entry_id = e.id and p.what in ('correction', 'commission')) as size
      from billing.entry e where e.document_id = ${documentId}) c`.execute(ctx.db)
  return rows[0] ?? { sizePence: 0, entries: 0, authors: [], lastAt: null, confirmedEntries: null }
}

/** What a document comes to; of an invoice run all of it, or the part of one company. */
export async function findBalance(ctx: Ctx, documentId: string, companyId?: string | null): Promise<Pence> {
  const { rows } = await sql<{ pence: Pence }>`
    select coalesce(sum(balance_pence), 0)::float8 as pence from billing.sheet where document_id = ${documentId}
      and (${companyId === undefined} or customer_id is not null or company_id is not distinct from ${companyId ?? null}::uuid)`.execute(
    ctx.db,
  )
  return rows[0]?.pence ?? 0
}

const MOST_CREDITABLE = 50

/** The customer's bookings in the period of a draft of which something is left to credit, newest first. */
export async function listCreditable(
  ctx: Ctx,
  documentId: string,
): Promise<{ bookingId: string; reference: string; from: string; to: string; leftPence: Pence }[]> {
  const { rows } = await sql<{ bookingId: string; reference: string; from: string; to: string; leftPence: Pence }>`
    select f.booking_id, f.about ->> 'reference' as reference, f.about ->> 'from' as "from", f.about ->> 'to' as "to",
      l.left_pence::float8 as left_pence
    from billing.document d join billing.entry f on f.customer_id = d.customer_id and f.kind in ('booking', 'cancellation')
    cross join lateral (select billing.left_of_price(f.booking_id) as left_pence) l
    where d.id = ${documentId} and d.status = 'draft' and f.day between d.start_day and d.end_day and l.left_pence > 0
    order by f.day desc, f.id desc limit ${MOST_CREDITABLE}`.execute(ctx.db)
  return rows
}

/** How many others of the office may confirm a correction. */
export async function countOtherConfirmers(ctx: Ctx, userId: string): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from identity."user"
    where user_role = 'admin' and staff_role in ('owner', 'billing') and id <> ${userId} and status = 'active'`.execute(
    ctx.db,
  )
  return rows[0]?.others ?? 0
}

/** Each debtor is looked up with a query of its own, because few of many are owed something. */
const owed = (ctx: Ctx) =>
  ctx.db
    .selectFrom(
      sql<{ id: string }>`(select distinct customer_id as id from billing.unbilled where kind = 'sales_credit')`.as(
        'k',
      ),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('identity.user as i')
          .selectAll('i')
          .whereRef('i.id', '=', 'k.id')
          .where('i.userRole', '=', 'customer')
          .limit(1)
          .as('o'),
      (join) => join.onTrue(),
    )
    .selectAll('o')

/** Customers for a sales credit. Without a search, those to whom compensation is owed and not yet credited. */
export async function listCreditClients(
  ctx: Ctx,
  { q, ...pageRequest }: InputOf<typeof clientsEndpoint>['query'],
): Promise<AnswerOf<typeof clientsEndpoint> | Refusal> {
  const path = '/api/admin/sales-credit/clients/'
  const text = q.toLowerCase()
  const columns = { 'u.created_at': 'timestamptz', 'u.id': 'uuid' } as const
  const page = openPage(ctx, { list: `${path} ${text}`, direction: 'desc', columns, query: { q } }, pageRequest)
  if (page instanceof Refusal) return page
  const found = text
    ? ctx.db
        .selectFrom('identity.user as u')
        .where('u.userRole', '=', 'customer')
        .where(sql<SqlBool>`${searchable} like ${containing(text)}`)
    : ctx.db.selectFrom(owed(ctx).as('u'))
  const [count, rows] = await Promise.all([
    countOf(ctx, page, found),
    found
      .select(['u.id', 'u.firstName', 'u.lastName', 'u.email', page.key.as('key')])
      .$call(page.cut)
      .execute(),
  ])
  const { rows: shown, ...answer } = pageOfRows(ctx, path, page, { rows, count })
  return {
    ...answer,
    results: shown.map(({ id, firstName, lastName, email }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' '),
      email: shownEmail(email),
    })),
  }
}

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { listBilledBy, partlyBilled } from './covered-queries.ts'
import { findOwnCorrections, listCreditable } from '../corrections/queries.ts'
import { secondLookOf } from '../corrections/rules.ts'
import type { EntryAbout, EntryKind, Posting } from '../ledger/rules.ts'
import type { CARD_STATES, statements } from './contract.ts'
import {
  correctionOf,
  lineOf,
  numberText,
  paymentOf,
  type DocumentEntry,
  type DocumentKind,
  type Totals,
  type UnitLine,
} from './rules.ts'

/** Name and details of a party on the day of the document. The fields are those of `party` in the contract. */
export interface Party {
  name: string
  legalName: string | null
  address: string
  companyNumber: string | null
  vatNumber: string | null
  email: string | null
}

export interface Issuer extends Party {
  /** Account to pay into, null if it is not known; absent on documents from before it was printed. */
  payTo?: string | null
}

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'billing.sheet.party': Party
    'billing.sheet.issuer': Issuer
    'billing.sheet.suppliers': (Party & { companyId: string })[]
    'billing.sheet.unit_lines': UnitLine[]
  }
}

export type Document = AnswerOf<(typeof statements)['get']>
export type Summary = AnswerOf<(typeof statements)['list']>['results'][number]

export const PATHS: Record<DocumentKind, string> = {
  statement: '/api/admin/statements/',
  invoice: '/api/admin/invoices/',
  sales_credit: '/api/admin/sales-credit/',
}

export interface SummaryRow extends Totals {
  id: string
  kind: DocumentKind
  status: 'draft' | 'saved'
  startDay: LocalDay
  endDay: LocalDay
  unitId: string | null
  customerId: string | null
  registration: string | null
  companyId: string | null
  companyName: string | null
  clientName: string | null
  version: number
  madeAt: Date
  savedAt: Date | null
  sentAt: Date | null
  taxYear: string | null
  number: number | null
  sheets: number
  entries: number
  lines: number
  openQueries: number
}

const sumOf = (column: string) => sql`coalesce(sum(s.${sql.ref(column)}), 0)::float8`

/** Lines that are no corrections. Invoices have many: theirs are counted in the line of each unit. */
const linesOf = sql`coalesce(sum(case d.kind
  when 'invoice' then (select coalesce(sum((l ->> 'bookings')::int), 0) from jsonb_array_elements(s.unit_lines) l)
  else s.entries - (select count(*) from billing.sheet_entry se join billing.entry e on e.id = se.entry_id
    where se.sheet_id = s.id and not se.is_waiting and e.kind = 'correction') end), 0)::int`

/** Documents with what their sheets come to. */
export const summaries = (which: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql<
  SummaryRow & { key: unknown[]; isPartlyBilled?: boolean; payTo?: string | null }
>`
  select d.id, d.kind, d.status, d.start_day, d.end_day, d.unit_id, d.customer_id, d.version, d.made_at, d.saved_at, t.*,
    v.registration, c.id as company_id, c.name as company_name,
    nullif(concat_ws(' ', u.first_name, u.last_name), '') as client_name, ${more}
  from ${which} d
  cross join lateral (
    select count(*)::int as sheets, coalesce(sum(s.entries), 0)::int as entries, ${linesOf} as lines, max(s.tax_year) as tax_year, max(s.number) as number,
      ${sumOf('gross_pence')} as gross_pence, ${sumOf('held_by_mover_pence')} as held_by_mover_pence,
      ${sumOf('commission_pence')} as commission_pence, ${sumOf('vat_pence')} as vat_pence,
      ${sumOf('corrections_pence')} as corrections_pence, ${sumOf('balance_pence')} as balance_pence,
      (select max(m.at) from billing.delivery m where m.document_id = d.id and m.version = d.version) as sent_at,
      (select count(*)::int from billing.line_query q where q.document_id = d.id and q.answered_at is null) as open_queries
    from billing.sheet s where s.document_id = d.id) t
  left join fleet.working_unit w on w.id = d.unit_id
  left join fleet.van v on v.unit_id = d.unit_id
  left join companies.company c on c.id = w.company_id
  left join identity."user" u on u.id = d.customer_id`

export function summaryOf(row: SummaryRow): Summary {
  const { grossPence, heldByMoverPence, commissionPence, vatPence, correctionsPence, balancePence } = row
  return {
    id: row.id,
    kind: row.kind,
    number: row.kind !== 'invoice' && row.taxYear && row.number ? numberText(row.kind, row.taxYear, row.number) : null,
    status: row.status,
    startDate: row.startDay,
    endDate: row.endDay,
    workingUnitId: row.unitId,
    registration: row.registration,
    company: row.companyId ? { id: row.companyId, name: row.companyName ?? '' } : null,
    client: row.customerId ? { id: row.customerId, name: row.clientName ?? '' } : null,
    documentsCount: row.sheets,
    entriesCount: row.entries,
    linesCount: row.lines,
    totals: { grossPence, heldByMoverPence, commissionPence, vatPence, correctionsPence, balancePence },
    openQueries: row.openQueries,
    version: row.version,
    madeAt: row.madeAt.toISOString(),
    savedAt: row.savedAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}

type ListQuery = Pick<InputOf<(typeof statements)['list']>['query'], 'page' | 'pageSize'> &
  Partial<InputOf<(typeof statements)['list']>['query']>

export type DocumentFilters = Partial<
  Pick<ListQuery, 'startDate' | 'endDate' | 'workingUnit' | 'client'> & { status: 'draft' | 'saved' | 'queried' }
>

/** Filter on document `d`, shared by the list and its downloads. */
export function isWanted(
  kind: DocumentKind,
  {
    startDate,
    endDate,
    workingUnit,
    client,
    status,
  }: { [Name in keyof DocumentFilters]: DocumentFilters[Name] | undefined },
): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [sql<SqlBool>`d.kind = ${kind}`]
  // Documents that touch the period.
  if (startDate) conditions.push(sql`d.end_day >= ${startDate}`)
  if (endDate) conditions.push(sql`d.start_day <= ${endDate}`)
  if (workingUnit) conditions.push(sql`d.unit_id = ${workingUnit}`)
  if (client) conditions.push(sql`d.customer_id = ${client}`)
  if (status === 'queried')
    conditions.push(sql`exists (select from billing.line_query q where q.document_id = d.id and q.answered_at is null)`)
  else if (status) conditions.push(sql`d.status = ${status}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** A page of documents: two statements, however many there are. */
export async function listDocuments(
  ctx: Ctx,
  kind: DocumentKind,
  { startDate, endDate, workingUnit, client, status, ...pageRequest }: ListQuery,
  within?: { path: string; condition: RawBuilder<SqlBool> },
): Promise<AnswerOf<(typeof statements)['list']> | Refusal> {
  const path = within?.path ?? PATHS[kind]
  const filters = { start_date: startDate, end_date: endDate, working_unit: workingUnit, client, status }
  const page = openPage(
    ctx,
    {
      list: `${path} ${JSON.stringify(filters)}`,
      direction: 'desc',
      columns: { 'd.made_at': 'timestamptz', 'd.id': 'uuid' },
      query: filters,
    },
    pageRequest,
  )
  if (page instanceof Refusal) return page
  const matchesFilters = isWanted(kind, { startDate, endDate, workingUnit, client, status })
  const condition = within ? sql<SqlBool>`${matchesFilters} and ${within.condition}` : matchesFilters
  const some = sql`(select d.* from billing.document d where ${condition} and ${page.isAfter}
    order by ${page.orderBy} limit ${page.limit} offset ${page.offset})`
  const [count, { rows }] = await Promise.all([
    countOf(ctx, page, ctx.db.selectFrom('billing.document as d').where(condition)),
    sql<SummaryRow & { key: unknown[] }>`${summaries(some, sql`${page.key} as key`)} order by ${page.orderBy}`.execute(
      ctx.db,
    ),
  ])
  const { rows: shown, ...answer } = pageOfRows(ctx, path, page, { rows, count })
  return { ...answer, results: shown.map(summaryOf) }
}

export interface EntryRow {
  id: string
  sheetId: string
  kind: EntryKind
  at: Date
  day: LocalDay
  bookingId: string | null
  unitId: string | null
  companyId: string | null
  about: EntryAbout
  postings: Posting[]
  cardState: (typeof CARD_STATES)[number] | null
  /** When its card was charged, until the document was saved; null if the money is not there any more. */
  chargedAt: Date | null
  isWaiting: boolean
  /** Kind of document that a correction was made on, and whether it is this one. */
  documentKind: DocumentKind | null
  documentId: string | null
  documentNumber: { taxYear: string; number: number } | null
  isOwn: boolean
  query: Document['lines'][number]['query']
}

/** What is charged by card has come, or went back: the latest of these entries says so. */
const cardState = sql<(typeof CARD_STATES)[number] | null>`case when e.about ->> 'paidBy' = 'card' then coalesce((
  select case m.kind when 'charge' then 'charged' else 'refunded' end from billing.entry m
  where m.booking_id = e.booking_id and m.kind in ('charge', 'refund') order by m.at desc, m.id desc limit 1), 'to_be_charged') end`

/** The entries of a sheet, in the order of their days; one statement. */
export async function listSheetEntries(ctx: Ctx, which: RawBuilder<SqlBool>): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, se.sheet_id, e.kind, e.at, e.day, e.booking_id, e.unit_id, e.company_id, e.about, se.is_waiting, ${cardState} as card_state,
      case when e.about ->> 'paidBy' = 'card' and not se.is_waiting then (
        select max(m.at) filter (where m.kind = 'charge') from billing.entry m join billing.posting p on p.entry_id = m.id and p.account = 'money',
          billing.sheet s join billing.document d on d.id = s.document_id
        where m.booking_id = e.booking_id and m.kind in ('charge', 'refund') and s.id = se.sheet_id and (d.saved_at is null or m.at <= d.saved_at)
        having sum(p.amount_pence) > 0) end as charged_at,
      e.document_kind, e.document_id, (select json_build_object('taxYear', o.tax_year, 'number', o.number) from billing.sheet o
        where o.document_id = e.document_id and o.number is not null and o.kind = e.document_kind and o.kind <> 'invoice' limit 1) as document_number,
      coalesce(e.document_id = (select s.document_id from billing.sheet s where s.id = se.sheet_id), false) as is_own,
      (select json_build_object('id', q.id, 'text', q.text, 'askedAt', q.asked_at, 'answer', q.answer, 'answeredAt', q.answered_at)
        from billing.line_query q join billing.sheet s on s.document_id = q.document_id
        where s.id = se.sheet_id and q.entry_id = e.id) as query,
      (select json_agg(json_build_object('account', p.account, 'what', p.what, 'amountPence', p.amount_pence) order by p.position)
        from billing.posting p where p.entry_id = e.id) as postings
    from billing.sheet_entry se join billing.entry e on e.id = se.entry_id
    where ${which} order by e.day, e.about ->> 'startAt', e.id`.execute(ctx.db)
  return rows
}

export const entryOf = ({ id, kind, day, bookingId, unitId, companyId, about, postings }: EntryRow): DocumentEntry => ({
  id,
  kind,
  day,
  bookingId,
  unitId,
  companyId,
  about,
  postings,
})

const payTo = sql`(select s.issuer ->> 'payTo' from billing.sheet s where s.document_id = d.id limit 1)`

/** The document, with the lines and corrections of a statement or sales credit: six statements. */
export async function findDocument(ctx: Ctx, kind: DocumentKind, id: string): Promise<Document | undefined> {
  const one = sql`(select * from billing.document where id = ${id} and kind = ${kind})`
  const [{ rows }, sheets, entries, billedBy, own, creditable] = await Promise.all([
    summaries(one, sql`null as key, ${partlyBilled(id)} as is_partly_billed, ${payTo} as pay_to`).execute(ctx.db),
    listSheets(ctx, id),
    listSheetEntries(
      ctx,
      sql<SqlBool>`se.sheet_id in (select s.id from billing.sheet s where s.document_id = ${id})
        and (${kind} <> 'invoice' or (e.kind = 'correction' and se.kind = 'invoice'))`,
    ),
    listBilledBy(ctx, id),
    findOwnCorrections(ctx, id),
    kind === 'sales_credit' ? listCreditable(ctx, id) : [],
  ])
  const [row] = rows
  if (!row) return undefined
  const summary = summaryOf(row)
  const isCorrection = (entry: EntryRow) => entry.kind === 'correction'
  const billed = entries.filter(({ isWaiting }) => !isWaiting)
  return {
    ...summary,
    lines: billed.filter((entry) => !isCorrection(entry)).map((entry) => documentLineOf(kind, entry, row.startDay)),
    notCollected: entries
      .filter(({ isWaiting }) => isWaiting)
      .map((entry) => documentLineOf(kind, entry, row.startDay)),
    corrections: billed
      .filter(isCorrection)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1))
      .map((entry) => correctionOf(kind, correctionRowOf(entry, row.status === 'draft'))),
    documents: sheets,
    payment:
      kind === 'statement' ? paymentOf({ ...row, ...summary, issuedOn: row.savedAt && localDayOf(row.savedAt) }) : null,
    creditable,
    secondLook: secondLookOf(own.sizePence, own.entries, own.confirmedEntries),
    billedBy,
    isPartlyBilled: row.isPartlyBilled === true,
  }
}

/** Number of the document that a correction was made on; null of a draft and of an invoice run. */
export const madeOnNumber = ({ documentKind, documentNumber }: Pick<EntryRow, 'documentKind' | 'documentNumber'>) =>
  documentKind && documentNumber ? numberText(documentKind, documentNumber.taxYear, documentNumber.number) : null

const correctionRowOf = (row: EntryRow, isDraft: boolean) => ({
  ...entryOf(row),
  madeAt: row.at.toISOString(),
  madeOn:
    row.documentKind && row.documentId
      ? { kind: row.documentKind, id: row.documentId, number: madeOnNumber(row) }
      : null,
  isOwn: row.isOwn,
  canDelete: isDraft && row.isOwn,
})

export async function getDocument(ctx: Ctx, kind: DocumentKind, id: string): Promise<Document | Refusal> {
  return (await findDocument(ctx, kind, id)) ?? refuse(commonRefusals.notFound)
}

function documentLineOf(kind: DocumentKind, row: EntryRow, startDay: LocalDay): Document['lines'][number] {
  const {
    startAt: _startAt,
    moverChargesVat: _moverChargesVat,
    reason: _reason,
    unitId: _unitId,
    correctedPence: _correctedPence,
    payablePence: _payablePence,
    corrects: _corrects,
    borneBy: _borneBy,
    ...line
  } = lineOf(kind, entryOf(row))
  const query = row.query && {
    ...row.query,
    askedAt: new Date(row.query.askedAt).toISOString(),
    answeredAt: row.query.answeredAt && new Date(row.query.answeredAt).toISOString(),
  }
  return { ...line, cardState: row.cardState, isLate: row.day < startDay, query }
}

async function listSheets(ctx: Ctx, documentId: string): Promise<Document['documents']> {
  const rows = await ctx.db
    .selectFrom('billing.sheet as s')
    .innerJoin('billing.document as d', 'd.id', 's.documentId')
    .select(['s.id', 's.kind', 's.companyId', 's.taxYear', 's.number', 's.party', 's.unitLines', 's.entries'])
    .select(['s.grossPence', 's.heldByMoverPence', 's.commissionPence', 's.vatPence', 's.correctionsPence'])
    .select(['s.balancePence'])
    .select((eb) =>
      eb
        .selectFrom('billing.delivery as m')
        .select((max) => max.fn.max('m.at').as('at'))
        .whereRef('m.sheetId', '=', 's.id')
        .whereRef('m.version', '=', 'd.version')
        .as('sentAt'),
    )
    .where('s.documentId', '=', documentId)
    .orderBy(sql`s.party ->> 'name'`)
    .orderBy('s.kind', 'desc')
    .orderBy('s.id')
    .execute()
  return rows.map(({ kind, taxYear, number, unitLines, sentAt, ...row }) => ({
    id: row.id,
    kind,
    companyId: row.companyId,
    number: taxYear && number ? numberText(kind, taxYear, number) : null,
    party: row.party,
    lines: unitLines.map(({ unitId, ...line }) => ({ workingUnitId: unitId, ...line })),
    entries: row.entries,
    totals: {
      grossPence: row.grossPence,
      heldByMoverPence: row.heldByMoverPence,
      commissionPence: row.commissionPence,
      vatPence: row.vatPence,
      correctionsPence: row.correctionsPence,
      balancePence: row.balancePence,
    },
    sentAt: sentAt?.toISOString() ?? null,
  }))
}

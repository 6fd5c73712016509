import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { csvAnswer } from '#platform/csv-answer.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { numberColumn, poundsColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { recordsOf } from '../income/queries.ts'
import type { exportSellers as exportEndpoint, listSellers as endpoint } from './contract.ts'
import { fourQuarters, missingOf, sumOfQuarters, yearToReport, type SellerQuarter } from './rules.ts'

type Page = AnswerOf<typeof endpoint>
type Listed = Page['results'][number]

/** A seller with the facts that the report has beyond the list. */
interface Seller extends Listed {
  taxNumber: string | null
  dateOfBirth: LocalDay | null
}

const PATH = '/api/admin/platform-report/'

/**
 * Condition that the company `c` sold in the year, by the index on its entries. With an offset the planner does not
 * join the whole year instead.
 */
const hasSold = (year: number) => sql<SqlBool>`exists (
  select from billing.entry e where e.company_id = c.id and ${isInYear(year)} and e.kind in ('booking', 'cancellation') offset 0)`

const isInYear = (year: number) => sql<SqlBool>`e.day between ${`${year}-01-01`} and ${`${year}-12-31`}`

const yearOf = (ctx: Ctx, year: number | undefined): number => year ?? yearToReport(localDayOf(ctx.clock.now()))

interface Found extends Omit<Seller, 'kind' | 'missing' | 'year' | 'quarters'> {
  key: unknown[]
}

const sellers = (
  year: number,
  isWanted: RawBuilder<SqlBool>,
  rest: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
) => sql<Found>`
  select c.id as company_id, c.name, c.legal_name, c.registered_address as address, c.company_number, c.tax_number, c.date_of_birth, o.email,
    companies.vat_number_in(c.id, ${`${year}-01-01`}, ${`${year}-12-31`}) as vat_number,
    b.holder as account_holder, b.account_tail, ${key} as key
  from companies.company c left join identity."user" o on o.id = c.owner_user_id
  left join lateral (
    select a.holder, a.account_tail from companies.bank_account a
    where a.company_id = c.id and a.confirmed_at is not null order by a.confirmed_at desc limit 1) b on true
  where ${hasSold(year)} and ${isWanted} ${rest}`

/** What each of these companies did, by quarters; one statement. */
async function withFigures(ctx: Ctx, year: number, found: readonly Found[]): Promise<Seller[]> {
  const ids = found.map(({ companyId }) => companyId)
  const { rows } = await sql<SellerQuarter & { companyId: string }>`
    select r.company_id, extract(quarter from r.day)::int as quarter,
      (count(*) filter (where r.kind in ('booking', 'cancellation')))::int as activities,
      sum(r.price + r.credited + r.corrected)::float8 as gross_pence, sum(r.commission)::float8 as fees_pence, sum(r.vat)::float8 as taxes_pence,
      sum(r.price + r.credited + r.corrected - r.commission - r.vat)::float8 as consideration_pence
    from (${recordsOf(sql<SqlBool>`e.company_id = any (${ids}::uuid[]) and ${isInYear(year)}`)}) r group by 1, 2`.execute(
    ctx.db,
  )
  const byCompany = Map.groupBy(rows, ({ companyId }) => companyId)
  return found.map((row) => {
    const { key: _, ...seller } = row
    const quarters = fourQuarters((byCompany.get(seller.companyId) ?? []).map(({ companyId: __, ...one }) => one))
    const kind = seller.companyNumber === null ? ('individual' as const) : ('entity' as const)
    return { ...seller, kind, missing: missingOf(seller), year: sumOfQuarters(quarters), quarters }
  })
}

/** Lists sellers by name, for a year of the report. */
export async function listSellers(
  ctx: Ctx,
  { year: requestedYear, ...place }: InputOf<typeof endpoint>['query'],
): Promise<Page | Refusal> {
  const year = yearOf(ctx, requestedYear)
  const columns = { 'c.name': 'text', 'c.id': 'uuid' } as const
  const page = openPage(
    ctx,
    { list: `${PATH} ${year}`, direction: 'asc', columns, query: { year: String(year) } },
    place,
  )
  if (page instanceof Refusal) return page
  const [count, { rows }] = await Promise.all([
    countOf(ctx, page, ctx.db.selectFrom('companies.company as c').where(hasSold(year))),
    sellers(
      year,
      page.isAfter,
      sql`order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`,
      page.key,
    ).execute(ctx.db),
  ])
  const { rows: shown, ...answer } = pageOfRows(ctx, PATH, page, { rows, count })
  const found = await withFigures(ctx, year, shown)
  return { ...answer, results: found.map(({ taxNumber: _taxNumber, dateOfBirth: _dateOfBirth, ...listed }) => listed) }
}

/** Sellers read in one statement, with all their jobs of a year. */
const AT_ONCE = 25

export function exportSellers(
  ctx: Ctx,
  { year: requestedYear }: InputOf<typeof exportEndpoint>['query'],
): Promise<RawAnswer> {
  const year = yearOf(ctx, requestedYear)
  return Promise.resolve(csvAnswer(`sellers ${year}`, columnsOf(year), everySeller(ctx, year)))
}

async function* everySeller(ctx: Ctx, year: number): AsyncGenerator<Seller[]> {
  let isAfter = sql<SqlBool>`true`
  for (;;) {
    const rest = sql`order by c.name, c.id limit ${AT_ONCE}`
    const { rows } = await sellers(year, isAfter, rest, sql`array[]::text[]`).execute(ctx.db)
    yield await withFigures(ctx, year, rows)
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    isAfter = sql<SqlBool>`(c.name, c.id) > (${last.name}, ${last.companyId}::uuid)`
  }
}

function columnsOf(year: number): CsvColumn<Seller>[] {
  const of = (seller: Seller, quarter: number) => seller.quarters[quarter - 1]
  return [
    numberColumn('Year', () => year),
    textColumn('Seller', ({ name }) => name),
    textColumn('Kind', ({ kind }) => kind),
    textColumn('Legal name', ({ legalName }) => legalName),
    textColumn('Address', ({ address }) => address),
    textColumn('Company number', ({ companyNumber }) => companyNumber),
    textColumn('Tax number', ({ taxNumber }) => taxNumber),
    // A company gives its company number instead.
    textColumn('Date of birth', ({ kind, dateOfBirth }) => (kind === 'individual' ? dateOfBirth : null)),
    textColumn('VAT number', ({ vatNumber }) => vatNumber),
    textColumn('Email', ({ email }) => email),
    textColumn('Account holder', ({ accountHolder }) => accountHolder),
    textColumn('Account ends in', ({ accountTail }) => accountTail),
    ...[1, 2, 3, 4].flatMap((quarter) => [
      poundsColumn<Seller>(`Q${quarter} consideration`, (seller) => of(seller, quarter)?.considerationPence ?? 0),
      poundsColumn<Seller>(`Q${quarter} fees`, (seller) => of(seller, quarter)?.feesPence ?? 0),
      poundsColumn<Seller>(`Q${quarter} taxes`, (seller) => of(seller, quarter)?.taxesPence ?? 0),
      numberColumn<Seller>(`Q${quarter} activities`, (seller) => of(seller, quarter)?.activities ?? 0),
    ]),
    poundsColumn('Year consideration', (seller) => seller.year.considerationPence),
    poundsColumn('Year fees', (seller) => seller.year.feesPence),
    poundsColumn('Year taxes', (seller) => seller.year.taxesPence),
    numberColumn('Year activities', (seller) => seller.year.activities),
    textColumn('Missing', ({ missing }) => missing.join(' ')),
  ]
}

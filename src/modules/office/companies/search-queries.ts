import { sql, type RawBuilder } from 'kysely'
import { isRegisteredForVat } from '#modules/companies/rules.ts'
import { registeredForVat } from '#modules/companies/queries.ts'
import { SOON_DAYS } from '#modules/fleet/documents/rules.ts'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Counted } from '#modules/reviews/figures/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listAsCsv } from '#platform/csv-answer.ts'
import { countColumn, openPage, pageOfRows } from '#platform/key-pages.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { numberColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { addDays, localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { exportCompanies as exportEndpoint, findCompanies as endpoint } from './contract.ts'
import { commissionOf, recentJobs, shownFigures } from './queries.ts'
import { RECENT_DAYS, stateOfCompany, type CompaniesShown } from '../rules.ts'

const PATH = '/api/admin/companies/'

interface SearchRow {
  id: string
  name: string
  basePlace: string
  statuses: UnitStatus[]
  papersUntil: LocalDay | null
  vatRegisteredFrom: LocalDay | null
  vatDeregisteredFrom: LocalDay | null
  commissionPercent: number
  rating: number | null
  recentJobs: number
  figures: (Omit<Counted, 'lastCancelledAt'> & { lastCancelledAt: string | null }) | null
  key: unknown[]
}

const isAtWork = sql`u.status in ('operating', 'insurance_expires_soon')`

function isShown(ctx: Ctx, show: CompaniesShown): RawBuilder<unknown> {
  const now = ctx.clock.now()
  const today = localDayOf(now)
  switch (show) {
    case 'blocked':
      return sql`exists (select from fleet.working_unit u where u.company_id = c.id and u.status in ('blocked', 'deactivated'))`
    case 'vat':
      return registeredForVat(today)
    case 'expiring':
      return sql`exists (select from fleet.working_unit u where u.company_id = c.id and ${isAtWork} and u.papers_until <= ${addDays(today, SOON_DAYS)})`
    case 'no_bookings':
      return sql`not exists (select from bookings.booking b where b.company_id = c.id and not b.awaiting_verification
        and b.start_at >= ${new Date(now.getTime() - RECENT_DAYS * 86_400_000)})`
    default:
      return sql`true`
  }
}

/** Among a few thousand companies, read in the order of their names. */
function isFound(q: string): RawBuilder<unknown> {
  const text = q.toLowerCase()
  if (text === '') return sql`true`
  const bare = text.replaceAll(/[\s-]/g, '')
  return sql`(strpos(lower(concat_ws(chr(10), c.name, c.legal_name, o.email)), ${text}) > 0
    or strpos(lower(replace(coalesce(c.base_postcode, ''), ' ', '')), ${bare}) > 0
    or strpos(coalesce(o.phone, ''), ${bare.replace(/^0/, '')}) > 0
    or exists (select from fleet.working_unit u join fleet.van v on v.unit_id = u.id
      where u.company_id = c.id and strpos(lower(replace(v.registration, ' ', '')), ${bare}) > 0))`
}

/** One statement: the page, its count, and how many companies take jobs. */
export async function findCompanies(
  ctx: Ctx,
  { q, show, ...pageRequest }: InputOf<typeof endpoint>['query'],
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const columns = { 'c.name': 'text', 'c.id': 'uuid' } as const
  const query = { q: q || undefined, show: show === 'all' ? undefined : show }
  const page = openPage(ctx, { list: `${PATH} ${show} ${q}`, direction: 'asc', columns, query }, pageRequest)
  if (page instanceof Refusal) return page
  const matching = sql`from companies.company c left join identity."user" o on o.id = c.owner_user_id
    where ${isShown(ctx, show)} and ${isFound(q)}`
  const { rows: found } = await sql<Partial<SearchRow> & { count: number; takingJobs: number }>`/* companies */
    select listed.*, all_of.* from (
      select (${countColumn(page, sql`select 1 ${matching}`)}) as count,
        (select count(distinct u.company_id)::int from fleet.working_unit u where ${isAtWork}) as taking_jobs) all_of
    left join lateral (
      select c.id, c.name, c.base_place, c.vat_registered_from, c.vat_deregistered_from, ${commissionOf(ctx)} as commission_percent, c.rating,
        array(select u.status from fleet.working_unit u where u.company_id = c.id) as statuses,
        (select nullif(min(u.papers_until), 'infinity') from fleet.working_unit u where u.company_id = c.id and ${isAtWork}) as papers_until,
        ${recentJobs(ctx)} as recent_jobs, ${shownFigures} as figures, ${page.key} as key
      ${matching} and ${page.isAfter} order by ${page.orderBy} limit ${page.limit} offset ${page.offset}) listed on true
    order by listed.name, listed.id`.execute(ctx.db)
  const companies = found.filter((row): row is SearchRow & { count: number; takingJobs: number } => Boolean(row.id))
  const { rows, ...answer } = pageOfRows(ctx, PATH, page, { rows: companies, count: found[0]?.count ?? 0 })
  const today = localDayOf(ctx.clock.now())
  return { ...answer, takingJobs: found[0]?.takingJobs ?? 0, results: rows.map((row) => viewOf(row, today)) }
}

const viewOf = (row: SearchRow, today: LocalDay): AnswerOf<typeof endpoint>['results'][number] => ({
  id: row.id,
  name: row.name,
  basePlace: row.basePlace,
  units: row.statuses.length,
  stoppedUnits: row.statuses.filter((status) => status === 'blocked' || status === 'deactivated').length,
  state: stateOfCompany(row.statuses),
  papersUntil: row.papersUntil,
  isVatRegistered: isRegisteredForVat(row, today),
  commissionPercent: row.commissionPercent,
  recentJobs: row.recentJobs,
  rating: row.rating,
  figures: row.figures,
})

export const exportCompanies = (
  ctx: Ctx,
  filters: InputOf<typeof exportEndpoint>['query'],
): Promise<RawAnswer | Refusal> =>
  listAsCsv(`companies ${localDayOf(ctx.clock.now())}`, companyColumns, (place) =>
    findCompanies(ctx, { ...filters, ...place }),
  )

const companyColumns: CsvColumn<AnswerOf<typeof endpoint>['results'][number]>[] = [
  textColumn('Company', ({ name }) => name),
  textColumn('Based in', ({ basePlace }) => basePlace),
  numberColumn('Working units', ({ units }) => units),
  numberColumn('Stopped', ({ stoppedUnits }) => stoppedUnits),
  textColumn('State', ({ state }) => state),
  textColumn('Documents until', ({ papersUntil }) => papersUntil),
  textColumn('VAT', ({ isVatRegistered }) => (isVatRegistered ? 'registered' : '')),
  numberColumn('Commission %', ({ commissionPercent }) => commissionPercent),
  numberColumn(`Jobs in ${RECENT_DAYS} days`, ({ recentJobs }) => recentJobs),
  numberColumn('Rating', ({ rating }) => rating),
]

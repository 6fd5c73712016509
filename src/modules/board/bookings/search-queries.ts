import { literals } from '#platform/db.ts'
import { columnsOf } from '#modules/bookings/lifecycle/rules.ts'
import { AHEAD, isUnanswered } from '#modules/bookings/rules.ts'
import { createHash } from 'node:crypto'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containing, searchable } from '#modules/bookings/create/queries.ts'
import { searchedText } from '#modules/bookings/create/rules.ts'
import { linkedBooking } from '#modules/bookings/lists/queries.ts'
import { hasVanOf } from '#modules/bookings/queries.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listAsCsv } from '#platform/csv-answer.ts'
import { openPage, pageOfRows, type KeyPage } from '#platform/key-pages.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { momentColumn, poundsColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { endOfDay, localDayOf, startOfDay } from '#shared/local-time.ts'
import { pageLink } from '#shared/page.ts'
import { toWire } from '#shared/wire.ts'
import { soughtIn, type FoundState } from '../rules.ts'
import type { exportBookings as exportEndpoint, findBookings as endpoint } from './contract.ts'
import { bookingColumns, bookingView, type BookingColumns } from './queries.ts'

const PATH = '/api/admin/bookings/'
/** Only the bookings of this many matches are looked at; if there are more, the answer says so. */
const MOST_PEOPLE = 300
const MOST_UNITS = 100

type Asked = InputOf<typeof endpoint>['query']

interface Row extends BookingColumns {
  bookingId: string
  key: unknown[]
  firstName: string
  lastName: string | null
  companyName: string | null
  unitId: string | null
  unitName: string | null
  registration: string | null
  isPartial: boolean
}

export async function findBookings(ctx: Ctx, query: Asked): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const { pageSize, after, ...filters } = query
  const list = `${PATH} ${createHash('sha256')
    .update(JSON.stringify(toWire(filters)))
    .digest('base64url')}`
  const columns = { 'b.start_at': 'timestamptz', 'b.id': 'uuid' } as const
  const page = openPage(ctx, { list, direction: 'desc', columns }, { page: 1, pageSize, after })
  if (page instanceof Refusal) return page
  const { rows } = await statementOf(ctx, filters, page).execute(ctx.db)
  const { rows: shown, nextCursor } = pageOfRows(ctx, PATH, page, { rows, count: 0 })
  if (filters.q !== undefined) {
    // The audit keeps the ids of the bookings shown, because the typed text may be a name and would stay for ever.
    const seen = { shown: shown.map(({ bookingId }) => bookingId) }
    await ctx.tx((tx) => recordAudit(tx, { action: 'bookings.searched', object: 'bookings', after: seen }))
  }
  const nextQuery = { ...(toWire({ ...filters, pageSize }) as Record<string, string>), after: nextCursor }
  return {
    results: shown.flatMap((row) => viewOf(ctx, row)),
    next: nextCursor && pageLink(PATH, nextQuery),
    nextCursor,
    isPartial: rows[0]?.isPartial ?? false,
  }
}

function viewOf(ctx: Ctx, row: Row): AnswerOf<typeof endpoint>['results'] {
  const booking = bookingView(ctx, row)
  if (!booking) return []
  const { unitId, unitName, registration, firstName, lastName, companyName } = row
  return [
    {
      ...booking,
      customer: [firstName, lastName].filter(Boolean).join(' '),
      company: companyName,
      workingUnit: unitId === null ? null : { id: unitId, name: unitName ?? '', registration },
    },
  ]
}

type Filters = Omit<Asked, 'pageSize' | 'after'>

/** One statement. Which bookings are on the page is found before anything is joined to them. */
function statementOf(ctx: Ctx, filters: Filters, page: KeyPage) {
  const { subjects, found, isPartial } =
    filters.q === undefined ? everything(filters, page) : soughtBy(ctx, filters.q, filters, page)
  return sql<Row>`/* find-bookings */
    with ${subjects} chosen as materialized (
      select b.id, b.start_at from (${found}) b order by ${page.orderBy} limit ${page.limit})
    select b.id as booking_id, ${page.key} as key, ${bookingColumns}, p.first_name, p.last_name, c.name as company_name, u.id as unit_id,
      u.name as unit_name, v.registration, ${isPartial} as is_partial
    from chosen f join bookings.booking b on b.id = f.id join identity."user" p on p.id = b.customer_id
    left join companies.company c on c.id = b.company_id left join fleet.working_unit u on u.id = b.unit_id
    left join fleet.van v on v.unit_id = u.id
    order by ${page.orderBy}`
}

interface Parts {
  /** Named statements, each with a comma behind it. */
  subjects: RawBuilder<unknown>
  found: RawBuilder<unknown>
  isPartial: RawBuilder<unknown>
}

const everything = (filters: Filters, page: KeyPage): Parts => ({
  subjects: sql``,
  found: filters.workingUnitId
    ? ofUnit(filters, page, sql`${filters.workingUnitId}`)
    : pageOf(filters, page, sql<SqlBool>`true`),
  isPartial: sql`false`,
})

/** The first page of those that fit: an index leads to them in their order. */
const pageOf = (filters: Filters, page: KeyPage, which: RawBuilder<SqlBool>, from = sql`bookings.booking b`) => sql`
  select b.id, b.start_at from ${from} where ${which} and ${isWanted(filters)} and ${page.isAfter}
  order by ${page.orderBy} limit ${page.limit}`

/** Bookings that the unit leads, and those to which it comes beside another. */
const ofUnit = (filters: Filters, page: KeyPage, id: RawBuilder<unknown>) => {
  const vans = sql`bookings.booking_van v join bookings.booking b on b.id = v.booking_id`
  return sql`(${pageOf(filters, page, sql<SqlBool>`b.unit_id = ${id}`)})
    union (${pageOf(filters, page, sql<SqlBool>`v.unit_id = ${id} and v.van > 1`, vans)})`
}

/**
 * Bookings of the customer `s`, a page of each of three partial indexes: one over all bookings would be written with
 * every change of status.
 */
const ofCustomer = (filters: Filters, page: KeyPage) => {
  const open = literals(AHEAD)
  const parts = [
    sql`not b.awaiting_verification and b.status in ${open}`,
    sql`not b.awaiting_verification and b.status not in ${open}`,
    sql`b.awaiting_verification`,
  ]
  return sql.join(
    parts.map((part) => sql`(${pageOf(filters, page, sql<SqlBool>`b.customer_id = s.id and ${part}`)})`),
    sql` union all `,
  )
}

/**
 * Search by the typed text: first the people or vans it may mean, then a page of bookings of each. A materialised list
 * is read only as far as it is needed, and planned as if it were needed to its end: so the index is used, however few
 * are wanted.
 */
function soughtBy(ctx: Ctx, input: string, filters: Filters, page: KeyPage): Parts {
  const { link, id, key, plate, text } = soughtIn(input, searchedText(input))
  const linked = (link && linkedBooking(ctx, link)) ?? id
  // A postcode or a reference is not looked for in names.
  const part = key === null ? containing(text) : null
  const isPart = (column: RawBuilder<unknown>) =>
    part === null ? sql<SqlBool>`false` : sql<SqlBool>`${column} like ${part}`
  const begins =
    plate === null ? sql<SqlBool>`false` : sql<SqlBool>`replace(v.registration, ' ', '') like ${`${plate}%`}`
  return {
    subjects: sql`
      named as materialized (select u.id from identity."user" u where ${isPart(searchable)}),
      people as materialized (select n.id from named n limit ${sql.lit(MOST_PEOPLE + 1)}),
      companies as materialized (select c.id from companies.company c where ${isPart(sql`lower(c.name)`)}
        union select c.id from people p join companies.company c on c.owner_user_id = p.id),
      called as materialized (select u.id from fleet.working_unit u where ${isPart(sql`lower(u.name)`)}),
      plates as materialized (select v.unit_id as id from fleet.van v where ${begins}),
      owned as materialized (select u.id from companies c join fleet.working_unit u on u.company_id = c.id),
      driven as materialized (select d.unit_id as id from people p join fleet.unit_driver d on d.user_id = p.id),
      units as materialized (select id from plates union select id from called union select id from driven union select id from owned
        limit ${sql.lit(MOST_UNITS + 1)}),`,
    found: sql`
      select f.id, f.start_at from people s cross join lateral (${ofCustomer(filters, page)}) f
      union select f.id, f.start_at from units s cross join lateral (${ofUnit(filters, page, sql`s.id`)}) f
      union select b.id, b.start_at from bookings.booking b
        where ${key === null ? sql`false` : sql`bookings.search_keys(b.id, b.route_points) @> array[${key}]::text[]`}
          and ${isWanted(filters)} and ${page.isAfter}
      union select b.id, b.start_at from bookings.booking b
        where b.id = ${linked ?? null}::uuid and ${isWanted(filters)} and ${page.isAfter}`,
    isPartial: sql`((select count(*) from people) > ${sql.lit(MOST_PEOPLE)} or (select count(*) from units) > ${sql.lit(MOST_UNITS)})`,
  }
}

/** Bookings in a state; of those without an answer the hot ones are told apart. */
function isInState(state: FoundState): RawBuilder<SqlBool> {
  const { status, isHot } = columnsOf(state)
  const isOfStatus = sql<SqlBool>`b.status in ${literals([status])}`
  if (!isUnanswered(status)) return isOfStatus
  return isHot ? sql<SqlBool>`b.is_hot and ${isOfStatus}` : sql<SqlBool>`${isOfStatus} and not b.is_hot`
}

const isWanted = ({ status, from, until, workingUnitId }: Filters): RawBuilder<SqlBool> => {
  const conditions = [
    ...(status ? [isInState(status)] : []),
    ...(from ? [sql`b.start_at >= ${startOfDay(from)}`] : []),
    ...(until ? [sql`b.start_at < ${endOfDay(until)}`] : []),
    ...(workingUnitId ? [hasVanOf([workingUnitId])] : []),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

export const exportBookings = (
  ctx: Ctx,
  filters: InputOf<typeof exportEndpoint>['query'],
): Promise<RawAnswer | Refusal> =>
  listAsCsv(`bookings ${localDayOf(ctx.clock.now())}`, bookingTable, ({ pageSize, after }) =>
    findBookings(ctx, { ...filters, pageSize, after }),
  )

const bookingTable: CsvColumn<AnswerOf<typeof endpoint>['results'][number]>[] = [
  textColumn('Reference', ({ reference }) => reference),
  textColumn('State', ({ status, isHot }) => (isHot ? `${status} (hot)` : status)),
  momentColumn('Start', ({ startAt }) => startAt),
  momentColumn('End', ({ endAt }) => endAt),
  textColumn('From', ({ from }) => from),
  textColumn('To', ({ to }) => to),
  textColumn('Customer', ({ customer }) => customer),
  textColumn('Company', ({ company }) => company),
  textColumn('Working unit', ({ workingUnit }) => workingUnit?.name),
  textColumn('Registration', ({ workingUnit }) => workingUnit?.registration),
  poundsColumn('Price', ({ totalPence }) => totalPence),
  textColumn('Paid by', ({ paymentMethod }) => paymentMethod),
]

import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetOld } from '#modules/bookings/retention/commands.ts'
import { countOpenBookings, findBookableQuote } from '#modules/bookings/create/queries.ts'
import { hasBookingAhead, listOwnJobs, listOwnMoves } from '#modules/bookings/personal-data/queries.ts'
import { findCalendarFile } from '#modules/bookings/booking-files/queries.ts'
import { countJobs } from '#modules/bookings/driver-lists/counts/queries.ts'
import { listUnitBookings } from '#modules/bookings/driver-lists/queries.ts'
import { listHotJobs } from '#modules/bookings/hot-jobs/list/queries.ts'
import { findTrail } from '#modules/bookings/trail/queries.ts'
import { listCustomerBookings } from '#modules/bookings/views/queries.ts'
import { forgetExpired } from '#modules/identity/jobs.ts'
import { forgetOldMessages } from '#modules/notifications/jobs.ts'
import { forgetSearches } from '#modules/quoting/commands.ts'
import { findNews } from '#modules/bookings/news/queries.ts'
import { rememberedGains } from '#modules/quoting/gains/queries.ts'
import { listSearches } from '#modules/quoting/search-history/queries.ts'
import { forgetExpired as forgetKeptAnswers } from '#platform/housekeeping.ts'
import { Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCustomer, aQuoteFor } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { sentStatementsOf, type SentStatement } from '#test/support/statements.ts'

/**
 * No statement of a request or of a nightly job reads a table from end to end that grows with the business. The tables are filled far
 * enough that the planner, left to itself, would do so where no index leads to the rows.
 */

/** As PostgreSQL makes one of a digest. */
const uuidOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const BOOKINGS = 20_000
/** One customer has a tenth of them all. */
const OF_ONE = 2_000
const GROWING = [
  'bookings.booking',
  'bookings.event',
  'bookings.lost_job',
  'bookings.hot_offer',
  'quoting.search',
  'quoting.offer_page',
  'quoting.unit_list',
  'notifications.message',
  'platform.rate_window',
  'platform.idempotency',
]

let app: TestApp
let customerId: string
let unitId: string
let companyId: string
let ownerId: string
let quoteId: string
let bookingId: string
/** One of many, with a fiftieth of the jobs; of a unit that has them all, reading everything would be right. */
const another = { unitId: uuidOf('w1'), companyId: uuidOf('c1') }

beforeAll(async () => {
  app = await createTestApp()
  const unit = await aUnit(app)
  const customer = await aCustomer(app)
  ;[unitId, companyId, ownerId, customerId] = [unit.id, unit.company.id, unit.company.owner.id, customer.id]
  quoteId = (await aQuoteFor(app)).quoteId
  await fill()
  const { rows } = await app.app.pool.query<{ id: string }>('select id from bookings.booking limit 1')
  bookingId = rows[0]?.id ?? ''
}, 120_000)
afterAll(() => app.close())

async function fill(): Promise<void> {
  // A connection of its own: the product's give a statement three seconds, however busy the machine is.
  const client = new pg.Client(app.database.connection)
  await client.connect()
  const run = (text: string, total = BOOKINGS) => client.query(text, [1, total])
  await run(`
    insert into identity."user" (id, user_role, email, email_key, password_hash, first_name, created_at)
    select md5('u' || n)::uuid, 'customer', n || '@example.test', n || '@example.test', 'never compared', 'Jo', now() from generate_series($1::int, $2::int) n`)
  await run(`
    insert into companies.company (id, owner_user_id, name, base_postcode, created_at)
    select md5('c' || n)::uuid, md5('u' || n)::uuid, 'Vans ' || n, 'E17 4QH', now() from generate_series($1::int, $2::int) n`)
  const booking = (customer: string, status: string, more = '') => `
    insert into bookings.booking (customer_id, company_id, unit_id, quote_id, status, awaiting_verification, start_at, end_at, payment_method, total_pence, ceiling_pence,
      commissionable_pence, lines, move, work, route_points, request_digest, created_at)
    select ${customer}, md5('c' || (n % 500 + 1))::uuid, '${unitId}', md5(n::text), ${status}, ${more || 'false'}, s.at, s.at + interval '3 hours', 'cash', 1, 1, 1, '[]', '{"items":[]}', '{"order":{},"places":[]}', '[]', '\\x00', s.at - interval '5 days'
    from generate_series($1::int, $2::int) n, lateral (select timestamptz '2026-11-25' - n * interval '40 minutes' as at) s`
  await run(
    booking(
      `md5('u' || n)::uuid`,
      `(array['completed', 'completed', 'canceled_by_customer', 'no_one_took'])[n % 4 + 1]`,
      'n % 100 = 3',
    ),
  )
  await run(booking(`'${customerId}'`, `case when n % 700 = 0 then 'new_booking' else 'completed' end`), OF_ONE)
  await run(`
    insert into quoting.search (created_at, pick_up_district, pick_up_area, start_at, end_at, van_category, help_level, job_kind, need_tail_lift, metres, places, offers, asked, outcomes)
    select timestamptz '2026-11-20' - n * interval '1 minute', 'A' || n % 97, 'A' || n % 97, now(), now(), 'large_van', 'no_help', 'home_or_office', false, 1, '[]', 0, sha256((n % 997)::text::bytea), '\\x00'
    from generate_series($1::int, $2::int) n`)
  await run(
    `insert into quoting.unit_list (digest, unit_ids, last_day) select sha256(n::text::bytea), '{}', '2026-11-20' from generate_series($1::int, $2::int) n`,
    4000,
  )
  await run(`
    insert into quoting.offer_page (id, valid_until, start_at, end_at, move, work, quotes)
    select left(md5(n::text), 22), timestamptz '2026-11-20 10:00' + n * interval '1 second', now(), now(), '{}', '{}', '{}' from generate_series($1::int, $2::int) n`)
  await run(`
    insert into notifications.message (channel, recipient, text, kind, created_at) select 'email', 'jo@example.test', 'Hello', 'booked', timestamptz '2026-11-20' - n * interval '1 minute'
    from generate_series($1::int, $2::int) n`)
  await run(
    `insert into platform.rate_window (name, key, used, ends_at) select 'a limit', n, 1, timestamptz '2026-11-20 10:00' + n * interval '1 second' from generate_series($1::int, $2::int) n`,
  )
  await run(
    `insert into platform.idempotency (scope, key, digest, created_at) select 'somebody', n, '\\x00', timestamptz '2026-11-20' - n * interval '10 seconds' from generate_series($1::int, $2::int) n`,
  )
  await app.database.asOwner(
    `insert into bookings.event (booking_id, at, kind, actor_kind) select id, created_at, 'created', 'customer' from bookings.booking`,
  )
  await run(
    `insert into fleet.working_unit (id, company_id, name, created_at) select md5('w' || n)::uuid, md5('c' || n)::uuid, 'Sam', now() from generate_series($1::int, $2::int) n`,
    50,
  )
  await app.database.asOwner(
    `update bookings.booking set unit_id = md5('w' || (1 + abs(hashtext(quote_id)) % 50))::uuid where right(quote_id, 1) <> '0'`,
  )
  await app.database.asOwner(
    `insert into bookings.lost_job (booking_id, unit_id, start_at, status, at) select id, unit_id, start_at, (array['rejected', 'not_taken_by_driver'])[1 + (total_pence % 2)::int], created_at from bookings.booking where status = 'no_one_took'`,
  )
  await client.end()
  await app.database.asOwner('analyze')
}

interface PlanNode {
  'Node Type': string
  Schema?: string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The tables that a statement reads from end to end: with these values, and as a connection plans it that has run it often. */
async function scansOf({ text, values }: SentStatement): Promise<string[]> {
  const asked = [
    () => app.app.pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (format json, verbose) ${text}`, values),
    () =>
      app.app.pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (format json, verbose, generic_plan) ${text}`,
      ),
  ]
  const found: string[] = []
  for (const ask of asked) {
    const { rows } = await ask()
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? [])
      for (const node of nodesOf(Plan))
        if (node['Node Type'] === 'Seq Scan') found.push(`${node.Schema}.${node['Relation Name']}`)
  }
  return found.filter((table) => GROWING.includes(table))
}

const isExplained = ({ text }: SentStatement) => /^(\/\*.*?\*\/)?\s*(select|with|insert|update|delete)/is.test(text)

async function scansWhile(work: () => Promise<unknown>): Promise<string[]> {
  const sent = (await sentStatementsOf(app, work)).filter(isExplained)
  expect(sent.length).toBeGreaterThan(0)
  const found: string[] = []
  for (const statement of sent)
    for (const table of await scansOf(statement)) found.push(`${table} by ${statement.text.slice(0, 300)}`)
  return found
}

describe('of a table that grows, only the rows that are meant are read', () => {
  const lastByNumber = { page: 500, pageSize: 20 }
  const firstPage = { page: 1, pageSize: 20 }
  const behindFirst = async () => {
    const first = await listCustomerBookings(app.ctx, customerId, 'past', { page: 1, pageSize: 20 })
    if (first instanceof Refusal || first.nextCursor === null) throw new Error('There is no second page')
    return { page: 1, pageSize: 20, after: first.nextCursor }
  }
  const asked = () => ({ customerId, quoteId, digest: Buffer.of(1), since: new Date('2026-11-20T08:50:00Z') })
  it.each<[string, () => Promise<unknown>]>([
    ['a quote that is booked', () => findBookableQuote(app.ctx, quoteId)],
    ['what a customer has open', () => countOpenBookings(app.ctx, asked())],
    ['a search', () => aQuoteFor(app)],
    ['a customer’s bookings ahead', () => listCustomerBookings(app.ctx, customerId, 'future', lastByNumber)],
    ['a customer’s bookings that are over', () => listCustomerBookings(app.ctx, customerId, 'past', lastByNumber)],
    ['those behind a cursor', async () => listCustomerBookings(app.ctx, customerId, 'past', await behindFirst())],
    [
      'a customer’s bookings of one status',
      () =>
        listCustomerBookings(app.ctx, customerId, 'past', { page: 1, pageSize: 20, status: 'canceled_by_customer' }),
    ],
    ['jobs that wait for a unit', () => listUnitBookings(app.ctx, another, 'new-bookings', firstPage)],
    ['jobs ahead of a unit', () => listUnitBookings(app.ctx, another, 'confirmed-bookings', firstPage)],
    ['past jobs of a unit', () => listUnitBookings(app.ctx, another, 'past-bookings', firstPage)],
    [
      'past jobs of a unit of one status',
      () => listUnitBookings(app.ctx, another, 'past-bookings', { ...firstPage, status: 'rejected' }),
    ],
    ['how many jobs a unit has', () => countJobs(app.ctx, { unitId, companyId })],
    ['hot jobs of a unit', () => listHotJobs(app.ctx, { unitId, companyId }, firstPage)],
    ['the trail of a booking', () => findTrail(app.ctx, bookingId)],
    ['the calendar file of a booking', () => findCalendarFile(app.ctx, bookingId)],
    ['whether somebody has work ahead', () => hasBookingAhead(app.ctx, ownerId)],
    ['a customer’s own moves', () => listOwnMoves(app.ctx, customerId)],
    ['a driver’s own jobs', () => listOwnJobs(app.ctx, ownerId)],
    ['the searches of a unit', () => listSearches(app.ctx, unitId, { page: 1, pageSize: 20 })],
    ['what would show a unit more often', () => rememberedGains()(app.ctx, { unitId, companyId })],
    ['a unit’s news', () => findNews(app.ctx, { unitId, companyId })],
    ['the night: bookings', () => forgetOld(app.ctx)],
    ['the night: searches', () => forgetSearches(app.ctx)],
    ['the night: messages', () => forgetOldMessages.handle(app.ctx, {})],
    ['the night: sessions and tokens', () => forgetExpired.handle(app.ctx, {})],
    ['the night: limits and kept answers', () => forgetKeptAnswers(app.ctx)],
  ])('%s', async (_name, work) => {
    expect(await scansWhile(work)).toEqual([])
  })

  const month = [`'2026-10-01'::timestamptz`, `'2026-11-01'::timestamptz`] as const
  it.each<[string, string]>([
    [
      'a company’s month',
      `select id, total_pence from bookings.booking where company_id = $1 and end_at >= ${month[0]} and end_at < ${month[1]} order by end_at`,
    ],
    ['the newest', `select id from bookings.booking where $1::uuid is not null order by created_at desc limit 50`],
    [
      'those of a state, by time',
      `select id from bookings.booking where status = 'canceled_by_customer' and $1::uuid is not null order by start_at desc limit 50`,
    ],
    [
      'confirmed, and the start is past',
      `select id from bookings.booking where status = 'confirmed' and start_at < ${month[1]} and $1::uuid is not null`,
    ],
  ])('what comes: %s', async (_name, text) => {
    expect(await scansOf({ text, values: [companyId] })).toEqual([])
  })

  it('the control: without its index, the statement does read everything', async () => {
    const text = `select id from bookings.booking where company_id = $1 and end_at >= ${month[0]} and end_at < ${month[1]}`
    await app.database.asOwner('drop index bookings.booking_company_end')
    expect(await scansOf({ text, values: [companyId] })).toEqual(['bookings.booking', 'bookings.booking'])
  })
})

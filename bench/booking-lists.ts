// The lists of both roles at a million bookings, by PostgreSQL's own execution time, and beside a naive oracle on a small set:
// node bench/booking-lists.ts [1000000]
import pg from 'pg'
import { findBookings } from '#modules/board/bookings/search-queries.ts'
import { withActor } from '#platform/ctx.ts'
import { listNew, listUnitBookings } from '#modules/bookings/lists/driver-lists-queries.ts'
import { listHotJobs } from '#modules/bookings/hot-jobs/list-queries.ts'
import { listCustomerBookings } from '#modules/bookings/lists/queries.ts'
import { Refusal } from '#shared/endpoint.ts'
import { median, openSetting, type Figure, type Setting } from './setting.ts'
import { record, watchStatements } from './statements.ts'

const MILLION = 1_000_000
const SMALL = 3000
const GOAL_MS = 5
const SEARCH_GOAL_MS = 20
const ROUNDS = 9
const CHUNK = 50_000

interface Filled {
  setting: Setting
  customerId: string
  unit: { unitId: string; companyId: string }
}

/** One customer and one unit have a fiftieth each; the others share the rest. Some of every status, hot and waiting ones included. */
async function fill(setting: Setting, bookings: number): Promise<Filled> {
  const client = new pg.Client(setting.connection)
  await client.connect()
  await client.query(`set synchronous_commit = off`)
  await client.query(`
    insert into identity."user" (id, user_role, email, email_key, email_verified_at, password_hash, first_name, created_at)
    select md5('u' || n)::uuid, 'customer', n || '@example.test', n || '@example.test', now(), 'never compared', 'Jo', now() from generate_series(0, 4999) n`)
  await client.query(`
    insert into companies.company (id, name, base_postcode, payment_methods, created_at)
    select md5('c' || n)::uuid, 'Bench ' || n, 'E17 4QH', '{cash,card}', now() from generate_series(0, 499) n`)
  await client.query(`
    insert into fleet.working_unit (id, company_id, name, status, papers_until, people_until, help_levels, created_at)
    select md5('w' || n)::uuid, md5('c' || n)::uuid, 'Sam', 'operating', 'infinity', '{infinity,infinity}', '{no_help,driver_helps,one_porter}', now() from generate_series(0, 499) n`)
  await client.query(`
    insert into fleet.van (unit_id, category, make, model, registration, fuel, euro_class)
    select md5('w' || n)::uuid, 'large_van', 'Ford', 'Transit', 'LK' || lpad(n::text, 5, '0'), 'diesel', 6 from generate_series(0, 499) n`)
  await client.query(`
    insert into fleet.operating_district (unit_id, district) select md5('w' || n)::uuid, 'E17' from generate_series(0, 499) n`)
  for (let from = 0; from < bookings; from += CHUNK)
    await client.query(
      `insert into bookings.booking (customer_id, company_id, unit_id, quote_id, status, is_hot, awaiting_verification, start_at, end_at, confirmed_at,
         payment_method, total_pence, ceiling_pence, commissionable_pence, lines, move, work, route_points, request_digest, created_at)
       select md5('u' || case when n % 50 = 0 then 0 else 1 + n % 4999 end)::uuid,
         case when s.is_hot then null else md5('c' || s.unit)::uuid end, case when s.is_hot then null else md5('w' || s.unit)::uuid end,
         md5(n::text), s.status, s.is_hot, s.status = 'new_booking' and n % 7 = 0 and not s.is_hot, s.at, s.at + interval '3 hours', s.at - interval '3 days',
         'cash', 12000, 14000, 12000, '[]', $3, $4, '[]', '\\x00', s.at - interval '5 days'
       from generate_series($1::int, $2::int) n, lateral (
         select case when n % 50 = 1 then 0 else 1 + n % 499 end as unit, n % 20000 = 19 as is_hot,
           case when n % 20000 = 19 or n % 1000 < 3 then 'new_booking' when n % 1000 < 9 then 'confirmed'
             else (array['completed', 'completed', 'completed', 'canceled_by_customer', 'no_one_took', 'not_taken_by_driver', 'rejected'])[1 + n % 7] end as status,
           now() + (case when n % 20000 = 19 or n % 1000 < 9 then 1 else -1 end) * (n % 100000 + 300) * interval '20 minutes' as at) s`,
      [from, Math.min(from + CHUNK, bookings) - 1, JSON.stringify(move), JSON.stringify(work)],
    )
  await client.query(`
    insert into bookings.lost_job (booking_id, unit_id, start_at, status, at)
    select b.id, md5('w' || (abs(hashtext(b.id::text)) % 500))::uuid, b.start_at, (array['rejected', 'not_taken_by_driver'])[1 + abs(hashtext(b.id::text)) % 2], b.start_at
    from bookings.booking b where b.status = 'no_one_took'`)
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ customer: string; unit: string; company: string }>(
    `select md5('u0')::uuid as customer, md5('w0')::uuid as unit, md5('c0')::uuid as company`,
  )
  await client.end()
  const [ids] = rows
  if (!ids) throw new Error('Nothing was filled')
  return { setting, customerId: ids.customer, unit: { unitId: ids.unit, companyId: ids.company } }
}

const move = {
  items: [{ movingItem: 101, amount: 1, needAssembling: false, needDisassembling: false }],
  jobKind: 'home_or_office',
  manPower: 'one_porter',
  vanCategory: 'large_van',
  needTailLift: false,
}
const place = { postcode: 'E17 4QH', outcode: 'E17', lat: 51.586, lng: -0.018, town: 'Walthamstow' }
const none = '00:00:00'
const work = {
  order: {
    trips: 1,
    distance: 8000,
    travelTime: '01:00:00',
    loadUnloadTime: '02:00:00',
    stairsTime: none,
    stopsTime: none,
    assemblingTime: none,
    disassemblingTime: none,
    breaksTime: none,
    declaredWaiting: none,
    totalTime: '03:00:00',
    estimated: true,
  },
  places: [place, place],
}

interface Page {
  results: readonly { id: string }[]
  count: number
  nextCursor: string | null
}
type Read = (place: { page: number; pageSize: number; after?: string }) => Promise<Page | Refusal>

const firstPage = { page: 1, pageSize: 20 }

function listsOf({ setting: { app }, customerId, unit }: Filled): [name: string, read: Read, where: string][] {
  // The person is irrelevant: jobs are found by unit and company.
  const ctx = withActor(app.ctx, {
    kind: 'driver',
    userId: customerId,
    sessionId: customerId,
    company: { id: unit.companyId, unitIds: [unit.unitId] },
  })
  const open = `status in ('new_booking', 'confirmed', 'in_progress')`
  const own = `customer_id = md5('u0')::uuid and not awaiting_verification`
  const unitOwn = `unit_id = md5('w0')::uuid`
  return [
    [
      'the customer’s ahead',
      (at) => listCustomerBookings(ctx, customerId, 'future', at),
      `${own} and ${open} order by start_at, id`,
    ],
    [
      'the customer’s past',
      (at) => listCustomerBookings(ctx, customerId, 'past', at),
      `${own} and not ${open} order by start_at desc, id desc`,
    ],
    [
      'the customer’s cancelled',
      (at) => listCustomerBookings(ctx, customerId, 'past', { ...at, status: 'canceled_by_customer' }),
      `${own} and status = 'canceled_by_customer' order by start_at desc, id desc`,
    ],
    [
      'a unit’s new',
      (at) => listNew(ctx, unit, at),
      `${unitOwn} and status = 'new_booking' and not is_hot and not awaiting_verification order by start_at, id`,
    ],
    [
      'a unit’s confirmed',
      (at) => listUnitBookings(ctx, unit, 'confirmed-bookings', at),
      `${unitOwn} and status in ('confirmed', 'in_progress') order by start_at, id`,
    ],
    [
      'a unit’s past',
      (at) => listUnitBookings(ctx, unit, 'past-bookings', at),
      `(${unitOwn} and not awaiting_verification and not ${open} or id in (select booking_id from bookings.lost_job where unit_id = md5('w0')::uuid)) order by start_at desc, id desc`,
    ],
    [
      'a unit’s completed',
      (at) => listUnitBookings(ctx, unit, 'past-bookings', { ...at, status: 'completed' }),
      `${unitOwn} and status = 'completed' order by start_at desc, id desc`,
    ],
  ]
}

/** Every page of every list is what reading the whole table says. */
async function compareWithOracle(filled: Filled): Promise<number> {
  let rowsSeen = 0
  for (const [name, read, where] of listsOf(filled)) {
    const { rows } = await filled.setting.app.pool.query<{ id: string }>(
      `select id from bookings.booking where ${where}`,
    )
    const expected = rows.map(({ id }) => id)
    const found: string[] = []
    for (let after: string | undefined; ;) {
      const page = await read(after === undefined ? firstPage : { ...firstPage, after })
      if (page instanceof Refusal) throw new Error(`${name}: ${page.kind.code}`)
      if (after === undefined && page.count !== expected.length)
        throw new Error(`${name}: counts ${page.count} of ${expected.length}`)
      found.push(...page.results.map(({ id }) => id))
      if (page.nextCursor === null) break
      after = page.nextCursor
    }
    if (found.join() !== expected.join()) throw new Error(`${name} is not what the oracle says`)
    rowsSeen += found.length
  }
  return rowsSeen
}

/** PostgreSQL's own time for all statements of a call. */
async function databaseMs({ app }: Setting, work: () => Promise<unknown>): Promise<number> {
  const statements = await record(work)
  let sum = 0
  for (const { text, values } of statements) {
    if (!/^(\/\*.*?\*\/)?\s*(select|with)/is.test(text)) continue
    const { rows } = await app.pool.query<{ 'QUERY PLAN': { 'Execution Time': number }[] }>(
      `explain (analyze, timing off, format json) ${text}`,
      [...(values ?? [])],
    )
    const ms = rows[0]?.['QUERY PLAN'][0]?.['Execution Time'] ?? 0
    if (process.env.SHOW && ms > GOAL_MS / 2) console.log(ms, text, JSON.stringify(rows[0]?.['QUERY PLAN'][0]))
    sum += ms
  }
  return sum
}

async function measureLists(filled: Filled, bookings: number): Promise<Figure[]> {
  const { setting, unit } = filled
  const lists: [string, () => Promise<unknown>][] = [
    ...listsOf(filled).map(([name, read]): [string, () => Promise<unknown>] => [name, () => read(firstPage)]),
    ['hot jobs', () => listHotJobs(setting.app.ctx, unit, firstPage)],
  ]
  const figures: Figure[] = []
  const add = async (what: string, read: () => Promise<unknown>, goal: number) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await databaseMs(setting, read))
    const ours = median(times)
    figures.push({
      what: `${what}, ${bookings.toLocaleString('en-GB')} bookings`,
      ours: `${ours.toFixed(2)} ms of the database`,
      limit: `${goal} ms`,
      ratio: (ours / goal).toFixed(2),
      goal: `≤ ${goal} ms`,
      isReached: ours <= goal,
    })
  }
  for (const [name, read] of lists) await add(`List: ${name}`, read, GOAL_MS)
  for (const [name, query] of Object.entries(SEARCHES))
    await add(
      `The office’s search: ${name}`,
      () => findBookings(officeOf(filled), { pageSize: 20, ...query }),
      SEARCH_GOAL_MS,
    )
  return figures
}

/** What somebody may read out to the office. */
const SEARCHES = {
  'the latest': {},
  'those of a status': { status: 'no_one_took' as const },
  'a plate': { q: 'LK00007' },
  'a company': { q: 'Bench 17' },
  'an address': { q: '4321@example.test' },
  'what every address has': { q: 'example.test' },
  nobody: { q: 'nobody of that name' },
}

const officeOf = ({ setting: { app }, customerId }: Filled) =>
  withActor(app.ctx, { kind: 'admin', userId: customerId, sessionId: customerId, company: null })

async function within<T>(bookings: number, work: (filled: Filled) => Promise<T>): Promise<T> {
  const setting = await openSetting()
  try {
    return await work(await fill(setting, bookings))
  } finally {
    await setting.close()
  }
}

export async function benchBookingLists(bookings = MILLION): Promise<Figure[]> {
  watchStatements()
  const compared = await within(SMALL, compareWithOracle)
  console.log(`${compared} rows of ${SMALL} bookings are what the oracle says.`)
  return within(bookings, (filled) => measureLists(filled, bookings))
}

if (import.meta.main) console.table(await benchBookingLists(Number(process.argv[2] ?? MILLION)))

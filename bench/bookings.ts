// Booking creation beside the same statements by pgbench (where it is installed) and by the bare driver: node bench/bookings.ts
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readAccessToken, signAccessToken } from '#modules/identity/sessions/gateway.ts'
import type { OfferedWork } from '#modules/quoting/commands.ts'
import { median, measure, openSetting, type Figure, type Measured, type Setting } from './setting.ts'
import { madeIds, pgbenchScript, record, replay, watchStatements, type Statement } from './statements.ts'

/**
 * Each booking has a unit and a customer of its own, and all begin at the same time, so that none competes with
 * another.
 */
const most = 27_000
const seconds = 4
const rounds = 3

interface Slot {
  quoteId: string
  unitId: string
  customerId: string
  bearer: string
}

/** Units free at all hours, customers signed in, and a quote for every unit. */
async function fill({ app, connection }: Setting): Promise<Slot[]> {
  // Connects as the owner, who has no statement_timeout.
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`
    with company as (
      insert into companies.company (name, base_postcode, payment_methods, created_at) select 'Bench ' || n, 'E17 4QH', '{cash,card}', now() from generate_series(1, ${most}) n returning id
    ), unit as (
      insert into fleet.working_unit (company_id, name, status, papers_until, people_until, help_levels, created_at) select id, 'Sam', 'operating', 'infinity', '{infinity,infinity}', '{no_help,driver_helps,one_porter}', now() from company returning id
    ), van as (
      insert into fleet.van (unit_id, category, make, model, registration, fuel, euro_class) select id, 'large_van', 'Ford', 'Transit', 'LK72 VNF', 'diesel', 6 from unit
    )
    insert into calendar.business_day (unit_id, day_of_week, start_minute, end_minute) select id, d, 0, 1440 from unit, generate_series(1, 7) d`)
  await client.query(
    `
    insert into quoting.offer_page (id, valid_until, start_at, end_at, move, work, quotes)
    select left(md5(u.id::text), 22), now() + interval '1 day', date_trunc('day', now()) + interval '10 days 9 hours',
      date_trunc('day', now()) + interval '10 days 13 hours', $1, $2, json_build_object(substr(md5(u.id::text), 23), json_build_object('unitId', u.id,
        'totalPence', 31560, 'ceilingPence', 34660, 'commissionablePence', 31560, 'vatPence', 0, 'minimumTimePence', 12400, 'trips', 1, 'lines', '[{"code":"labour","label":"4 h at £62.00","quantity":4,"unitPence":6200,"amountPence":24800},{"code":"mileage","label":"54.08 miles","quantity":54.08,"unitPence":125,"amountPence":6760}]'::json))
    from fleet.working_unit u`,
    [JSON.stringify(move), JSON.stringify(work)],
  )
  const people = await client.query<{ id: string; session: string }>(`
    with person as (
      insert into identity."user" (user_role, email, email_key, email_verified_at, password_hash, first_name, phone, created_at)
      select 'customer', 'c' || n || '@example.test', 'c' || n || '@example.test', now(), 'never compared', 'Priya', '+447700900123', now() from generate_series(1, ${most}) n returning id
    )
    insert into identity.session (user_id, created_at, last_used_at, expires_at) select id, now(), now(), now() + interval '1 day' from person returning user_id as id, id as session`)
  const quotes = await client.query<{ id: string; unit_id: string }>(
    `select md5(id::text) as id, id as unit_id from fleet.working_unit order by md5(id::text)`,
  )
  // Adds the bookings of earlier years, so that PostgreSQL plans for an established business.
  await client.query(
    `insert into bookings.booking (customer_id, company_id, unit_id, quote_id, status, start_at, end_at, payment_method,
      total_pence, ceiling_pence, commissionable_pence, lines, move, work, route_points, request_digest, created_at)
    select (select id from identity."user" limit 1), company_id, id, md5('before' || id::text), 'completed', now() - interval '1 year', now() - interval '1 year' + interval '4 hours', 'cash',
      31560, 34660, 31560, '[]', $1, $2, '[]', decode(md5(id::text), 'hex'), now()
    from fleet.working_unit limit 5000`,
    [JSON.stringify(move), JSON.stringify(work)],
  )
  await client.query('analyze')
  await client.end()
  const bearers = await Promise.all(
    people.rows.map(({ id, session }) => signAccessToken(app.ctx, { userId: id, sessionId: session })),
  )
  return quotes.rows.map(({ id, unit_id }, index) => ({
    quoteId: id,
    unitId: unit_id,
    customerId: people.rows[index]?.id ?? '',
    bearer: bearers[index] ?? '',
  }))
}

const point = { stairs: 0, flatAndHouse: '12', contactName: null, contactNumber: null }
const move = {
  routePoints: [
    { ...point, number: 0, postcode: 'E17 4QH', date: '2027-01-01', time: '09:00' },
    { ...point, number: 1, postcode: 'BN1 4QL' },
  ],
  items: [{ movingItem: 101, amount: 1, needAssembling: false, needDisassembling: false }],
  jobKind: 'home_or_office',
  manPower: 'one_porter',
  vanCategory: 'large_van',
  needTailLift: false,
}
const work: OfferedWork = {
  orders: {
    1: {
      trips: 1,
      distance: 111_177,
      travelTime: '01:45:00',
      loadUnloadTime: '01:30:00',
      stairsTime: '00:00:00',
      stopsTime: '00:00:00',
      assemblingTime: '00:00:00',
      disassemblingTime: '00:00:00',
      breaksTime: '00:00:00',
      totalTime: '04:00:00',
      declaredWaiting: '00:00:00',
      returnTime: '01:45:00',
      isUlezCharged: false,
      isCongestionCharged: false,
      zones: [],
      tolls: [],
      unknownPostcodes: [],
      warnings: [],
      estimated: true,
      precision: 'unit',
      startAt: '2027-01-01T09:00:00.000Z',
      endAt: '2027-01-01T13:00:00.000Z',
      places: ['Walthamstow', 'Brighton'],
      recalculated: false,
    },
  },
  places: [
    { postcode: 'E17 4QH', outcode: 'E17', lat: 51.586, lng: -0.018, town: 'Walthamstow' },
    { postcode: 'BN1 4QL', outcode: 'BN1', lat: 50.84, lng: -0.14, town: 'Brighton' },
  ],
}

/** Customers have asked for quotes a moment before they book, with the same token. */
async function lookAround({ app }: Setting, slots: readonly Slot[]): Promise<void> {
  for (const { bearer } of slots) await readAccessToken(app.ctx, bearer)
}

async function book({ app }: Setting, slot: Slot | undefined): Promise<void> {
  if (!slot) throw new Error('More bookings than slots')
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/booking/',
    headers: { authorization: `Bearer ${slot.bearer}` },
    payload: { quote_id: slot.quoteId, payment_method: 'cash' },
  })
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`)
}

export async function benchBookings(): Promise<Figure[]> {
  watchStatements()
  const setting = await openSetting()
  try {
    const slots = await fill(setting)
    let used = 0
    const take = () => slots[used++]
    for (let index = 0; index < 200; index++) await book(setting, take())
    const first = take()
    const statements = await record(() => book(setting, first))
    const made = madeIds(statements, new Set([first?.unitId ?? '', first?.customerId ?? '']))
    if (process.env.SHOW) for (const { text } of statements) console.log(text.replaceAll(/\s+/g, ' ').slice(0, 160))
    const figures: Figure[] = []
    for (const callers of [1, 8]) {
      const ours: Measured[] = []
      const bare: Measured[] = []
      const bench: number[] = []
      for (let round = 0; round < rounds; round++) {
        const inTurn = [
          async () => {
            await lookAround(setting, slots.slice(used, used + 1600))
            ours.push(await measure(() => book(setting, take()), { callers, seconds, most: 1600 }))
          },
          async () => bare.push(await measureBare(setting, { statements, made, first }, take, callers)),
          async () =>
            bench.push(runPgbench(setting, { statements, made, first }, slots.slice(used, (used += 1200)), callers)),
        ]
        // L O P, then P O L: whatever drifts meets both.
        for (const run of round % 2 === 0 ? inTurn : inTurn.toReversed()) await run()
      }
      figures.push(...rowsOf(callers, statements.length, ours, bare, bench))
    }
    await assertNoOverlap(setting)
    return figures
  } finally {
    await setting.close()
  }
}

/** One booking as it was recorded: what is replayed with other ids. */
interface Recorded {
  statements: readonly Statement[]
  made: readonly string[]
  first: Slot | undefined
}

async function measureBare(
  setting: Setting,
  { statements, made, first }: Recorded,
  take: () => Slot | undefined,
  callers: number,
): Promise<Measured> {
  const clients = await Promise.all(
    Array.from({ length: callers }, async () => {
      const client = new pg.Client(setting.connection)
      client.on('error', () => undefined)
      await client.connect()
      return client
    }),
  )
  const measured = await measure(
    async () => {
      const client = clients.pop()
      const slot = take()
      if (!client || !slot || !first) throw new Error('No client or slot left')
      await replay(
        client,
        statements,
        new Map([
          [first.quoteId, slot.quoteId],
          [first.unitId, slot.unitId],
          [first.customerId, slot.customerId],
          ...made.map((id) => [id, randomUUID()] as const),
        ]),
      )
      clients.push(client)
    },
    { callers, seconds, most: 1600 },
  )
  await Promise.all(clients.map((client) => client.end()))
  return measured
}

/** Bookings per second by pgbench; 0 where it is not installed. */
function runPgbench(
  { connection }: Setting,
  { statements, made, first }: Recorded,
  slots: readonly Slot[],
  callers: number,
): number {
  const pgbench = ['/usr/bin/pgbench', '/usr/local/bin/pgbench'].find(existsSync)
  if (!pgbench || !first) return 0
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-pgbench-'))
  try {
    const psql = (text: string) =>
      execFileSync(
        pgbench.replace('pgbench', 'psql'),
        ['-q', '-h', connection.host, '-U', connection.user, connection.database],
        { input: text },
      )
    psql(`set client_min_messages = warning; drop table if exists slot; drop sequence if exists slot_next; create sequence slot_next;
      create table slot (n int primary key, quote text, unit uuid, customer uuid);
      insert into slot values ${slots.map(({ quoteId, unitId, customerId }, index) => `(${index + 1}, '${quoteId}', '${unitId}', '${customerId}')`).join(',')};`)
    const variables = new Map([
      [first.quoteId, 'quote'],
      [first.unitId, 'unit'],
      [first.customerId, 'customer'],
      ...made.map((id, index) => [id, `made_${index}`] as const),
    ])
    const script = pgbenchScript(
      statements,
      variables,
      `select quote, unit, customer${made.map((_id, index) => `, uuidv7() as made_${index}`).join('')} from slot where n = (select nextval('slot_next')) \\gset`,
    )
    writeFileSync(join(folder, 'book.sql'), script)
    const transactions = Math.floor(slots.length / callers)
    const output = execFileSync(
      pgbench,
      [
        '-n',
        '-M',
        'prepared',
        '-f',
        join(folder, 'book.sql'),
        '-c',
        String(callers),
        '-j',
        '1',
        '-t',
        String(transactions),
        '-h',
        connection.host,
        '-U',
        connection.user,
        connection.database,
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    )
    return Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowsOf(
  callers: number,
  statements: number,
  ours: readonly Measured[],
  bare: readonly Measured[],
  pgbench: readonly number[],
): Figure[] {
  const rate = (runs: readonly Measured[]) => median(runs.map(({ perSecond }) => perSecond))
  const mine = rate(ours)
  const text = (value: number) => `${value.toFixed(0)}/s`
  const what = `Booking creation, ${callers} at once, ${statements} statements`
  const figures = [row(`${what}, beside the bare driver`, mine, rate(bare), 0.8)]
  if (median(pgbench) > 0) figures.push(row(`${what}, beside pgbench`, mine, median(pgbench), 0.6))
  return figures

  function row(name: string, value: number, limit: number, goal: number): Figure {
    const p99 = median(ours.map((run) => run.p99)).toFixed(1)
    const cpu = median(ours.map((run) => run.cpuMicrosEach)) / 1000
    return {
      what: name,
      ours: `${text(value)}, p99 ${p99} ms, ${cpu.toFixed(1)} ms CPU`,
      limit: text(limit),
      ratio: (value / limit).toFixed(2),
      goal: `≥ ${goal}`,
      isReached: value / limit >= goal,
    }
  }
}

async function assertNoOverlap({ app }: Setting) {
  const { rows } = await app.pool.query(
    'select 1 from calendar.hold a join calendar.hold b on a.unit_id = b.unit_id and a.id < b.id and a.during && b.during limit 1',
  )
  if (rows.length > 0) throw new Error('Two holds overlap')
}

if (import.meta.main) console.table(await benchBookings())

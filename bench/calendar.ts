// A week of a driver's calendar beside the bare driver with the same statements: node bench/calendar.ts
import pg from 'pg'
import { getSchedule } from '#modules/calendar/contract.ts'
import { readWeek } from '#modules/calendar/week-queries.ts'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import { withActor, type Ctx } from '#platform/ctx.ts'
import { localDayOf, startOfWeek } from '#shared/local-time.ts'
import { toWire } from '#shared/wire.ts'
import { median, measure, openSetting, spreadOf, type Figure, type Measured, type Setting } from './setting.ts'
import { record, watchStatements, type Statement } from './statements.ts'

/** Each of another company, all read in turn. */
const UNITS = 2_000
/** Each unit has a booking every other day for sixty days, hours taken off on one day in five, and three vacations. */
const DAYS = 60
const READ = 500
/** Many short turns: other work on the machine meets all of them alike. */
const ROUNDS = 15
const SECONDS = 0.6

interface Reader {
  unitId: string
  bearer: string
  ctx: Ctx
}

const places = [
  { postcode: 'E17 4QH', outcode: 'E17', lat: 51.586, lng: -0.018, town: 'Walthamstow' },
  { postcode: 'BN1 4QL', outcode: 'BN1', lat: 50.84, lng: -0.14, town: 'Brighton' },
]
const move = {
  routePoints: places.map(({ postcode }, number) => ({ number, postcode, stairs: number })),
  items: [101, 102, 207].map((movingItem) => ({
    movingItem,
    amount: 2,
    needAssembling: false,
    needDisassembling: false,
  })),
  jobKind: 'home_or_office',
  manPower: 'one_porter',
  vanCategory: 'large_van',
  needTailLift: false,
}

async function fill(setting: Setting): Promise<Reader[]> {
  // The app's own connections give a statement three seconds.
  const client = await connect(setting)
  await client.query(`
    with person as (
      insert into identity."user" (user_role, email, email_key, email_verified_at, password_hash, first_name, phone, created_at)
      select 'driver', 'd' || n || '@example.test', 'd' || n || '@example.test', now(), 'never compared', 'Sam', '+447700900123', now()
      from generate_series(1, ${UNITS}) n returning id
    ), company as (
      insert into companies.company (name, owner_user_id, base_postcode, payment_methods, created_at) select 'Bench', id, 'E17 4QH', '{cash,card}', now() from person returning id
    )
    insert into fleet.working_unit (company_id, name, status, created_at) select id, 'Sam', 'operating', now() from company`)
  await client.query(`
    insert into calendar.business_day (unit_id, day_of_week, start_minute, end_minute, day_off)
    select id, d, 480, 1080, d = 7 from fleet.working_unit, generate_series(1, 7) d`)
  await client.query(`
    insert into calendar.availability (unit_id, day, free_hours)
    select id, current_date + n, 16777215 & ~(15 << 12) from fleet.working_unit, generate_series(0, ${DAYS}, 5) n`)
  await client.query(`
    insert into calendar.vacation (unit_id, start_day, end_day)
    select id, current_date + n, current_date + n + 2 from fleet.working_unit, generate_series(10, ${DAYS}, 20) n`)
  await client.query(
    `insert into bookings.booking (customer_id, unit_id, quote_id, status, start_at, end_at, payment_method, total_pence, ceiling_pence,
       commissionable_pence, lines, move, work, route_points, request_digest, created_at)
     select (select id from identity."user" limit 1), id, id::text || n, 'confirmed', current_date + n + interval '9 hours',
       current_date + n + interval '13 hours', 'cash', 31560, 34660, 31560, '[]', $1, $2, '[]', '', now() from fleet.working_unit, generate_series(0, ${DAYS}, 2) n`,
    [JSON.stringify(move), JSON.stringify({ places })],
  )
  const sessions = await client.query<{ userId: string; sessionId: string; companyId: string; unitId: string }>(`
    with session as (
      insert into identity.session (user_id, created_at, last_used_at, expires_at) select owner_user_id, now(), now(), now() + interval '1 day' from companies.company
      order by md5(id::text) limit ${READ} returning user_id, id
    )
    select s.user_id as "userId", s.id as "sessionId", c.id as "companyId", u.id as "unitId"
    from session s join companies.company c on c.owner_user_id = s.user_id join fleet.working_unit u on u.company_id = c.id`)
  await client.query('vacuum analyze')
  await client.end()
  const { ctx } = setting.app
  return Promise.all(
    sessions.rows.map(async ({ companyId, unitId, ...ids }) => ({
      unitId,
      bearer: await signAccessToken(ctx, ids),
      ctx: withActor(ctx, { kind: 'driver', ...ids, company: { id: companyId, unitIds: [unitId] } }),
    })),
  )
}

async function read({ app }: Setting, { unitId, bearer }: Reader): Promise<string> {
  const response = await app.fastify.inject({
    url: `/api/company/working-unit/${unitId}/schedule/`,
    headers: { authorization: `Bearer ${bearer}` },
  })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.body
}

export async function benchCalendar(): Promise<Figure[]> {
  watchStatements()
  const setting = await openSetting()
  try {
    const readers = await fill(setting)
    const recorded: Statement[][] = []
    for (const reader of readers) recorded.push(await record(() => read(setting, reader)))
    const figures: Figure[] = [statementsOf(recorded)]
    for (const callers of [1, 8]) figures.push(...(await compare(setting, { readers, recorded }, callers)))
    return figures
  } finally {
    await setting.close()
  }
}

const isWeek = ({ text }: Statement) => text.startsWith('/* calendar-week */')

function statementsOf(recorded: readonly Statement[][]): Figure {
  const counts = new Set(recorded.map((statements) => `${statements.length} (${statements.filter(isWeek).length})`))
  const isReached = counts.size === 1 && counts.has('2 (1)')
  return {
    what: 'Statements of a request for a week, in brackets those for the week',
    ours: [...counts].join(', '),
    limit: '',
    ratio: '',
    goal: '2 (1): the session, then the week',
    isReached,
  }
}

interface Reading {
  readers: readonly Reader[]
  recorded: readonly Statement[][]
}

/** The week read and shaped as its endpoint answers, beside its statement; and the whole request, beside that and the session's. */
async function compare(setting: Setting, { readers, recorded }: Reading, callers: number): Promise<Figure[]> {
  const clients = await Promise.all(Array.from({ length: callers }, () => connect(setting)))
  const replay = (pick: (statement: Statement) => boolean) => {
    const statements = recorded.map((all) => all.filter(pick))
    return async (index: number) => {
      const client = clients.pop()
      if (!client) throw new Error('No client left')
      for (const { name, text, values } of statements[index % statements.length] ?? [])
        await client.query({ ...(name ? { name } : {}), text, values })
      clients.push(client)
    }
  }
  const nth = (index: number) => readers[index % readers.length] as Reader
  const ways = {
    week: replay(isWeek),
    shaped: (index: number) => readShaped(nth(index)),
    both: replay(() => true),
    request: (index: number) => read(setting, nth(index)),
  }
  const names = Object.keys(ways) as (keyof typeof ways)[]
  const runs: Record<keyof typeof ways, Measured[]> = { week: [], shaped: [], both: [], request: [] }
  // Long enough for the compiler to be done.
  for (const name of names) await measure(ways[name], { callers, seconds: 3 })
  for (let round = 0; round < ROUNDS; round++) {
    // L O, then O L: whatever drifts meets all.
    for (const name of round % 2 === 0 ? names : names.toReversed())
      runs[name].push(await measure(ways[name], { callers, seconds: SECONDS, from: round * 37 }))
  }
  await Promise.all(clients.map((client) => client.end()))
  const what = `Calendar week of ${UNITS.toLocaleString('en-GB')} units, ${callers} at once`
  return [
    rowOf(`${what}: read and shaped as its endpoint answers, beside its one statement`, runs.shaped, runs.week, 0.7),
    rowOf(`${what}: the whole request, beside the session’s statement and the week’s`, runs.request, runs.both, null),
  ]
}

/** What happens between the session and the bytes: the statement, the contract, JSON. */
async function readShaped({ ctx, unitId }: Reader): Promise<string> {
  const week = await readWeek(ctx, unitId, startOfWeek(localDayOf(ctx.clock.now())), 7)
  return JSON.stringify(getSchedule.answer.parse(toWire(week)))
}

async function connect({ connection }: Setting): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC -c jit=off' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const rate = (runs: readonly Measured[]) => median(runs.map(({ perSecond }) => perSecond))
const cpu = (runs: readonly Measured[]) => median(runs.map(({ cpuMicrosEach }) => cpuMicrosEach))

function rowOf(what: string, ours: readonly Measured[], bare: readonly Measured[], goal: number | null): Figure {
  const text = (runs: readonly Measured[]) =>
    `${rate(runs).toFixed(0)}/s, ${cpu(runs).toFixed(0)} µs CPU, p99 ${median(runs.map(({ p99 }) => p99)).toFixed(1)} ms`
  const ratio = rate(ours) / rate(bare)
  return {
    what,
    ours: text(ours),
    limit: text(bare),
    ratio: `${ratio.toFixed(2)} (CPU ${(cpu(bare) / cpu(ours)).toFixed(2)})`,
    goal: goal === null ? '' : `≥ ${goal}`,
    isReached: goal === null ? null : ratio >= goal,
    spread: spreadOf(bare.map(({ perSecond }) => perSecond)),
  }
}

if (import.meta.main) console.table(await benchCalendar())

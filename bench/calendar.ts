// A week of a driver's calendar beside the bare driver with the same statements: node bench/calendar.ts
import pg from 'pg'
import { signAccessToken } from '#modules/identity/access-tokens/gateway.ts'
import { median, measure, openSetting, spreadOf, type Figure, type Measured, type Setting } from './setting.ts'
import { record, watchStatements, type Statement } from './statements.ts'

/** Each of another company, all read in turn. */
const UNITS = 2_000
/** Of each: a booking every other day for sixty days, hours taken off on one day in five, and three vacations. */
const DAYS = 60
const READ = 500
const ROUNDS = 5
const SECONDS = 2

interface Reader {
  unitId: string
  bearer: string
}

async function fill({ app }: Setting): Promise<Reader[]> {
  await app.pool.query(`
    with person as (
      insert into identity."user" (user_role, email, email_key, email_verified_at, password_hash, first_name, phone)
      select 'driver', 'd' || n || '@example.test', 'd' || n || '@example.test', now(), 'never compared', 'Sam', '+447700900123'
      from generate_series(1, ${UNITS}) n returning id
    ), company as (
      insert into companies.company (name, owner_user_id, base_postcode, payment_methods) select 'Bench', id, 'E17 4QH', '{cash,card}' from person returning id
    )
    insert into fleet.working_unit (company_id, name, status) select id, 'Sam', 'operating' from company`)
  await app.pool.query(`
    insert into calendar.business_day (unit_id, day_of_week, start_minute, end_minute, day_off)
    select id, d, 480, 1080, d = 7 from fleet.working_unit, generate_series(1, 7) d`)
  await app.pool.query(`
    insert into calendar.availability (unit_id, day, free_hours)
    select id, current_date + n, 16777215 & ~(15 << 12) from fleet.working_unit, generate_series(0, ${DAYS}, 5) n`)
  await app.pool.query(`
    insert into calendar.vacation (unit_id, start_day, end_day)
    select id, current_date + n, current_date + n + 2 from fleet.working_unit, generate_series(10, ${DAYS}, 20) n`)
  await app.pool.query(
    `insert into bookings.booking (customer_id, unit_id, quote_id, status, start_at, end_at, payment_method, total_pence, ceiling_pence,
       commissionable_pence, lines, move, work, route_points, request_digest)
     select (select id from identity."user" limit 1), id, id::text || n, 'confirmed', current_date + n + interval '9 hours',
       current_date + n + interval '13 hours', 'cash', 31560, 34660, 31560, '[]', '{}', $1, '[]', '' from fleet.working_unit, generate_series(0, ${DAYS}, 2) n`,
    [JSON.stringify({ places: [{ town: 'Walthamstow' }, { town: 'Brighton' }] })],
  )
  const sessions = await app.pool.query<{ userId: string; sessionId: string; unitId: string }>(`
    with session as (
      insert into identity.session (user_id, expires_at) select owner_user_id, now() + interval '1 day' from companies.company
      order by md5(id::text) limit ${READ} returning user_id, id
    )
    select s.user_id as "userId", s.id as "sessionId", u.id as "unitId"
    from session s join companies.company c on c.owner_user_id = s.user_id join fleet.working_unit u on u.company_id = c.id`)
  await app.pool.query('vacuum analyze')
  return Promise.all(
    sessions.rows.map(async ({ unitId, ...ids }) => ({ unitId, bearer: await signAccessToken(app.ctx, ids) })),
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

/** Ours beside the bare driver with both statements, and beside it with the week's alone. */
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
  const ways = {
    ours: (index: number) => read(setting, readers[index % readers.length] ?? { unitId: '', bearer: '' }),
    both: replay(() => true),
    week: replay(isWeek),
  }
  const runs: Record<keyof typeof ways, Measured[]> = { ours: [], both: [], week: [] }
  for (const way of Object.values(ways)) await measure(way, { callers, seconds: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    const names = ['week', 'both', 'ours'] as const
    // L O, then O L: whatever drifts meets all.
    for (const name of round % 2 === 0 ? names : names.toReversed())
      runs[name].push(await measure(ways[name], { callers, seconds: SECONDS, from: round * 37 }))
  }
  await Promise.all(clients.map((client) => client.end()))
  const what = `Calendar week, ${UNITS.toLocaleString('en-GB')} units, ${callers} at once`
  return [
    rowOf(`${what}, beside both statements by the bare driver`, runs.ours, runs.both, 0.7),
    rowOf(`${what}, beside the week’s alone, without the session’s`, runs.ours, runs.week, null),
  ]
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

// A billing run of ten thousand statements in a worker on one core while the other answers, and a year of a million jobs:
// node bench/billing.ts [10000] [1000000]
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildApp } from '#app/build-app.ts'
import { discardDocument, makeDocument } from '#modules/billing/documents/commands.ts'
import { listDocuments } from '#modules/billing/documents/queries.ts'
import { previewDocument } from '#modules/billing/documents/sheet-totals-queries.ts'
import { startRun } from '#modules/billing/runs/commands.ts'
import { findRun, previewMonth } from '#modules/billing/runs/queries.ts'
import { listSteps } from '#modules/billing/runs/steps-queries.ts'
import { processRuns } from '#modules/billing/runs/steps-commands.ts'
import { readConfig } from '#platform/config.ts'
import { createCtx, withActor, type Ctx } from '#platform/ctx.ts'
import { createDb, createPool, LONG_STATEMENT_MS, type DbConnection } from '#platform/db.ts'
import { endWithParent, giveWay } from '#platform/process.ts'
import { createLog } from '#platform/log.ts'
import { Refusal } from '#shared/endpoint.ts'
import { median, openSetting, type Figure, type Setting } from './setting.ts'

const STATEMENTS = 10_000
const YEAR = 1_000_000
const JOBS_EACH = 5
const CHUNK = 50_000
const ROUNDS = 9
const GOAL_SECONDS = 180
const MONTH = '2025-03'
const here = fileURLToPath(import.meta.url)

const ABOUT = JSON.stringify({
  reference: 'ABCD1234',
  from: 'Walthamstow E17',
  to: 'Brighton BN1',
  startAt: '2025-03-15T09:00:00.000Z',
  registration: 'LK72 VNF',
  paidBy: 'card',
  pricePence: 10_000,
  roadChargesPence: 0,
  commissionPercent: 15,
  moverChargesVat: false,
})

/** Units of a company each, and jobs spread over them and over the days of a period. */
async function fill(
  setting: Setting,
  units: number,
  jobs: number,
  days: { first: string; count: number; billed?: { first: string; last: string } },
): Promise<void> {
  const client = new pg.Client(setting.connection)
  await client.connect()
  await client.query('set synchronous_commit = off')
  await client.query(
    `insert into identity."user" (id, user_role, staff_role, email, email_key, email_verified_at, password_hash, first_name, created_at)
     select md5('o' || n)::uuid, case n when 0 then 'admin' else 'driver' end, case n when 0 then 'owner' end, n || '@example.test', n || '@example.test', now(), 'never compared', 'Jo', now()
     from generate_series(0, $1::int) n`,
    [units],
  )
  await client.query(
    `insert into companies.company (id, owner_user_id, name, base_postcode, base_place, created_at)
     select md5('c' || n)::uuid, md5('o' || n)::uuid, 'Vans ' || lpad(n::text, 6, '0'), 'E17 4QH', 'Walthamstow', now() from generate_series(1, $1::int) n`,
    [units],
  )
  await client.query(
    `insert into fleet.working_unit (id, company_id, name, created_at)
     select md5('w' || n)::uuid, md5('c' || n)::uuid, 'Sam', now() from generate_series(1, $1::int) n`,
    [units],
  )
  // What checks every row of the ledger is not what is measured.
  await client.query('alter table billing.entry disable trigger entry_balances')
  await client.query('alter table billing.posting disable trigger posting_with_entry')
  for (let from = 0; from < jobs; from += CHUNK)
    await client.query(
      `with e as (
         insert into billing.entry (id, cause, kind, at, day, booking_id, company_id, unit_id, customer_id, about)
         select md5('e' || n)::uuid, 'job ' || n, 'booking', now(), $5::date + n / $3::int * $6::int / $7::int + n % greatest(1, $6::int / $7::int), md5('b' || n)::uuid, md5('c' || 1 + n % $3::int)::uuid,
           md5('w' || 1 + n % $3::int)::uuid, md5('u' || n % 5000)::uuid, $4::jsonb
         from generate_series($1::int, $2::int) n returning id)
       insert into billing.posting (entry_id, position, account, what, amount_pence)
       select e.id, p.position, p.account, p.what, p.amount from e, (values (1, 'customer', 'price', 10000), (2, 'mover', 'price', -10000),
         (3, 'mover', 'commission', 1500), (4, 'commission', 'commission', -1500), (5, 'mover', 'vat', 300), (6, 'vat', 'vat', -300))
         p(position, account, what, amount)`,
      [from, Math.min(from + CHUNK, jobs) - 1, units, ABOUT, days.first, days.count, jobs / units],
    )
  if (days.billed) await billBefore(client, days.billed)
  await client.query('alter table billing.entry enable trigger entry_balances')
  await client.query('alter table billing.posting enable trigger posting_with_entry')
  await client.query('vacuum analyze')
  await client.end()
}

/** A month with statements that were saved: no month is the first, and plans for empty tables are not those of any other month. */
async function billBefore(client: pg.Client, { first, last }: { first: string; last: string }): Promise<void> {
  const within = `e.day between $1 and $2`
  for (const table of ['sheet', 'sheet_entry']) await client.query(`alter table billing.${table} disable trigger user`)
  await client.query(
    `insert into billing.document (id, kind, start_day, end_day, unit_id, status, made_at, saved_at)
     select distinct on (e.unit_id) e.unit_id, 'statement', $1::date, $2::date, e.unit_id, 'saved', now(), now() from billing.entry e where ${within}`,
    [first, last],
  )
  await client.query(
    `insert into billing.sheet (id, document_id, kind, company_id, party, issuer, tax_year, number, entries, gross_pence, held_by_mover_pence,
       commission_pence, vat_pence, corrections_pence, balance_pence)
     select d.id, d.id, d.kind, u.company_id, '{"name":"Vans"}', '{}', '2024/25', row_number() over (order by d.id), 1, 10000, 0, 1500, 300, 0, 8200
     from billing.document d join fleet.working_unit u on u.id = d.unit_id`,
  )
  await client.query(
    `insert into billing.sheet_entry (sheet_id, entry_id, kind, is_saved)
     select e.unit_id, e.id, 'statement', true from billing.entry e where ${within}`,
    [first, last],
  )
  await client.query(
    `delete from billing.unbilled u using billing.entry e where u.kind = 'statement' and u.entry_id = e.id and ${within}`,
    [first, last],
  )
  for (const table of ['sheet', 'sheet_entry']) await client.query(`alter table billing.${table} enable trigger user`)
}

async function officeOf({ app }: Setting): Promise<Ctx> {
  const { id } = await app.ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('userRole', '=', 'admin')
    .executeTakeFirstOrThrow()
  return withActor(app.ctx, { kind: 'admin', userId: id, sessionId: id, company: null })
}

const done = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(answer.detail)
  return answer
}

/** On one core, as far as the machine lets it be told. */
const pin = (pid: number, core: number) => spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)])

const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

/** A list of the office again and again, until it is over: the milliseconds of each. */
async function askUntil(office: Ctx, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const before = performance.now()
    done(await listDocuments(office, 'statement', { page: 1, pageSize: 20 }))
    times.push(performance.now() - before)
    await sleep(20)
  }
  return times
}

async function measureRun(setting: Setting, statements: number): Promise<Figure[]> {
  const office = await officeOf(setting)
  pin(process.pid, 0)
  let isOver = false
  const quiet = askUntil(office, () => isOver)
  await sleep(10_000)
  isOver = true
  const before = percentile(await quiet, 0.99)
  const run = done(await startRun(office, { month: MONTH, save: true, send: true }))
  const work = JSON.stringify({ connection: setting.app.pool.options, runId: run.id })
  const worker = fork(here, ['--work', work], { execArgv: [] })
  if (worker.pid) pin(worker.pid, 1)
  let cpuSeconds = 0
  worker.on('message', (seconds) => (cpuSeconds = Number(seconds)))
  const memory: number[] = []
  const watch = setInterval(() => {
    if (worker.pid && worker.exitCode === null) memory.push(megabytesOf(worker.pid))
  }, 500)
  isOver = false
  const started = performance.now()
  const secondsSince = () => (performance.now() - started) / 1000
  const asked = askUntil(office, () => isOver)
  const ended = once(worker, 'exit')
  await sleep(1000)
  // What PostgreSQL does for the worker is done on the worker's core.
  await pinBackendsSince(setting, run.startedAt)
  let seconds = 0
  // Polls like the run's page while it is open.
  while (worker.exitCode === null && worker.signalCode === null) {
    const sent = await statementsSent(office, run.id)
    if (sent === statements && seconds === 0) seconds = secondsSince()
    await Promise.race([sleep(2000), ended])
  }
  isOver = true
  const whole = secondsSince()
  clearInterval(watch)
  const during = percentile(await asked, 0.99)
  if (seconds === 0) seconds = whole
  const { counts } = (await findRun(office, run.id)) ?? { counts: [] }
  const sent = counts.filter(({ state }) => state === 'sent').reduce((sum, { count }) => sum + count, 0)
  if (sent !== statements + 1) throw new Error(`Not all were sent: ${JSON.stringify(counts)}`)
  const goal = (GOAL_SECONDS * statements) / STATEMENTS
  const third = Math.floor(memory.length / 3)
  const growth = median(memory.slice(-third)) / median(memory.slice(third, 2 * third))
  const name = `${statements.toLocaleString('en-GB')} one-page statements made, saved, laid out as PDFs and queued as mails`
  return [
    {
      what: name,
      ours: `${seconds.toFixed(0)} s, ${((seconds / statements) * 1000).toFixed(1)} ms each`,
      limit: `${goal.toFixed(0)} s`,
      ratio: (seconds / goal).toFixed(2),
      goal: `≤ ${goal.toFixed(0)} s`,
      isReached: seconds <= goal,
    },
    {
      what: `The whole run: these, and the invoices of ${statements.toLocaleString('en-GB')} companies with their data, mailed too`,
      ours: `${whole.toFixed(0)} s; ${cpuSeconds.toFixed(0)} s CPU of the worker`,
      limit: '',
      ratio: '',
      goal: '',
      isReached: null,
    },
    {
      what: 'The office’s list meanwhile, p99',
      ours: `${during.toFixed(1)} ms`,
      limit: `${before.toFixed(1)} ms without a run`,
      ratio: (during / before).toFixed(2),
      goal: '≤ 2.00',
      isReached: during <= 2 * before,
    },
    {
      what: 'Memory of the worker, last third to middle third',
      ours: `${median(memory.slice(-third)).toFixed(0)} MB, at most ${Math.max(...memory).toFixed(0)} MB`,
      limit: `${median(memory.slice(third, 2 * third)).toFixed(0)} MB`,
      ratio: growth.toFixed(2),
      goal: '≤ 1.20',
      isReached: growth <= 1.2,
    },
  ]
}

async function statementsSent(office: Ctx, runId: string): Promise<number> {
  const { counts } = (await findRun(office, runId)) ?? { counts: [] }
  return counts.find(({ kind, state }) => kind === 'statement' && state === 'sent')?.count ?? 0
}

async function pinBackendsSince({ connection }: Setting, since: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() and backend_start > $1`,
    [since],
  )
  await client.end()
  for (const { pid } of rows) pin(pid, 1)
}

/** The worker's half: what the job does, in a process of its own. */
async function work({ connection, runId }: { connection: DbConnection; runId: string }): Promise<void> {
  endWithParent()
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-bench-'))
  const app = await buildApp({
    config: readConfig({ DATA_DIR: folder }),
    connection,
    log: createLog('silent'),
    work: false,
    serves: false,
  })
  // The run has the priority of a process with the role `worker`.
  giveWay()
  // The connections are those of a long job.
  const pool = createPool(connection, app.ctx.log, 2, LONG_STATEMENT_MS)
  await processRuns(createCtx({ ...app.ctx, db: createDb(pool) }), { runId })
  await pool.end()
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1e6)
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}

async function milliseconds(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = performance.now()
    await act()
    times.push(performance.now() - before)
  }
  return median(times)
}

async function measureYear(setting: Setting, jobs: number): Promise<Figure[]> {
  const office = await officeOf(setting)
  const { rows } = await setting.app.pool.query<{ unit: string }>(`select md5('w7')::uuid as unit`)
  const unitId = rows[0]?.unit ?? ''
  const period = { startDate: '2025-03-01', endDate: '2025-03-31' }
  const made: string[] = []
  const make = async () => {
    const { id } = done(await makeDocument(office, 'statement', { unitId }, { ...period, needValidation: false }))
    made.push(id)
  }
  const row = (what: string, ms: number, goalMs: number | null): Figure => ({
    what: `${what}, ${jobs.toLocaleString('en-GB')} jobs in a year`,
    ours: `${ms.toFixed(1)} ms`,
    limit: goalMs === null ? '' : `${goalMs} ms`,
    ratio: goalMs === null ? '' : (ms / goalMs).toFixed(2),
    goal: goalMs === null ? '' : `≤ ${goalMs} ms`,
    isReached: goalMs === null ? null : ms <= goalMs,
  })
  const first = { page: 1, pageSize: 20 }
  const run = done(await startRun(office, { month: MONTH, save: false, send: false }))
  const figures = [
    row('One month of one unit is made', await milliseconds(make), 50),
    row(
      'What it would have',
      await milliseconds(() => previewDocument(office, { kind: 'statement', subject: unitId, ...period })),
      20,
    ),
    row('List: statements', await milliseconds(() => listDocuments(office, 'statement', first)), 20),
    row(
      'List: those of a unit',
      await milliseconds(() => listDocuments(office, 'statement', { ...first, workingUnit: unitId })),
      20,
    ),
    row('List: what a run made', await milliseconds(() => listSteps(office, run.id, first)), 20),
    row('What a month has', await milliseconds(() => previewMonth(office, { month: MONTH })), null),
  ]
  // Documents are made like a run makes them: by hand, some ten thousand jobs are the most that a request has time for.
  const pool = createPool(setting.app.pool.options as DbConnection, office.log, 1, LONG_STATEMENT_MS)
  const before = performance.now()
  const long = createCtx({ ...office, db: createDb(pool) })
  const invoices = done(await makeDocument(long, 'invoice', {}, { ...period, needValidation: false }))
  figures.push(row(`Invoices of ${invoices.documentsCount} companies for a month`, performance.now() - before, null))
  await pool.end()
  for (const id of made) done(await discardDocument(office, 'statement', id))
  return figures
}

export async function benchBilling(statements = STATEMENTS, jobs = YEAR): Promise<Figure[]> {
  const figures: Figure[] = []
  const within = async (use: (setting: Setting) => Promise<Figure[]>) => {
    const setting = await openSetting()
    try {
      figures.push(...(await use(setting)))
    } finally {
      await setting.close()
    }
  }
  if (statements > 0)
    await within(async (setting) => {
      // Twice thirty days, of which the first are billed.
      const billed = { first: '2025-01-30', last: '2025-02-28' }
      await fill(setting, statements, 2 * statements * JOBS_EACH, { first: billed.first, count: 60, billed })
      return measureRun(setting, statements)
    })
  if (jobs > 0)
    await within(async (setting) => {
      await fill(setting, Math.max(10, Math.round(jobs / 2000)), jobs, { first: '2024-07-01', count: 365 })
      return measureYear(setting, jobs)
    })
  return figures
}

if (import.meta.main) {
  const [mode, given] = process.argv.slice(2)
  if (mode === '--work') {
    await work(JSON.parse(given ?? '{}') as Parameters<typeof work>[0])
    process.exit(0)
  }
  console.table(await benchBilling(Number(mode ?? STATEMENTS), Number(given ?? YEAR)))
}

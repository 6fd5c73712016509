import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, type App } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import { slices } from '#app/modules.ts'
import { readConfig, type Config } from '#platform/config.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { LoadLimits } from '#platform/load-shedding.ts'
import { createLog, type Log } from '#platform/log.ts'
import type { Call } from '#shared/call.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { withoutLoadLimits } from './load-limits.ts'

export interface TestApp {
  readonly app: App
  readonly ctx: Ctx
  readonly clock: TestClock
  readonly database: TestDatabase
  /** A client of the API without identity, or with a bearer token. */
  call(bearer?: string, address?: string): Call
  /** Runs the jobs that are due by the test's clock, until none is left; only those of these kinds, if any are named. Answers how many ran. */
  runJobs(...kinds: { name: string }[]): Promise<number>
  close(): Promise<void>
}

export interface TestAppOptions {
  config?: Partial<Config>
  env?: Record<string, string>
  now?: Date | string
  log?: Log
  /** With passwords hashed as dearly as in production, where the time or the turns of hashing are the subject. */
  realHashes?: boolean
  /** With the product's own time limits for connections, locks and statements, where they are the subject. */
  ownTimeouts?: boolean
  /** Those of production; without them there are none, since many people are played from one address. */
  loadLimits?: LoadLimits
  /** What has to be there before the app is ready, such as the pages (with-pages.ts). */
  prepare?: (app: App) => Promise<void>
}

/** Otherwise a machine that does other things besides would answer 503 where a test asks who was first. */
const PATIENCE = {
  connectionTimeoutMillis: 60_000,
  query_timeout: 60_000,
  statement_timeout: 60_000,
  lock_timeout: 60_000,
}

const refuseSecond = (error: Error) => {
  throw error
}

/** In most tests nobody guesses at a hash, and a real one takes as long as ten requests. */
const CHEAP = 'password_cost'

/** The same house beside itself, with guards switched off: what a test of a guard must see go wrong. */
export async function withoutGuards(app: TestApp, ...guards: string[]): Promise<App> {
  const { config, clock, log } = app.ctx
  const guardOff = new Set([...guards, ...(config.guardOff.has(CHEAP) ? [CHEAP] : [])])
  const parts = { config: { ...config, guardOff }, connection: app.database.connection, clock, log, work: false }
  const careless = await buildApp(parts)
  await careless.fastify.ready()
  return careless
}

/** The real app on a real database of its own: nothing is replaced but the clock. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-app-'))
  const clock = createTestClock(options.now)
  const given = {
    ...readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', ...options.env }),
    ...options.config,
  }
  const config = { ...given, guardOff: new Set([...given.guardOff, ...(options.realHashes ? [] : [CHEAP])]) }
  const log = options.log ?? createLog('silent')
  const loadLimits = options.loadLimits ?? withoutLoadLimits
  const app = await buildApp({
    config,
    connection: database.connection,
    clock,
    log,
    work: false,
    loadLimits,
    onSecondConnection: refuseSecond,
  })
  if (!options.ownTimeouts) for (const pool of [app.pool, app.asidePool]) Object.assign(pool.options, PATIENCE)
  await options.prepare?.(app)
  await app.fastify.ready()
  return {
    app,
    ctx: app.ctx,
    clock,
    database,
    call: (bearer, address) => createCall(app.fastify, { bearer, address }),
    runJobs: (...kinds) => runJobs(app, clock, kinds),
    close: async () => {
      await app.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function runJobs(app: App, clock: TestClock, only: { name: string }[]): Promise<number> {
  const known = slices.flatMap(({ jobs }) => jobs ?? [])
  const wanted = known.filter(({ name }) => only.length === 0 || only.some((kind) => kind.name === name))
  const kinds = new Map(wanted.map((kind) => [kind.name, kind]))
  let ran = 0
  for (;;) {
    // pg-boss compares with the database's clock, so the due ones are chosen here by the test's; those without a time of their own are due.
    const { rows } = await app.pool.query<{ id: string; name: string; data: object }>(
      `select id, name, data from pgboss.job
       where state in ('created', 'retry') and (start_after <= $1 or start_after = created_on) and name = any($2) order by start_after, created_on limit 50`,
      [new Date(Math.max(clock.now().getTime(), 0)), [...kinds.keys()]],
    )
    if (rows.length === 0) return ran
    for (const { id, name, data } of rows) {
      await kinds.get(name)?.handle(app.ctx, data)
      await app.pool.query(
        `update pgboss.job set state = 'completed', completed_on = now() where id = $1 and name = $2`,
        [id, name],
      )
      ran += 1
    }
  }
}

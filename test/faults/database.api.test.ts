import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, type App } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { logIn } from '#modules/identity/contract.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { readConfig } from '#platform/config.ts'
import { refusalFor } from '#platform/errors.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'
import { addDays } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'

/** The database goes away, stands still, is full or in the way: planned answers, nothing lost, and all is well afterwards. */

interface Answer {
  status: number
  retryAfter: number | undefined
  ms: number
}

async function timed(work: () => Promise<{ status: number; retryAfterSeconds?: number }>): Promise<Answer> {
  const started = performance.now()
  const { status, retryAfterSeconds } = await work()
  return { status, retryAfter: retryAfterSeconds, ms: performance.now() - started }
}

/** Neither a defect nor a 503 that does not say when to come back. */
const unplanned = (answers: Answer[]) =>
  answers.filter(({ status, retryAfter }) => status >= 500 && !(status === 503 && retryAfter))

async function failureOf(work: () => Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const started = performance.now()
  const error = await work().then(
    () => 'nothing failed',
    (reason: unknown) => reason,
  )
  return { error, ms: performance.now() - started }
}

const someoneElse = { email: 'nobody@example.com', password: 'Kettle-on-at-7' }

describe('a database in trouble', () => {
  let app: TestApp
  let admin: pg.Client

  beforeEach(async () => {
    app = await createTestApp({ ownTimeouts: true })
    admin = new pg.Client(app.database.admin)
    await admin.connect()
  })
  afterEach(async () => {
    await admin.end()
    await app.close()
  })

  const logInOnce = () => timed(() => app.call()(logIn, { body: someoneElse }))
  const healthOf = async (path: string) => (await app.app.fastify.inject(path)).statusCode

  test(
    'F-02: every connection is ended again and again while people book: 503 or success, and what was told is true',
    { timeout: 90_000 },
    async () => {
      await aUnit(app)
      const customers = await Promise.all(Array.from({ length: 6 }, () => aCustomer(app)))
      const answers: Answer[] = []
      const booked: string[] = []

      /** Asks until there is an answer other than "try again", as a browser would; a booking always with its own key. */
      async function persist<T extends { ok: boolean; status: number; retryAfterSeconds?: number }>(
        work: () => Promise<T>,
      ): Promise<T> {
        for (;;) {
          const started = performance.now()
          const result = await work()
          answers.push({ status: result.status, retryAfter: result.retryAfterSeconds, ms: performance.now() - started })
          if (result.status !== 503) return result
          await pause(20)
        }
      }

      async function bookFour(number: number) {
        const call = app.call(customers[number]?.bearer)
        for (let round = 0; round < 4; round++) {
          const move = aMove({ date: addDays('2026-11-28', number * 4 + round) })
          const found = await persist(() => call(findQuotes, { body: move }))
          const quoteId = found.ok ? (found.data.results[0]?.quoteId ?? '') : ''
          const key = `f02-${number}-${round}`
          const body = { quoteId, paymentMethod: 'cash' as const }
          const result = await persist(() => call(createBooking, { body }, { idempotencyKey: key }))
          if (result.ok) booked.push(result.data.id)
        }
      }

      const state = { isOver: false }
      const everyone = Promise.all(customers.map((_, number) => bookFour(number))).finally(() => (state.isOver = true))
      let ended = 0
      // Ever more seldom: on a slow machine, nothing would ever get done in the first gaps.
      for (let gap = 60; !state.isOver; gap += 3) {
        const { rowCount } = await admin.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        ended += rowCount ?? 0
        await pause(gap)
      }
      await everyone
      expect(ended).toBeGreaterThan(20)
      expect(unplanned(answers)).toEqual([])
      expect(answers.some(({ status }) => status === 503)).toBe(true)
      expect(booked).toHaveLength(24)
      const { rows } = await admin.query<{ id: string }>('select id from bookings.booking')
      expect(rows.map(({ id }) => id).sort()).toEqual(booked.toSorted())
      await expect.poll(() => healthOf('/readyz')).toBe(200)
    },
  )

  test('F-10: slow statements hold every connection: others are told within seconds, health answers, and it heals', async () => {
    const slow = Array.from({ length: 10 }, () => app.app.pool.query('select pg_sleep(2.7)'))
    await pause(50)
    const waiting = Array.from({ length: 20 }, logInOnce)
    expect(await healthOf('/healthz')).toBe(200)
    const answers = await Promise.all(waiting)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    expect(unplanned(answers)).toEqual([])
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2700)
    expect(await healthOf('/readyz')).toBe(200)
    await Promise.all(slow)
    expect((await logInOnce()).status).toBe(401)
  })

  test('F-12: transactions that block each other are tried again, and nobody notices', async () => {
    await app.database.asOwner('create table public.thing (id int primary key, amount int not null)')
    await app.app.pool.query('insert into public.thing values (1, 0), (2, 0)')
    let runs = 0
    let holding = 0
    const bothHoldOne = Promise.withResolvers<void>()
    const inOrder = (first: number, second: number) =>
      app.ctx.tx(async ({ db }) => {
        runs += 1
        await sql`update public.thing set amount = amount + 1 where id = ${first}`.execute(db)
        holding += 1
        if (holding === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await sql`update public.thing set amount = amount + 1 where id = ${second}`.execute(db)
      })
    await Promise.all([inOrder(1, 2), inOrder(2, 1)])
    expect(runs).toBe(3)
    const { rows } = await app.app.pool.query<{ amount: number }>('select amount from public.thing')
    expect(rows.map(({ amount }) => amount)).toEqual([2, 2])
  })

  test('F-13: somebody at a console holds a lock: whoever needs it is told in three seconds, others notice nothing', async () => {
    await aUnit(app)
    await admin.query('begin')
    await admin.query('lock table identity."user" in access exclusive mode')
    const [blocked, free] = await Promise.all([logInOnce(), timed(() => app.call()(findQuotes, { body: aMove() }))])
    expect(unplanned([blocked])).toEqual([])
    expect(blocked.status).toBe(503)
    expect(blocked.ms).toBeLessThan(3200)
    expect(free.status).toBe(200)
    await admin.query('rollback')
    expect((await logInOnce()).status).toBe(401)
  })
})

describe('F-08: a database that stands still', () => {
  let dataDir: string
  let postgres: EmbeddedPostgres
  let app: App

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vanfare-frozen-'))
    const log = createLog('silent')
    postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
    await prepareDatabase(postgres)
    const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000' })
    app = await buildApp({ config, connection: postgres.connection, log, work: false })
  })
  afterAll(async () => {
    await app.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Stops every process of this server, or lets them go on. */
  async function signalAll(pids: number[], signal: 'SIGSTOP' | 'SIGCONT') {
    for (const pid of pids) {
      try {
        process.kill(pid, signal)
      } catch {
        // It ended meanwhile.
      }
    }
  }

  async function processesOf(): Promise<number[]> {
    const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    const { rows } = await app.pool.query<{ pid: number }>('select pid from pg_stat_activity')
    return [postmaster, ...rows.map(({ pid }) => pid)]
  }

  test(
    'is answered with 503 within five seconds, health answers, and all is well when it goes on',
    { timeout: 60_000 },
    async () => {
      // From a network each: one alone has its share of the connections.
      let networks = 0
      const ask = () => {
        const call = createCall(app.fastify, { address: `10.8.${++networks}.1` })
        return timed(() => call(logIn, { body: someoneElse }))
      }
      expect((await ask()).status).toBe(401)
      // Connections that are open and in the pool when it happens, and requests that need new ones.
      await Promise.all(Array.from({ length: 5 }, () => app.pool.query('select pg_sleep(0.1)')))
      const pids = await processesOf()
      // Somebody is in the middle of a transaction when it happens.
      const halfway = failureOf(() =>
        app.ctx.tx(async ({ db }) => {
          await sql`select 1`.execute(db)
          await signalAll(pids, 'SIGSTOP')
          await sql`select 2`.execute(db)
        }),
      )
      await pause(100)
      try {
        const asking = Array.from({ length: 15 }, ask)
        await pause(500)
        expect((await app.fastify.inject('/healthz')).statusCode).toBe(200)
        const answers = await Promise.all(asking)
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
        expect(unplanned(answers)).toEqual([])
        expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(5000)
        expect((await app.fastify.inject('/readyz')).statusCode).toBe(503)
        const { error, ms } = await halfway
        expect(refusalFor(error).kind.status).toBe(503)
        expect(ms).toBeLessThan(5000)
      } finally {
        await signalAll(pids, 'SIGCONT')
      }
      await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(401)
      const after = await Promise.all(Array.from({ length: 30 }, ask))
      expect(after.map(({ status }) => status)).toEqual(after.map(() => 401))
    },
  )
})

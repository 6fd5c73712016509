import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queueMessage } from '#modules/notifications/commands.ts'
import { notificationsJobs } from '#modules/notifications/jobs.ts'
import { createCtx, type Ctx } from '#platform/ctx.ts'
import { createDb, createPool } from '#platform/db.ts'
import { createBoss, job, startJobs, type AnyJob, type JobRun } from '#platform/jobs.ts'
import { WorkerHost } from '#platform/worker-host.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

/** The real queue with mails and a long job of the test, in this process. */
let app: TestApp
const leftovers: (() => unknown)[] = []
beforeEach(async () => {
  app = await createTestApp({ now: new Date() })
})
afterEach(async () => {
  for (const tidy of leftovers.splice(0).toReversed()) await tidy()
  await app.close()
})

interface Working {
  stop: () => void
  parts: (number | undefined)[]
  /** Sends one of that kind. */
  begin: () => Promise<void>
}

async function work(long: AnyJob, { apart = true } = {}): Promise<Working> {
  const { connection } = app.database
  const { log } = app.ctx
  const boss = createBoss(connection, log, { work: true })
  const pool = createPool(connection, log, 4)
  const longPool = createPool(connection, log, 2)
  for (const one of [pool, longPool]) Object.assign(one.options, { connectionTimeoutMillis: 60_000 })
  const ctx = createCtx({ ...app.ctx, boss, db: createDb(pool) })
  const longCtx = apart ? createCtx({ ...ctx, db: createDb(longPool) }) : ctx
  const parts: (number | undefined)[] = []
  const onProgress = (_job: string, part: number | undefined) => void parts.push(part)
  const stop = await startJobs(boss, [long, ...notificationsJobs], ctx, { work: true, longCtx, onProgress })
  leftovers.push(async () => {
    stop()
    await boss.stop({ graceful: true, timeout: 5000 })
    await Promise.all([pool.end(), longPool.end()])
  })
  return { stop, parts, begin: () => ctx.tx((tx) => tx.enqueue(long, {})) }
}

async function mailsSent(count: number, withinMs: number): Promise<number> {
  const ids = await app.ctx.tx(async (ctx) => {
    const queued: string[] = []
    for (let number = 0; number < count; number++)
      queued.push(
        await queueMessage(ctx, {
          channel: 'email',
          to: 'jane@example.com',
          kind: 'test',
          subject: 'Hello',
          mail: { title: 'Hello', paragraphs: [] },
        }),
      )
    return queued
  })
  const sent = async () =>
    (
      await app.ctx.db
        .selectFrom('notifications.message')
        .select('id')
        .where('id', 'in', ids)
        .where('sentAt', 'is not', null)
        .execute()
    ).length
  const end = performance.now() + withinMs
  while (performance.now() < end && (await sent()) < count) await pause(50)
  return sent()
}

/** Takes every connection that it is given, again and again. */
const greedy = (state: { isOver: boolean; runs: number }): AnyJob =>
  job({
    name: 'test.greedy',
    long: { minutes: 10 },
    handle: async (ctx: Ctx) => {
      state.runs += 1
      const hold = async () => {
        while (!state.isOver) await sql`select pg_sleep(1)`.execute(ctx.db)
      }
      await Promise.all(Array.from({ length: 12 }, hold))
    },
  })

describe('whatever a long job does, emails go', () => {
  test('while it takes all the connections that it gets, and more of its kind wait', { timeout: 90_000 }, async () => {
    const state = { isOver: false, runs: 0 }
    leftovers.push(() => (state.isOver = true))
    const { begin } = await work(greedy(state))
    for (let count = 0; count < 4; count++) await begin()
    await expect.poll(() => state.runs, { timeout: 20_000 }).toBe(1)
    expect(await mailsSent(5, 30_000)).toBe(5)
    expect(state.runs).toBe(1)
    state.isOver = true
  })

  test('control: on the connections of everybody, it holds them up', { timeout: 90_000 }, async () => {
    const state = { isOver: false, runs: 0 }
    leftovers.push(() => (state.isOver = true))
    const { begin } = await work(greedy(state), { apart: false })
    await begin()
    await expect.poll(() => state.runs, { timeout: 20_000 }).toBe(1)
    const [apart, meanwhile] = await Promise.all([pause(1), mailsSent(20, 6000)])
    expect(apart).toBeUndefined()
    state.isOver = true
    expect(meanwhile).toBeLessThan(20)
  })

  test('while it burns the processor, in a thread', { timeout: 90_000 }, async () => {
    const host = new WorkerHost<number, number>({
      module: '../test/support/burning-worker',
      limitMs: 60_000,
      heapMegabytes: 64,
    })
    leftovers.push(() => host.close())
    const state = { began: false, outcome: '' }
    const burning = job({
      name: 'test.burning',
      long: { minutes: 10 },
      handle: async (_ctx: Ctx, _data: object, run?: JobRun) => {
        state.began = true
        const until = run?.signal ?? AbortSignal.timeout(60_000)
        state.outcome = await host.run({ person: 'test', until }, 8000, async () => undefined)
      },
    })
    const { begin } = await work(burning)
    await begin()
    await expect.poll(() => state.began, { timeout: 20_000 }).toBe(true)
    expect(await mailsSent(5, 30_000)).toBe(5)
    await expect.poll(() => state.outcome, { timeout: 40_000 }).toBe('done')
  })
})

test('a long job has the minutes that it asks for, and others have five', async () => {
  await work(job({ name: 'test.patient', long: { minutes: 45 }, handle: async () => undefined }))
  const { rows } = await app.app.pool.query<{ name: string; seconds: number }>(
    `select name, expire_seconds as seconds from pgboss.queue where name in ('test.patient', 'notifications.send', 'platform.forget-expired')`,
  )
  expect(Object.fromEntries(rows.map(({ name, seconds }) => [name, seconds]))).toEqual({
    'test.patient': 2700,
    'notifications.send': 300,
    'platform.forget-expired': 600,
  })
})

test('how far it is can be read while it runs, and is gone with it', { timeout: 60_000 }, async () => {
  const go = Promise.withResolvers<void>()
  const counting = job({
    name: 'test.counting',
    long: { minutes: 10 },
    handle: async (_ctx: Ctx, _data: object, run?: JobRun) => {
      await run?.progress(25, 100)
      // Too soon after the last to be written down.
      await run?.progress(26, 100)
      await go.promise
    },
  })
  const { begin, parts } = await work(counting)
  const progress = () => app.ctx.db.selectFrom('platform.job_progress').select(['name', 'done', 'total']).execute()
  await begin()
  await expect.poll(progress, { timeout: 20_000 }).toEqual([{ name: 'test.counting', done: 25, total: 100 }])
  go.resolve()
  await expect.poll(progress, { timeout: 20_000 }).toEqual([])
  expect(parts).toEqual([0.25, undefined])
})

test('it is told when the process stops', { timeout: 60_000 }, async () => {
  const state = { began: false, isAborted: false }
  const stoppable = job({
    name: 'test.stoppable',
    long: { minutes: 10 },
    handle: async (_ctx: Ctx, _data: object, run?: JobRun) => {
      state.began = true
      await new Promise<void>((resolve) => {
        run?.signal.addEventListener('abort', () => {
          state.isAborted = true
          resolve()
        })
      })
    },
  })
  const { begin, stop } = await work(stoppable)
  await begin()
  await expect.poll(() => state.began, { timeout: 20_000 }).toBe(true)
  expect(state.isAborted).toBe(false)
  stop()
  await expect.poll(() => state.isAborted).toBe(true)
})

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MovingClock, setQueueClock } from '#platform/clock.ts'
import { withOneClient } from '#platform/db.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, storedBooking } from '#test/support/factories/booking.ts'
import { aMove, saturdayAhead } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { buildApp, type App } from './build-app.ts'
import { prepareClock, serveClock } from './demonstration-clock.ts'

/** A web and a worker of a demonstration, each with its own clock, on one database with the real queue. */
let app: TestApp
let web: App
let worker: App
const clocks = { web: new MovingClock(), worker: new MovingClock() }

beforeAll(async () => {
  app = await createTestApp({ now: new Date() })
  await prepareClock(app.database.owner, true)
  const start = async (clock: MovingClock, work: boolean) => {
    const { connection } = app.database
    const built = await buildApp({
      config: app.ctx.config,
      connection,
      log: app.ctx.log,
      work,
      clock,
      queueClock: clock,
    })
    await serveClock(built, clock)
    return built
  }
  web = await start(clocks.web, false)
  worker = await start(clocks.worker, true)
})
afterAll(async () => {
  await worker.close()
  await web.close()
  await app.close()
})

const forward = (minutes: unknown) =>
  web.fastify.inject({
    method: 'POST',
    url: '/dev/clock',
    payload: { minutes },
    headers: { 'content-type': 'application/json' },
  })

test(
  'when the clock is moved forward a deadline falls due, and the worker does what is due',
  { timeout: 60_000 },
  async () => {
    await aUnit(app)
    const move = aMove({ date: saturdayAhead() })
    const { id } = await aBooking(app, { allowHotJob: true, move })
    const happened = async () =>
      (
        await app.ctx.db.selectFrom('bookings.event').select('kind').where('bookingId', '=', id).orderBy('id').execute()
      ).map(({ kind }) => kind)
    await pause(3000)
    expect(await happened()).toEqual(['created'])
    const answer = await forward(24 * 60)
    expect([answer.statusCode, answer.json<{ ahead_minutes: number }>().ahead_minutes]).toEqual([200, 1440])
    await expect.poll(happened, { timeout: 30_000 }).toEqual(['created', 'not_taken', 'became_hot'])
    expect((await storedBooking(app, id)).isHot).toBe(true)
    // The other process follows, and what it writes down is of the day it is there.
    expect(clocks.worker.aheadMs).toBe(86_400_000)
    const { at } = await app.ctx.db
      .selectFrom('bookings.event')
      .select('at')
      .where('bookingId', '=', id)
      .where('kind', '=', 'became_hot')
      .executeTakeFirstOrThrow()
    expect(at.getTime() - Date.now()).toBeGreaterThan(86_000_000)
  },
)

test('what is scheduled for certain hours is done once', { timeout: 60_000 }, async () => {
  const runs = async () => {
    const { rows } = await app.app.pool.query<{ name: string }>(
      `select name from pgboss.job where name = 'platform.forget-expired' and state = 'completed'`,
    )
    return rows.length
  }
  await expect.poll(runs, { timeout: 30_000 }).toBe(1)
})

test.each([0, -60, 1.5, 'a day', 600_000, undefined])('it cannot be moved by %j minutes', async (minutes) => {
  const before = clocks.web.aheadMs
  const { statusCode, body } = await forward(minutes)
  expect([statusCode, clocks.web.aheadMs]).toEqual([422, before])
  expect(body).toContain('"minutes"')
})

test('production has no such clock, and its queue goes by the time of the database', async () => {
  const timeOfQueue = () =>
    withOneClient(app.database.connection, 'test', async (client) => {
      const { rows } = await client.query<{ ahead: number }>(
        `select extract(epoch from pgboss.job_now() - now())::int as ahead`,
      )
      return rows[0]?.ahead
    })
  expect(await timeOfQueue()).toBe(86_400)
  await withOneClient(app.database.owner, 'test', (client) => setQueueClock(client, false))
  expect(await timeOfQueue()).toBe(0)
  await withOneClient(app.database.owner, 'test', (client) => setQueueClock(client, true))
  expect((await app.app.fastify.inject('/dev/clock')).statusCode).toBe(404)
})

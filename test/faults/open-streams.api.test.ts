import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { urlOf } from '#test/support/database.ts'
import { readEvents, type EventReader } from '#test/support/event-reader.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { cancelBooking } from '#modules/bookings/answers/contract.ts'
import { notifyChange } from '#platform/live.ts'
import { newId } from '#platform/new-id.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { aMove, saturdayAhead } from '#test/support/factories/move.ts'
import { buildWhenChanged } from '../../scripts/prepare-start.ts'
import { paceOfTime } from '#test/support/pace.ts'
import { startProduct } from '#test/support/product.ts'
import { toWire } from '#shared/wire.ts'

const leftovers: (() => unknown)[] = []
afterEach(async () => {
  for (const tidy of leftovers.splice(0).toReversed()) await tidy()
})

const STREAMS = 2000
const WINDOWS = 4
const ROUNDS = 10

beforeAll(() => buildWhenChanged(() => undefined), 300_000)

test(
  '2,000 open pages: each hears within 500 ms, pages, quotes and health answer as ever, SIGTERM ends them within a second, and nothing is lost over a deploy',
  { timeout: 480_000 },
  async () => {
    const secretKey = randomBytes(36).toString('base64')
    const app = await createTestApp({ now: new Date(), env: { SECRET_KEY: secretKey } })
    leftovers.push(() => app.close())
    await aUnit(app)
    const changing = await aBooking(app, { move: aMove({ date: addDays(localDayOf(app.clock.now()), 9) }) })
    const env = {
      DATABASE_URL: urlOf(app.database.connection),
      DATABASE_MIGRATE_URL: urlOf(app.database.owner),
      SECRET_KEY: secretKey,
    }
    const product = await startProduct(env)
    leftovers.push(() => product.stop('SIGKILL'))

    const people: { userId: string; bearer: string; from: string }[] = []
    for (let person = 0; person < STREAMS / WINDOWS; person++) {
      const { id: userId } = await aCustomer(app)
      const now = app.clock.now()
      const { id: sessionId } = await app.ctx.db
        .insertInto('identity.session')
        .values({ userId, createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 86_400_000) })
        .returning('id')
        .executeTakeFirstOrThrow()
      const bearer = await signAccessToken(app.ctx, { userId, sessionId })
      people.push({ userId, bearer, from: `127.0.${2 + Math.floor(person / 10)}.1` })
    }
    const readers: EventReader[] = []
    leftovers.push(() => readers.forEach((reader) => reader.close()))
    const listen = async (url: string, lastEventId?: string) => {
      for (const { bearer, from } of people) {
        const four = Array.from({ length: WINDOWS }, () =>
          readEvents(`${url}/api/booking/live/`, { bearer, from, ...(lastEventId ? { lastEventId } : {}) }),
        )
        readers.push(...(await Promise.all(four)))
      }
    }
    await listen(product.url)
    expect(readers.filter(({ status }) => status !== 200)).toEqual([])

    const asks: Record<string, () => Promise<Response>> = {
      page: () => fetch(`${product.url}/?${Math.random()}`),
      personal: () => fetch(`${product.url}/my-bookings/future-bookings`),
      quotes: () =>
        fetch(`${product.url}/api/booking/companies-quotes/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(toWire(aMove({ date: saturdayAhead() }))),
        }),
      reading: () => fetch(`${product.url}/api/booking/categories/`),
      health: () => fetch(`${product.url}/readyz`),
    }
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        Object.entries(asks).map(async ([name, ask]) => {
          const response = await ask()
          await response.arrayBuffer()
          return [name, response.status]
        }),
      )
      expect(answers).toEqual(Object.keys(asks).map((name) => [name, 200]))
    }
    const metrics = await (await fetch(`${product.url}/metrics`)).text()
    expect(metrics).toMatch(new RegExp(`^vanfare_streams_open ${STREAMS}$`, 'm'))
    expect(readers.filter(({ isOver }) => isOver)).toEqual([])

    const p99 = await timeOfEvents(app, people, readers)
    const paceOfEvents = paceOfTime()
    expect(p99).toBeLessThan(500 * paceOfEvents)

    const told = performance.now()
    const whenOver = async () => {
      while (readers.some(({ isOver }) => !isOver) && performance.now() - told < 20_000) await pause(10)
      return performance.now() - told
    }
    const whenStopped = async () => {
      await product.stop()
      return performance.now() - told
    }
    const [over, ended] = await Promise.all([whenOver(), whenStopped()])
    const pace = paceOfTime()
    expect(product.child.exitCode).toBe(0)
    expect(over).toBeLessThan(1000 * pace)
    expect(ended).toBeLessThan(3000 * pace)
    const lastEventId = readers[0]?.events.at(-1)?.id ?? ''
    readers.length = 0
    // While nobody serves, somebody's booking changes.
    const { customer } = changing
    const changed = await app.call(customer.bearer)(cancelBooking, {
      params: { id: changing.id },
      body: { feePence: 0 },
    })
    expect(changed.ok).toBe(true)
    people.push({ userId: customer.id, bearer: customer.bearer, from: '127.0.1.1' })
    const next = await startProduct(env)
    leftovers.push(() => next.stop('SIGKILL'))
    await listen(next.url, lastEventId)
    const theirs = readers.slice(-WINDOWS)
    await expect.poll(() => theirs.every(({ events }) => events.length > 0), { timeout: 20_000 }).toBe(true)
    expect(theirs.map(({ events }) => events.map(({ name, data }) => [name, data]))).toEqual(
      theirs.map(() => [['bookings_changed', { bookingIds: [changing.id] }]]),
    )
    console.log(
      `an event reached ${STREAMS} pages, 99 of 100 within ${Math.round(p99)} ms; streams over after ${Math.round(over)} ms, process after ${Math.round(ended)} ms`,
    )
  },
)

/** Milliseconds within which 99 of 100 pages hear of a change, which another process announces to everybody at once. */
async function timeOfEvents(
  { ctx }: TestApp,
  people: readonly { userId: string }[],
  readers: readonly EventReader[],
): Promise<number> {
  const took: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const began = performance.now()
    const to = people.map(({ userId }) => userId)
    await ctx.tx((tx) => notifyChange(tx, { about: 'bookings', ids: [newId(ctx.clock)], to }))
    for (const end = performance.now() + 20_000; performance.now() < end; await pause(5))
      if (readers.every(({ events }) => events.length === round)) break
    expect(readers.filter(({ events }) => events.length !== round)).toEqual([])
    took.push(...readers.map(({ events }) => (events.at(-1)?.at ?? Infinity) - began))
  }
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? Infinity
}

import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { signAccessToken } from '#modules/identity/sessions/access-tokens/gateway.ts'
import { createTestApp } from '#test/support/app.ts'
import { urlOf } from '#test/support/database.ts'
import { readEvents, type EventReader } from '#test/support/event-reader.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { buildWhenChanged } from '../../scripts/prepare-start.ts'
import { paceOfTime } from '#test/support/pace.ts'
import { startProduct } from '#test/support/product.ts'
import { toWire } from '#shared/wire.ts'

const leftovers: (() => unknown)[] = []
afterEach(async () => {
  for (const tidy of leftovers.splice(0).toReversed()) await tidy()
})

const STREAMS = 400

beforeAll(() => buildWhenChanged(() => undefined), 300_000)

test(
  '400 open streams are nobody’s requests: pages, quotes and health answer as ever, and SIGTERM ends them within a second',
  { timeout: 240_000 },
  async () => {
    const secretKey = randomBytes(36).toString('base64')
    const app = await createTestApp({ now: new Date(), env: { SECRET_KEY: secretKey } })
    leftovers.push(() => app.close())
    const product = await startProduct({
      DATABASE_URL: urlOf(app.database.connection),
      DATABASE_MIGRATE_URL: urlOf(app.database.owner),
      SECRET_KEY: secretKey,
    })
    leftovers.push(() => product.stop('SIGKILL'))

    const readers: EventReader[] = []
    leftovers.push(() => readers.forEach((reader) => reader.close()))
    for (let person = 0; readers.length < STREAMS; person++) {
      const { id } = await aCustomer(app)
      const { id: sessionId } = await app.ctx.db
        .insertInto('identity.session')
        .values({
          userId: id,
          createdAt: app.clock.now(),
          lastUsedAt: app.clock.now(),
          expiresAt: new Date(app.clock.now().getTime() + 86_400_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const bearer = await signAccessToken(app.ctx, { userId: id, sessionId })
      const from = `127.0.${2 + Math.floor(person / 10)}.1`
      const four = Array.from({ length: 4 }, () => readEvents(`${product.url}/api/booking/live/`, { bearer, from }))
      readers.push(...(await Promise.all(four)))
    }
    expect(readers.filter(({ status }) => status !== 200)).toEqual([])

    const asks: Record<string, () => Promise<Response>> = {
      page: () => fetch(`${product.url}/?${Math.random()}`),
      personal: () => fetch(`${product.url}/my-bookings/future-bookings`),
      quotes: () =>
        fetch(`${product.url}/api/booking/companies-quotes/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(toWire(aMove())),
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
    console.log(`streams over after ${Math.round(over)} ms, process after ${Math.round(ended)} ms`)
  },
)

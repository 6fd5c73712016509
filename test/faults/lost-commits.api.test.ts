import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp, type App } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import { confirmBooking } from '#modules/bookings/answers/contract.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { addDays } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { startCuttingProxy, type CuttingProxy } from '#test/support/cutting-proxy.ts'
import { aBooking, aCustomer, aQuoteFor, storedBooking } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'

/** F-04: the wire breaks around a COMMIT. Nobody knows whether it happened, so nobody is told that it failed; asking again decides. */

let app: TestApp
let far: App
let proxy: CuttingProxy
let unit: TestUnit
beforeAll(async () => {
  app = await createTestApp()
  proxy = await startCuttingProxy(app.database.connection)
  const { config, clock, log } = app.ctx
  const connection = { ...app.database.connection, host: proxy.host }
  far = await buildApp({ config, connection, clock, log, work: false })
  await far.fastify.ready()
  unit = await aUnit(app)
})
afterAll(async () => {
  await far.close()
  await proxy.close()
  await app.close()
})

const call = (bearer: string) => createCall(far.fastify, { bearer })
const countOf = async (quoteId: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from bookings.booking where quote_id = ${quoteId}`.execute(app.ctx.db)
  return rows[0]?.n
}

describe.each([
  ['before', 0],
  ['after', 1],
] as const)('the wire breaks %s the database has a COMMIT', (cut, isDone) => {
  it.each([1, 2, 3, 4, 5])('booking: 503, and the same key has the one booking (%i)', async (round) => {
    const { bearer } = await aCustomer(app)
    const date = addDays(cut === 'before' ? '2026-12-01' : '2026-12-11', round)
    const { quoteId } = await aQuoteFor(app, aMove({ date }))
    const book = () =>
      call(bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' } }, { idempotencyKey: `once-${quoteId}` })
    const cuts = proxy.cuts()
    proxy.cutNext(cut)
    const lost = await book()
    expect(proxy.cuts()).toBe(cuts + 1)
    expect([lost.status, lost.ok ? undefined : lost.retryAfterSeconds]).toEqual([503, expect.any(Number)])
    await expect.poll(() => countOf(quoteId)).toBe(isDone)
    const again = await book()
    expect(again.status).toBe(201)
    expect(await countOf(quoteId)).toBe(1)
    expect(await book()).toEqual(again)
  })

  it('confirming: 503, and asked again it is confirmed once', async () => {
    const { id } = await aBooking(app, { move: aMove({ date: cut === 'before' ? '2026-12-21' : '2026-12-22' }) })
    const { bearer } = await sessionFor(app, unit.company.owner.id)
    const confirm = () => call(bearer)(confirmBooking, { params: { id } })
    proxy.cutNext(cut)
    expect((await confirm()).status).toBe(503)
    await expect
      .poll(async () => (await storedBooking(app, id)).status)
      .toBe(isDone === 1 ? 'confirmed' : 'new_booking')
    expect((await confirm()).status).toBe(200)
    const { events } = await storedBooking(app, id)
    expect(events.filter((kind) => kind === 'confirmed')).toHaveLength(1)
  })
})

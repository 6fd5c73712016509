import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logIn } from '#modules/identity/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCustomer, aQuoteFor, type Customer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { statementsOf } from '#test/support/statements.ts'
import { toWire } from '#shared/wire.ts'

/** Ten bookings an hour: the limits as they are in production. */
let app: TestApp
let customer: Customer
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
})
beforeEach(async () => {
  app.clock.advance({ days: 1 })
  app.clock.set(app.clock.now() > new Date('2026-11-25T00:00:00Z') ? '2026-11-20T09:00:00Z' : app.clock.now())
  await removeCompanies(app)
  await aUnit(app)
  customer = await aCustomer(app)
})
afterAll(() => app.close())

const book = (body: object, key?: string) =>
  app.app.fastify.inject({
    method: 'POST',
    url: '/api/booking/',
    headers: { authorization: `Bearer ${customer.bearer}`, ...(key ? { 'idempotency-key': key } : {}) },
    payload: toWire(body) as object,
  })

const aBody = async (time = '09:00') => ({
  quoteId: (await aQuoteFor(app, aMove({ time }))).quoteId,
  paymentMethod: 'cash',
})
const unknownQuote = { quoteId: 'no such quote', paymentMethod: 'cash' }
const repeat = async (count: number, work: () => Promise<{ statusCode: number }>) => {
  const statuses: number[] = []
  for (let made = 0; made < count; made += 1) statuses.push((await work()).statusCode)
  return statuses
}
const times = (count: number, status: number) => Array<number>(count).fill(status)

describe('the limit of bookings', () => {
  it('counts what was decided, yes or no', async () => {
    expect(await repeat(10, () => book(unknownQuote))).not.toContain(429)
    const { statusCode, headers } = await book(await aBody())
    expect([statusCode, Number(headers['retry-after']) > 3000]).toEqual([429, true])
  })

  it('counts no repetition of a key, one after the other or at once', async () => {
    const body = await aBody('06:00')
    expect(await repeat(12, () => book(body, 'one'))).toEqual(times(12, 201))
    const atOnce = await Promise.all(Array.from({ length: 30 }, () => book(body, 'one')))
    expect(new Set(atOnce.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1)
    const another = await aBody('15:00')
    const all = await Promise.all(Array.from({ length: 15 }, () => book(another, 'two')))
    expect(all.map(({ statusCode }) => statusCode)).toEqual(times(15, 201))
    expect(await repeat(8, () => book(unknownQuote))).not.toContain(429)
    expect((await book(unknownQuote)).statusCode).toBe(429)
  })

  it('still repeats an answer to whoever has used it up, by one read', async () => {
    const body = await aBody()
    const first = await book(body, 'first')
    await repeat(9, () => book(unknownQuote))
    const statements = await statementsOf(app, async () => {
      expect((await book(body, 'first')).body).toBe(first.body)
    })
    expect(statements.filter((text) => text.includes('idempotency'))).toHaveLength(1)
    expect((await book({ ...body, customerNote: 'Other' }, 'first')).statusCode).toBe(409)
    expect((await book(unknownQuote, 'new')).statusCode).toBe(429)
  })

  it('does not count what makes no sense', async () => {
    expect(await repeat(12, () => book({ quoteId: 7 }))).toEqual(times(12, 422))
    expect((await book(await aBody())).statusCode).toBe(201)
  })

  it.each([
    [
      'in the middle',
      'create trigger failing before insert on bookings.event for each row execute function platform.fail()',
    ],
    [
      'at the very end',
      'create constraint trigger failing after insert on bookings.event deferrable initially deferred for each row execute function platform.fail()',
    ],
  ])('does not count what fails through us, %s', async (_when, trigger) => {
    const body = await aBody()
    await app.database.asOwner(
      `create or replace function platform.fail() returns trigger language plpgsql as $$ begin raise 'full' using errcode = '53100'; end $$`,
    )
    await app.database.asOwner(trigger)
    try {
      expect(await repeat(5, () => book(body))).toEqual(times(5, 503))
      expect(await repeat(5, () => book(body, 'again'))).toEqual(times(5, 503))
    } finally {
      await app.database.asOwner('drop trigger failing on bookings.event')
    }
    expect((await book(body, 'again')).statusCode).toBe(201)
    expect(await repeat(9, () => book(unknownQuote))).not.toContain(429)
    expect((await book(unknownQuote)).statusCode).toBe(429)
  })
})

it('a limit on guesses counts each of them, and asks the database no more once it is used up', async () => {
  const guess = () =>
    app.call(undefined, '203.0.113.77')(logIn, { body: { email: 'nobody@example.com', password: 'wrong-password-1' } })
  const statuses: number[] = []
  for (let made = 0; made < 20; made += 1) statuses.push((await guess()).status)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(await statementsOf(app, async () => expect((await guess()).status).toBe(429))).toEqual([])
})

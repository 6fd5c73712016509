import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUnit, getUnit } from '#modules/fleet/units/contract.ts'
import { logIn, getUser, logOut } from '#modules/identity/contract.ts'
import { updateUser } from '#modules/identity/profile/contract.ts'
import type { UserStatus } from '#modules/identity/rules.ts'
import type { Call } from '#shared/call.ts'
import { toWire } from '#shared/wire.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, must } from '#test/support/driver.ts'
import { aCustomer, aQuoteFor, type Customer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson, signedIn } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { visitor } from './session.ts'
import { findShared, sharingIdentity } from './shared-identity.ts'

describe('spending', () => {
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
      app.call(undefined, '203.0.113.77')(logIn, {
        body: { email: 'nobody@example.com', password: 'wrong-password-1' },
      })
    const statuses: number[] = []
    for (let made = 0; made < 20; made += 1) statuses.push((await guess()).status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(await statementsOf(app, async () => expect((await guess()).status).toBe(429))).toEqual([])
  })
})

describe('shared identity', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  const statusOf = async (call: Call) => (await call(getUser)).status
  const setStatus = (id: string, status: UserStatus) =>
    app.ctx.db.updateTable('identity.user').set({ status }).where('id', '=', id).execute()
  const looksAt = async (work: () => Promise<unknown>) =>
    (await statementsOf(app, work)).filter((text) => text.startsWith('/* session */')).length

  describe('one identity per request (ADR 0018)', () => {
    it('the calls of one request look at the session once, those of several each time', async () => {
      const { access } = await signedIn(app)
      const call = app.call(access)
      const threeTimes = () => Promise.all([call(getUser), call(getUser), call(getUser)])
      expect(await looksAt(() => sharingIdentity(threeTimes))).toBe(1)
      expect(await looksAt(threeTimes)).toBe(3)
    })

    it('T-027, T-029: what ended or was blocked between two requests is over in the second', async () => {
      const [ended, blocked] = [await signedIn(app), await signedIn(app)]
      const look = () => Promise.all([ended, blocked].map(({ access }) => statusOf(app.call(access))))
      expect(await sharingIdentity(look)).toEqual([200, 200])
      await app.call(ended.access)(logOut)
      await setStatus(blocked.id, 'blocked')
      expect(await sharingIdentity(look)).toEqual([401, 403])
    })

    it('the control: within one request what was found is kept, so that the test above would see it', async () => {
      const person = await signedIn(app)
      const call = app.call(person.access)
      await sharingIdentity(async () => {
        expect(await statusOf(call)).toBe(200)
        await setStatus(person.id, 'blocked')
        expect(await statusOf(call)).toBe(200)
      })
      expect(await statusOf(call)).toBe(403)
    })

    it('T-029: who changes something is looked up again, and so is everything after it', async () => {
      const person = await signedIn(app)
      const call = app.call(person.access)
      await sharingIdentity(async () => {
        expect(await statusOf(call)).toBe(200)
        await setStatus(person.id, 'blocked')
        expect((await call(updateUser, { body: { firstName: 'Ada' } })).status).toBe(403)
        expect(await statusOf(call)).toBe(403)
      })
    })

    it('a log-out counts for the rest of its own request, and so does another role', async () => {
      const [leaving, promoted] = [await signedIn(app), await signedIn(app)]
      await sharingIdentity(async () => {
        const call = app.call(leaving.access)
        expect(await statusOf(call)).toBe(200)
        expect((await call(logOut)).ok).toBe(true)
        expect(await statusOf(call)).toBe(401)
      })
      await sharingIdentity(async () => {
        const call = app.call(promoted.access)
        expect(await statusOf(call)).toBe(200)
        await app.ctx.db
          .updateTable('identity.user')
          .set({ userRole: 'admin', staffRole: 'owner' })
          .where('id', '=', promoted.id)
          .execute()
        await call(updateUser, { body: { firstName: 'Ada' } })
        expect((await must(call(getUser))).userRole).toBe('admin')
      })
    })

    it('a driver who adds a unit has it in the rest of that request', async () => {
      const driver = await aDriver(app)
      await sharingIdentity(async () => {
        expect((await must(driver.call(getUser))).workingUnitIds).toEqual([driver.unitId])
        const added = await must(driver.call(addUnit, { body: { name: 'Second van' } }))
        expect((await must(driver.call(getUser))).workingUnitIds).toEqual([driver.unitId, added.id])
        expect((await driver.call(getUnit, { params: { id: added.id.toUpperCase() } })).status).toBe(200)
      })
    })

    it('T-117: two people in one request are themselves, in whatever order they ask', async () => {
      const people = [await signedIn(app), await signedIn(app), await signedIn(app)]
      const callers = [...people, ...people.toReversed(), ...people]
      const found = await sharingIdentity(() =>
        Promise.all(callers.map(async ({ access }) => (await must(app.call(access)(getUser))).id)),
      )
      expect(found).toEqual(callers.map(({ id }) => id))
    })

    it('what comes after the request is over finds nothing kept', async () => {
      const { access } = await signedIn(app)
      let release = () => {}
      const isOver = new Promise<void>((done) => (release = done))
      // It begins within the request and goes on after it.
      const { late } = await sharingIdentity(async () => {
        await statusOf(app.call(access))
        return { late: isOver.then(() => statusOf(app.call(access))) }
      })
      await app.call(access)(logOut)
      release()
      expect(await late).toBe(401)
    })

    it('a look that failed is not kept', async () => {
      await sharingIdentity(async () => {
        await expect(findShared('token', () => Promise.reject(new Error('the database is away')))).rejects.toThrow(
          'away',
        )
        expect(await findShared('token', async () => visitor)).toBe(visitor)
      })
    })
  })

  it('a driver without a company gets it with their first request, once however many ask', async () => {
    const { id } = await createPerson(app, { role: 'driver' })
    const { bearer } = await sessionFor(app, id)
    const call = app.call(bearer)
    const answers = await Promise.all([call(getUser), call(getUser), call(getUser)])
    const companies = new Set(answers.map((answer) => answer.ok && answer.data.companyId))
    const units = new Set(answers.flatMap((answer) => (answer.ok ? (answer.data.workingUnitIds ?? []) : [])))
    expect([companies.size, units.size, companies.has(undefined)]).toEqual([1, 1, false])
  })
})

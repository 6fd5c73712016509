import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCustomer, aQuoteFor } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import {
  createPerson,
  mailboxOf,
  mailedToken,
  signedIn,
  testPassword,
  type SignedInPerson,
} from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { deleteAccount, verifyDeleteAccount } from './contract.ts'
import { restoreAccount } from './commands.ts'
import { getUser, logIn, refreshTokens } from '../contract.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  // The unit is booked by the tests.
  await aUnit(app)
})
afterAll(() => app.close())

async function close(person: SignedInPerson): Promise<void> {
  const response = await app.call(person.access)(deleteAccount, { body: {} })
  if (!response.ok) throw new Error(response.problem.code)
  const done = await app.call()(verifyDeleteAccount, { body: { token: await mailedToken(app, person.email) } })
  if (!done.ok) throw new Error(done.problem.code)
}

const userOf = (id: string) =>
  app.ctx.db.selectFrom('identity.user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('T-055: closing an account', () => {
  test('ask, follow the link, and everything has ended; thirty days later it is erased', async () => {
    const person = await signedIn(app)
    expect(await app.call(person.access)(deleteAccount, { body: {} })).toMatchObject({ ok: true, status: 200 })
    // The account has not changed yet, and a second request sends no second email.
    expect(await app.call(person.access)(deleteAccount)).toMatchObject({
      status: 409,
      problem: { code: 'pending_delete', detail: 'pending_delete' },
    })
    expect((await app.call(person.access)(getUser)).ok).toBe(true)
    const token = await mailedToken(app, person.email)
    expect(await mailboxOf(app, person.email)).toHaveLength(1)

    expect(await app.call()(verifyDeleteAccount, { body: { token } })).toMatchObject({
      ok: true,
      data: { erasedAt: '2026-12-20T09:00:00.000Z' },
    })
    // T-029: at once.
    expect(await app.call(person.access)(getUser)).toMatchObject({ status: 401 })
    expect(await app.call()(refreshTokens, { body: { refresh: person.refresh } })).toMatchObject({ status: 401 })
    expect(await app.call()(logIn, { body: { email: person.email, password: testPassword } })).toMatchObject({
      status: 403,
      problem: { detail: 'account deleted' },
    })
    expect(await app.call()(verifyDeleteAccount, { body: { token } })).toMatchObject({
      status: 409,
      problem: { detail: 'token lifetime expired' },
    })
  })

  test('looking at the link closes nothing, and somebody else’s token closes only their own account', async () => {
    const [one, two] = [await signedIn(app), await signedIn(app)]
    await app.call(one.access)(deleteAccount)
    const token = await mailedToken(app, one.email)
    const looked = await app.app.fastify.inject(`/api/users/verify-delete-account/?token=${token}`)
    expect(looked.statusCode).toBe(404)
    expect((await userOf(one.id)).status).toBe('active')
    expect((await app.call(two.access)(verifyDeleteAccount, { body: { token } })).status).toBe(200)
    expect([(await userOf(one.id)).status, (await userOf(two.id)).status]).toEqual(['pending_delete', 'active'])
  })

  test('the link lives 24 hours', async () => {
    const person = await signedIn(app)
    await app.call(person.access)(deleteAccount)
    const token = await mailedToken(app, person.email)
    app.clock.advance({ hours: 24, seconds: 1 })
    expect(await app.call()(verifyDeleteAccount, { body: { token } })).toMatchObject({
      status: 409,
      problem: { detail: 'token lifetime expired' },
    })
    expect((await userOf(person.id)).status).toBe('active')
  })

  test('a link that was lost is emailed again after ten minutes, and the one before is void', async () => {
    const person = await signedIn(app)
    await app.call(person.access)(deleteAccount)
    const first = await mailedToken(app, person.email)
    app.clock.advance({ minutes: 9 })
    expect((await app.call(person.access)(deleteAccount)).status).toBe(409)
    app.clock.advance({ minutes: 1, seconds: 1 })
    const { bearer } = await sessionFor(app, person.id)
    expect((await app.call(bearer)(deleteAccount)).status).toBe(200)
    expect((await app.call()(verifyDeleteAccount, { body: { token: first } })).status).toBe(409)
    expect(
      (await app.call()(verifyDeleteAccount, { body: { token: await mailedToken(app, person.email) } })).status,
    ).toBe(200)
  })

  test('is refused while a booking is ahead, also when it was made after the link was emailed', async () => {
    const { quoteId } = await aQuoteFor(app)
    const customer = await aCustomer(app)
    const { email } = await userOf(customer.id)
    expect((await app.call(customer.bearer)(deleteAccount)).status).toBe(200)
    const token = await mailedToken(app, email)
    const booked = await app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' } })
    expect(booked.status).toBe(201)
    expect(await app.call()(verifyDeleteAccount, { body: { token } })).toMatchObject({
      status: 409,
      problem: { code: 'booking_ahead' },
    })
    // The link is not used up: once the booking is cancelled it works.
    await app.ctx.db.updateTable('bookings.booking').set({ status: 'canceled_by_customer' }).execute()
    expect((await app.call()(verifyDeleteAccount, { body: { token } })).status).toBe(200)
  })

  test('the last admin stays, even when the last two go at once', async () => {
    const [one, two] = [await signedIn(app, { role: 'admin' }), await signedIn(app, { role: 'admin' })]
    await app.call(one.access)(deleteAccount)
    await app.call(two.access)(deleteAccount)
    const tokens = [await mailedToken(app, one.email), await mailedToken(app, two.email)]
    const answers = await Promise.all(tokens.map((token) => app.call()(verifyDeleteAccount, { body: { token } })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('T-016: however many follow the link at once, it works once', async () => {
    const person = await signedIn(app)
    await app.call(person.access)(deleteAccount)
    const token = await mailedToken(app, person.email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call()(verifyDeleteAccount, { body: { token } })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('coming back', () => {
  test('within thirty days Customer Service opens the account as it was', async () => {
    const person = await signedIn(app)
    await close(person)
    app.clock.advance({ days: 29 })
    expect(await restoreAccount(app.ctx, person.email.toUpperCase())).toBe('restored')
    expect((await app.call()(logIn, { body: { email: person.email, password: testPassword } })).status).toBe(200)
    const [mail] = await mailboxOf(app, person.email)
    expect(mail?.subject).toBe('Your account is open again')
    // The day of the erasure comes, and passes.
    app.clock.advance({ days: 2 })
    await app.runJobs()
    expect(await userOf(person.id)).toMatchObject({ status: 'active', email: person.email })
  })

  test('closed again, it has thirty days again', async () => {
    const person = await signedIn(app)
    await close(person)
    app.clock.advance({ days: 20 })
    await restoreAccount(app.ctx, person.email)
    const answer = await app.call()(logIn, { body: { email: person.email, password: testPassword } })
    if (!answer.ok) throw new Error(answer.problem.code)
    await close({ ...person, ...answer.data })
    app.clock.advance({ days: 11 })
    await app.runJobs()
    expect((await userOf(person.id)).status).toBe('pending_delete')
    app.clock.advance({ days: 20 })
    await app.runJobs()
    expect((await userOf(person.id)).status).toBe('deleted')
  })

  test.each(['nobody@example.com', 'open@example.com'])('%s was not closed', async (email) => {
    if (email.startsWith('open')) await createPerson(app, { email })
    expect(await restoreAccount(app.ctx, email)).toBe(email.startsWith('open') ? 'not closed' : 'unknown')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBooking } from '#modules/bookings/contract.ts'
import { queueMessage } from '#modules/notifications/commands.ts'
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
import { wholeDatabase } from '#test/support/whole-database.ts'
import { getUser, logIn, refreshTokens, register } from '../contract.ts'
import { addSavedAddress, deleteAccount, verifyDeleteAccount, exportOwnData } from '../profile/contract.ts'
import { restoreAccount, eraseAccount } from './commands.ts'

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

const userOf = (id: string) =>
  app.ctx.db.selectFrom('identity.user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function close(person: SignedInPerson): Promise<void> {
  const response = await app.call(person.access)(deleteAccount, { body: {} })
  if (!response.ok) throw new Error(response.problem.code)
  const done = await app.call()(verifyDeleteAccount, { body: { token: await mailedToken(app, person.email) } })
  if (!done.ok) throw new Error(done.problem.code)
}

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

describe('erasure', () => {
  async function close({ id, email }: { id: string; email: string }): Promise<void> {
    const response = await app.call((await sessionFor(app, id)).bearer)(deleteAccount, { body: {} })
    if (!response.ok) throw new Error(response.problem.code)
    const done = await app.call()(verifyDeleteAccount, { body: { token: await mailedToken(app, email) } })
    if (!done.ok) throw new Error(done.problem.code)
  }

  describe('erasure', () => {
    const secrets = ['Mortimer', 'Quillfeather', '+447700900321', 'Flat 7, Heron Court', 'the piano is out of tune']

    test('leaves no word of a person in the whole database, and of bookings what tax law demands', async () => {
      const { quoteId } = await aQuoteFor(app)
      const person = await createPerson(app, { firstName: 'Mortimer', phone: '+447700900321' })
      await app.ctx.db
        .updateTable('identity.user')
        .set({ lastName: 'Quillfeather' })
        .where('id', '=', person.id)
        .execute()
      const { bearer } = await sessionFor(app, person.id)
      const saved = await app.call(bearer)(
        addSavedAddress,
        { body: { label: 'Home', postcode: 'E17 4QH', flatAndHouse: 'Flat 7, Heron Court' } },
        { idempotencyKey: 'saved-1' },
      )
      expect(saved.status).toBe(201)
      const booked = await app.call(bearer)(
        createBooking,
        {
          body: {
            quoteId,
            paymentMethod: 'cash',
            customerNote: 'the piano is out of tune',
            routePoints: [{ number: 0, flatAndHouse: 'Flat 7, Heron Court' }],
          },
        },
        { idempotencyKey: 'booked-1' },
      )
      if (!booked.ok) throw new Error(JSON.stringify(booked.problem))
      await app.runJobs()
      const before = await wholeDatabase(app)
      for (const secret of [...secrets, person.email]) expect(before).toContain(secret)

      await app.ctx.db.updateTable('bookings.booking').set({ status: 'completed' }).execute()
      await close(person)
      app.clock.advance({ days: 31 })
      await app.runJobs()
      // Searches belong to no person and are kept for thirty days anyway.
      await app.ctx.db.deleteFrom('quoting.offer_page').execute()
      const after = await wholeDatabase(app)
      for (const secret of [...secrets, person.email]) expect(after).not.toContain(secret)

      const row = await app.ctx.db
        .selectFrom('bookings.booking')
        .selectAll()
        .where('id', '=', booked.data.id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ totalPence: booked.data.totalPence, status: 'completed', customerId: person.id })
      expect((row.routePoints as { postcode: string }[]).every(({ postcode }) => !postcode.includes(' '))).toBe(true)
      // The link of the booking still says what a stranger may see.
      const shared = await app.app.fastify.inject(`/api/booking/${booked.data.hash}/unauthorized/`)
      expect(shared.statusCode).toBe(200)
    })

    test('frees the address for a new account, and the old password opens nothing', async () => {
      const person = await signedIn(app)
      await close(person)
      app.clock.advance({ days: 31 })
      await app.runJobs()
      expect((await app.call()(logIn, { body: { email: person.email, password: testPassword } })).status).toBe(401)
      const { email } = await userOf(person.id)
      expect((await app.call()(logIn, { body: { email, password: testPassword } })).status).toBe(401)
      const body = { userRole: 'customer' as const, email: person.email, password: testPassword, firstName: 'Jane' }
      expect((await app.call()(register, { body })).status).toBe(201)
      expect((await mailboxOf(app, person.email))[0]?.subject).toBe('Confirm your email address')
    })

    test('waits for a booking that was agreed at the last moment, and does nothing twice', async () => {
      const { quoteId } = await aQuoteFor(app)
      const customer = await aCustomer(app)
      const booked = await app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' } })
      if (!booked.ok) throw new Error(booked.problem.code)
      await app.ctx.db
        .updateTable('identity.user')
        .set({ status: 'pending_delete', eraseAt: app.clock.now() })
        .where('id', '=', customer.id)
        .execute()
      await eraseAccount(app.ctx, { userId: customer.id })
      expect((await userOf(customer.id)).status).toBe('pending_delete')
      await app.ctx.db.updateTable('bookings.booking').set({ status: 'completed' }).execute()
      app.clock.advance({ days: 1, seconds: 1 })
      await app.runJobs()
      const erased = await userOf(customer.id)
      expect(erased.status).toBe('deleted')
      await eraseAccount(app.ctx, { userId: customer.id })
      expect(await userOf(customer.id)).toEqual(erased)
    })
  })

  describe('T-049: a number that somebody only typed', () => {
    const number = '+447700900654'
    const textedTo = () =>
      app.ctx.db.selectFrom('notifications.message').select('text').where('recipient', '=', number).execute()
    const exportOf = async ({ id }: { id: string }) =>
      (
        await app.app.fastify.inject({
          url: '/api/users/export/',
          headers: { authorization: `Bearer ${(await sessionFor(app, id)).bearer}` },
        })
      ).body

    test('brings nobody the messages of the one who has it, nor takes them away', async () => {
      const owner = await createPerson(app, { phone: number })
      const stranger = await createPerson(app, { phone: number })
      const proved = { phoneVerifiedAt: app.clock.now() }
      await app.ctx.db.updateTable('identity.user').set(proved).where('id', '=', owner.id).execute()
      const messageText = 'Your move to Brighton is on Saturday.'
      await app.ctx.tx((tx) =>
        queueMessage(tx, { channel: 'sms', to: number, kind: 'booking_received', text: messageText }),
      )
      expect(await exportOf(owner)).toContain(messageText)
      expect(await exportOf(stranger)).not.toContain(messageText)
      await close(stranger)
      app.clock.advance({ days: 31 })
      await app.runJobs()
      expect((await userOf(stranger.id)).status).toBe('deleted')
      expect(await textedTo()).toEqual([{ text: messageText }])
      // The next owner of the number has the messages sent there since.
      const next = await createPerson(app, { phone: number })
      const later = { phoneVerifiedAt: app.clock.now() }
      await app.ctx.db.updateTable('identity.user').set(later).where('id', '=', next.id).execute()
      expect(await exportOf(next)).not.toContain(messageText)
      await close(owner)
      app.clock.advance({ days: 31 })
      await app.runJobs()
      expect(await textedTo()).toEqual([])
    })
  })

  describe('own data', () => {
    test('is one JSON file with everything, and nothing of anybody else', async () => {
      const { quoteId } = await aQuoteFor(app)
      const customer = await aCustomer(app)
      const { email } = await userOf(customer.id)
      const other = await signedIn(app, { firstName: 'Somebody-else' })
      await app.call(customer.bearer)(addSavedAddress, { body: { label: 'Mum’s', postcode: 'E17 4QH' } })
      await app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' } })
      await app.runJobs()
      const response = await app.app.fastify.inject({
        url: '/api/users/export/',
        headers: { authorization: `Bearer ${customer.bearer}` },
      })
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-disposition']).toMatch(
        /^attachment; filename="vanfare-data-\d{4}-\d\d-\d\d\.json"$/,
      )
      const data = response.json<Record<string, unknown>>()
      expect(data).toMatchObject({
        account: { email, user_role: 'customer' },
        saved_addresses: [{ label: 'Mum’s' }],
        bookings: { moves: [{ status: 'new_booking', total_pence: expect.any(Number) }] },
        notification_settings: { booking_updates: { email: true } },
        messages: [{ kind: 'booking_received', text: expect.stringContaining('Vanfare') }],
      })
      for (const secret of ['password', 'argon2', 'digest', other.email, 'Somebody-else'])
        expect(response.body).not.toContain(secret)
      expect((await app.call(customer.bearer)(exportOwnData)).ok).toBe(true)
    })
  })
})

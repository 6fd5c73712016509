import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBooking } from '#modules/bookings/contract.ts'
import { queueMessage } from '#modules/notifications/commands.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCustomer, aQuoteFor } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson, mailboxOf, mailedToken, signedIn, testPassword } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { wholeDatabase } from '#test/support/whole-database.ts'
import { deleteAccount, verifyDeleteAccount, exportOwnData } from './contract.ts'
import { logIn, register } from '../contract.ts'
import { addSavedAddress } from '../profile/contract.ts'
import { eraseAccount } from './commands.ts'

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

async function close({ id, email }: { id: string; email: string }): Promise<void> {
  const response = await app.call((await sessionFor(app, id)).bearer)(deleteAccount, { body: {} })
  if (!response.ok) throw new Error(response.problem.code)
  const done = await app.call()(verifyDeleteAccount, { body: { token: await mailedToken(app, email) } })
  if (!done.ok) throw new Error(done.problem.code)
}

const userOf = (id: string) =>
  app.ctx.db.selectFrom('identity.user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

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

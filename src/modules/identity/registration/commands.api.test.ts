import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBooking } from '#modules/bookings/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aQuoteFor } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson, followLink, mailboxOf, mailedToken, testPassword } from '#test/support/people.ts'
import { logIn, register } from '../contract.ts'
import { eraseExpired, removeUnverifiedJob } from '../jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await aUnit(app)
})
beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))
afterAll(() => app.close())

const newEmail = () => `somebody-${crypto.randomUUID()}@example.com`
const sweep = () => removeUnverifiedJob.handle(app.ctx, {})

async function registered(email: string): Promise<string> {
  const body = {
    userRole: 'customer' as const,
    email,
    password: testPassword,
    firstName: 'Jane',
    phone: '+447700900123',
  }
  const answer = await app.call()(register, { body })
  if (!answer.ok) throw new Error(answer.problem.code)
  return answer.data.bookingToken
}

/** Each on a day of its own: the van can be in one place only. */
let days = 0
const book = async (token: string) => {
  const { quoteId } = await aQuoteFor(app, aMove({ date: `2027-01-${String((days += 7)).padStart(2, '0')}` }))
  const booked = await app.call(token)(createBooking, { body: { quoteId, paymentMethod: 'cash' } })
  if (!booked.ok) throw new Error(booked.problem.code)
  return booked.data.id
}

const rowsOf = (email: string) =>
  app.ctx.db.selectFrom('identity.user').select('id').where('emailKey', '=', email).execute()

const bookingsLeft = async (id: string) =>
  (await app.ctx.db.selectFrom('bookings.booking').select('id').where('id', '=', id).execute()).length

test('after thirty days an account that nobody verified goes, with its waiting booking and what was said of it', async () => {
  const email = newEmail()
  const bookingId = await book(await registered(email))
  expect(await mailboxOf(app, email)).not.toEqual([])
  app.clock.advance({ days: 29, hours: 23 })
  await sweep()
  expect(await rowsOf(email)).toHaveLength(1)
  expect(await bookingsLeft(bookingId)).toBe(1)

  app.clock.advance({ hours: 2 })
  await sweep()
  expect(await rowsOf(email)).toEqual([])
  expect(await bookingsLeft(bookingId)).toBe(0)
  expect(await mailboxOf(app, email)).toEqual([])
  // The deadlines of the registration find nothing to do; the address is free.
  app.clock.set('2027-02-01T09:00:00Z')
  await app.runJobs()
  await registered(email)
  await followLink(app, await mailedToken(app, email))
  expect((await app.call()(logIn, { body: { email, password: testPassword } })).status).toBe(200)
})

test('one that registers again has its two days', async () => {
  const email = newEmail()
  await registered(email)
  app.clock.advance({ days: 29 })
  const bookingToken = await registered(email)
  const token = await mailedToken(app, email)
  const bookingId = await book(bookingToken)
  app.clock.advance({ days: 1, hours: 23 })
  await sweep()
  expect(await rowsOf(email)).toHaveLength(1)
  expect(await followLink(app, token)).toMatchObject({ data: { booking: { isHeld: true } } })
  app.clock.advance({ days: 60 })
  await sweep()
  expect([await rowsOf(email), await bookingsLeft(bookingId)]).toMatchObject([[{}], 1])
})

test('a verified account stays however old, and so does one that is blocked; messages to a shared number too', async () => {
  const [verified, blocked, never] = [
    await createPerson(app),
    await createPerson(app, { isVerified: false, status: 'blocked' }),
    await createPerson(app, { isVerified: false }),
  ]
  for (const recipient of ['+447700900123', never.email])
    await app.ctx.db
      .insertInto('notifications.message')
      .values({
        channel: recipient.startsWith('+') ? 'sms' : 'email',
        recipient,
        kind: 'test',
        text: 'Hello',
        createdAt: app.clock.now(),
      })
      .execute()
  await app.ctx.db.updateTable('identity.user').set({ createdAt: app.clock.now() }).execute()
  app.clock.advance({ days: 31 })
  await sweep()
  expect([await rowsOf(verified.email), await rowsOf(blocked.email), await rowsOf(never.email)]).toMatchObject([
    [{}],
    [{}],
    [],
  ])
  const messages = await app.ctx.db
    .selectFrom('notifications.message')
    .select('recipient')
    .where('kind', '=', 'test')
    .execute()
  expect(messages).toEqual([{ recipient: '+447700900123' }])
})

test('the nightly forgetting leaves a booking token until the link that starts its booking has expired', async () => {
  const email = newEmail()
  const bookingToken = await registered(email)
  const token = await mailedToken(app, email)
  await book(bookingToken)
  app.clock.advance({ hours: 47 })
  await eraseExpired.handle(app.ctx, {})
  expect(await followLink(app, token)).toMatchObject({ data: { booking: { isHeld: true } } })
})

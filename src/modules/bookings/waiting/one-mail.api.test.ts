import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { register } from '#modules/identity/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aQuoteFor, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson, followLink, mailedToken, testPassword } from '#test/support/people.ts'
import { createBooking } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  await aUnit(app)
})
afterAll(() => app.close())

const newAddress = () => `one-${crypto.randomUUID()}@example.com`

const registerIn = (email: string, forBooking: boolean) =>
  must(
    app.call()(register, {
      body: {
        userRole: 'customer',
        email,
        password: testPassword,
        firstName: 'Nia',
        phone: '+447700900555',
        forBooking,
      },
    }),
  )

async function book(bookingToken: string) {
  const { quoteId } = await aQuoteFor(app)
  return must(app.call(bookingToken)(createBooking, { body: { quoteId, paymentMethod: 'cash' } }))
}

const mailsTo = (email: string) =>
  app.ctx.db
    .selectFrom('notifications.message')
    .select(['kind', 'subject', 'text', 'sentAt'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()

it('a new customer who books gets one mail: the link that confirms, the day and the towns, and no more of the move', async () => {
  const email = newAddress()
  const { bookingToken } = await registerIn(email, true)
  await app.runJobs()
  expect(await mailsTo(email)).toMatchObject([{ kind: 'verify_email', sentAt: null }])
  const booking = await book(bookingToken)
  app.clock.advance({ minutes: 10 })
  await app.runJobs()
  const [mail, ...more] = await mailsTo(email)
  expect(more).toEqual([])
  expect(mail?.sentAt).not.toBeNull()
  const [from, to] = [booking.routePoints[0]?.place ?? '?', booking.routePoints.at(-1)?.place ?? '?']
  expect(mail?.subject).toBe(`Confirm your email address: ${from} to ${to}, Sat 28 November`)
  expect(mail?.text).toMatch(/\/verify-email\?token=[\w-]+/)
  const secrets = [
    ...booking.routePoints.map(({ postcode }) => postcode),
    booking.company?.name ?? '?',
    '£',
    booking.hash,
  ]
  for (const secret of secrets) expect(mail?.text).not.toContain(secret)

  await must(followLink(app, await mailedToken(app, email)))
  expect(await storedBooking(app, booking.id)).toMatchObject({ awaitingVerification: false })
  const [, confirmation, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(confirmation).toMatchObject({ kind: 'booking_received' })
  for (const part of ['What you pay', 'Total', booking.workingUnit?.van.registration ?? '?', 'Terms & Conditions'])
    expect(confirmation?.text).toContain(part)
  const files = await app.ctx.db
    .selectFrom('notifications.attachment as a')
    .innerJoin('notifications.message as m', 'm.id', 'a.mailId')
    .select(['a.name', 'a.contentType', 'a.content'])
    .where('m.recipient', '=', email)
    .orderBy('a.position')
    .execute()
  expect(files.map(({ contentType }) => contentType)).toEqual(['text/calendar', 'text/html', 'text/plain'])
  expect(files[0]?.content).toContain('BEGIN:VEVENT')
  expect(files[0]?.name).toMatch(/^vanfare-[0-9a-f]{8}\.ics$/)
})

it('a registration that no booking follows is mailed its link by itself, a little later', async () => {
  const email = newAddress()
  await registerIn(email, true)
  app.clock.advance({ minutes: 2 })
  await app.runJobs()
  expect(await mailsTo(email)).toMatchObject([{ sentAt: null }])
  app.clock.advance({ minutes: 2 })
  await app.runJobs()
  expect(await mailsTo(email)).toMatchObject([{ kind: 'verify_email', sentAt: expect.any(Date) as Date }])
})

it('control: without saying that a booking follows, the first mail goes at once', async () => {
  const email = newAddress()
  const { bookingToken } = await registerIn(email, false)
  await app.runJobs()
  await book(bookingToken)
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['verify_email', 'booking_awaits_verification'])
})

it('the owner of an account is mailed once too, and the mail of a stranger’s registration stays', async () => {
  const owner = await createPerson(app, { role: 'customer' })
  const before = (await mailsTo(owner.email)).length
  const { bookingToken } = await registerIn(owner.email, true)
  await registerIn(owner.email, true)
  await book(bookingToken)
  expect((await mailsTo(owner.email)).slice(before).map(({ kind }) => kind)).toEqual([
    'known_address',
    'booking_awaits_verification',
  ])
})

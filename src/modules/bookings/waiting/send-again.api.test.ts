import { afterAll, beforeAll, expect, it } from 'vitest'
import { register } from '#modules/identity/contract.ts'
import { validateVerifyToken } from '#modules/identity/verification/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aQuoteFor, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { followLink, mailedToken, testPassword } from '#test/support/people.ts'
import { createBooking } from '../contract.ts'
import { sendAgain } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: '2026-11-20T09:00:00Z', config: { rateLimitFactor: 1 } })
  await aUnit(app)
})
afterAll(() => app.close())

it('emails the link of that registration again and texts a code, at a pace, and every link works', async () => {
  const email = `again-${crypto.randomUUID()}@example.com`
  const person = { userRole: 'customer' as const, email, password: testPassword, firstName: 'Nia' }
  const { bookingToken } = await must(app.call()(register, { body: { ...person, phone: '+447700900555' } }))
  const first = await mailedToken(app, email)
  const { quoteId } = await aQuoteFor(app)
  const booking = await must(app.call(bookingToken)(createBooking, { body: { quoteId, paymentMethod: 'cash' } }))
  const resend = () => app.call()(sendAgain, { params: { hash: booking.hash }, body: {} })
  expect(await must(resend())).toEqual({
    detail: 'We have sent the email again, and a code to your number that ends in 555.',
    phoneEnding: '555',
  })
  expect((await messagesAbout(app, booking.id)).filter(({ kind }) => kind === 'start_code')).toHaveLength(1)
  const second = await mailedToken(app, email)
  expect(second).not.toBe(first)
  // Pressed twice, one mail goes out.
  expect((await resend()).status).toBe(429)
  // It is one registration, however often its link was emailed.
  expect(await must(app.call()(validateVerifyToken, { body: { token: second } }))).toMatchObject({ registrations: 1 })
  await must(followLink(app, first))
  expect(await storedBooking(app, booking.id)).toMatchObject({ awaitingVerification: false })
  app.clock.set('2026-11-20T09:02:00Z')
  expect(await resend()).toMatchObject({ status: 409, problem: { code: 'not_waiting' } })
  expect((await app.call()(sendAgain, { params: { hash: 'x'.repeat(43) }, body: {} })).status).toBe(404)
})

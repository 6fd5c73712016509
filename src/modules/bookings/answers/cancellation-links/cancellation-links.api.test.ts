import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, heldTimes, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { tokenOf } from '../../changes/gateway.ts'
import { agreeCancellation, confirmBooking, denyCancellation, rejectBooking } from '../contract.ts'
import { getTrail } from '../../office/contract.ts'
import { answerCancellationQuestion, getCancellationQuestion } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const callAs = (id: string): Call =>
  (async (...request: Parameters<Call>) => app.call((await sessionFor(app, id)).bearer)(...request)) as Call

/** Before giving the job back costs the company anything, and after. */
const EARLY = '2026-11-27T08:00:00Z'
const NEAR = '2026-11-28T07:30:00Z'

const PHONE = '+447700900321'

const messages = (id: string) =>
  app.ctx.db
    .selectFrom('notifications.message')
    .select(['kind', 'text', 'recipient', 'channel', 'holdsSecret'])
    .where('subjectId', '=', id)
    .where('kind', 'in', ['did_you_cancel', 'booking_cancelled'])
    .execute()

const tokenIn = (text: string | null | undefined): string => /\/did-you-cancel\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''

/** The driver reports that the customer has cancelled, who gets the link. */
async function aReported({ allowHotJob = true, at = NEAR } = {}) {
  const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
  const driver = callAs(unit.company.owner.id)
  const customer = await aCustomer(app, { phone: PHONE })
  const phoneVerifiedAt = app.clock.now()
  await app.ctx.db.updateTable('identity.user').set({ phoneVerifiedAt }).where('id', '=', customer.id).execute()
  const booking = await aBooking(app, { customer, allowHotJob })
  const params = { id: booking.id }
  await must(driver(confirmBooking, { params }))
  await aUnit(app, { company: { pencePerHour: 9000 } })
  app.clock.set(at)
  await must(driver(rejectBooking, { params, body: { reason: 'canceled_by_customer' } }))
  const sent = await messages(booking.id)
  const token = sent.map(({ text }) => tokenIn(text)).find((found) => found !== '') ?? ''
  return { unit, driver, customer, call: callAs(customer.id), booking, params, sent, token }
}

const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other))

const look = (token: string) => app.call()(getCancellationQuestion, { params: { token } })
const answer = (token: string, didCancel: boolean) =>
  app.call()(answerCancellationQuestion, { params: { token }, body: { didCancel } })
const kinds = async (id: string) => (await messagesAbout(app, id)).map(({ kind }) => kind)

describe('the link by which a customer says whether they cancelled', () => {
  it.each([NEAR, EARLY])('goes to the booker alone and is in no answer or trail (%s)', async (at) => {
    const { sent, customer, booking, call, token } = await aReported({ at })
    const withLink = sent.filter(({ text }) => tokenIn(text) !== '')
    expect(
      withLink.map(({ channel, recipient, holdsSecret }) => [channel, recipient, holdsSecret]).toSorted(byText),
    ).toEqual([
      ['email', customer.email, true],
      ['sms', PHONE, true],
    ])
    expect(JSON.stringify(await call(getTrail, { params: { hash: booking.hash } }))).not.toContain(token)
  })

  it('says which booking and what an answer costs, and names nobody and no address', async () => {
    const { token, booking, unit } = await aReported()
    const shown = await must(look(token))
    expect(shown).toMatchObject({
      state: 'open',
      outlook: 'goes_ahead',
      reference: booking.id.slice(-8).toUpperCase(),
      companyName: unit.company.name,
      startAt: '2026-11-28T09:00:00.000Z',
      feePence: 10_000,
      expiresAt: '2026-11-29T07:30:00.000Z',
    })
    expect(Object.keys(shown).toSorted()).toEqual([
      'companyName',
      'expiresAt',
      'feePence',
      'from',
      'outlook',
      'reference',
      'startAt',
      'state',
      'to',
    ])
    expect([shown.from, shown.to].every((code) => /^[A-Z]{1,2}\d[A-Z\d]?$/.test(code))).toBe(true)
  })

  it('changes nothing when it is opened', async () => {
    const { token, booking } = await aReported()
    const before = [await storedBooking(app, booking.id), await kinds(booking.id)]
    await must(look(token))
    await must(look(token))
    expect([await storedBooking(app, booking.id), await kinds(booking.id)]).toEqual(before)
  })

  it('ends the job at what it cost then by a yes, once', async () => {
    const { token, booking } = await aReported()
    expect(await must(answer(token, true))).toMatchObject({ state: 'agreed', outlook: 'off', feePence: 10_000 })
    expect(await storedBooking(app, booking.id)).toMatchObject({
      status: 'canceled_by_customer',
      cancelledBy: 'customer',
      cancellationFeePence: 10_000,
    })
    expect(await heldTimes(app)).toEqual([])
    const before = await kinds(booking.id)
    expect(await must(answer(token, true))).toMatchObject({ state: 'agreed' })
    expect(await must(look(token))).toMatchObject({ state: 'agreed' })
    expect(await answer(token, false)).toMatchObject({
      status: 409,
      problem: { code: 'cancellation_question_answered' },
    })
    expect(await kinds(booking.id)).toEqual(before)
    const { results } = await must(app.call()(getTrail, { params: { hash: booking.hash } }))
    expect(results.at(-1)).toMatchObject({ kind: 'cancelled', by: 'customer' })
  })

  it('keeps the mover by a no, once, and tells them', async () => {
    const { token, booking } = await aReported()
    expect(await must(answer(token, false))).toMatchObject({ state: 'denied', outlook: 'goes_ahead' })
    expect(await must(answer(token, false))).toMatchObject({ state: 'denied', outlook: 'goes_ahead' })
    expect(await answer(token, true)).toMatchObject({
      status: 409,
      problem: { code: 'cancellation_question_answered' },
    })
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'confirmed', cancelledBy: null })
    expect((await kinds(booking.id)).filter((kind) => kind === 'report_denied')).toHaveLength(1)
    const { results } = await must(app.call()(getTrail, { params: { hash: booking.hash } }))
    expect(results.at(-1)).toMatchObject({ kind: 'report_denied', by: 'customer' })
  })

  it.each([
    [true, true, 'off', { status: 'canceled_by_customer', cancelledBy: 'customer' }],
    [false, true, 'others_asked', { status: 'new_booking', isHot: true }],
    [false, false, 'off', { status: 'rejected', cancellationFeePence: 0 }],
  ] as const)(
    'answers an early report too: %s, other drivers allowed: %s',
    async (didCancel, allowHotJob, outlook, stored) => {
      const { token, booking } = await aReported({ at: EARLY, allowHotJob })
      expect(await must(look(token))).toMatchObject({ state: 'open', outlook: 'off' })
      expect(await must(answer(token, didCancel))).toMatchObject({ state: didCancel ? 'agreed' : 'denied', outlook })
      expect(await storedBooking(app, booking.id)).toMatchObject(stored)
    },
  )

  it('answers once for two who press at the same time', async () => {
    const { token, booking } = await aReported()
    const answers = await Promise.all([answer(token, true), answer(token, false), answer(token, true)])
    expect(answers.map(({ status }) => status)).not.toEqual([200, 200, 200])
    const { events } = await storedBooking(app, booking.id)
    expect(events.filter((kind) => kind === 'cancelled' || kind === 'report_denied')).toHaveLength(1)
  })

  it.each(['a day later', 'once it was answered after logging in', 'once it was denied after logging in'])(
    'answers nothing %s',
    async (when) => {
      const { token, booking, call, params } = await aReported()
      if (when === 'a day later') app.clock.advance({ days: 1, minutes: 1 })
      if (when.includes('answered')) await must(call(agreeCancellation, { params, body: { feePence: 10_000 } }))
      if (when.includes('denied')) await must(call(denyCancellation, { params }))
      const before = await storedBooking(app, booking.id)
      expect(await must(look(token))).toMatchObject({ state: 'over' })
      for (const didCancel of [true, false])
        expect(await answer(token, didCancel)).toMatchObject({
          status: 409,
          problem: { code: 'cancellation_question_over', detail: expect.stringContaining('Log in') },
        })
      expect(await storedBooking(app, booking.id)).toEqual(before)
    },
  )

  it('lasts until half an hour after the start if that is later than a day', async () => {
    const { token } = await aReported({ at: '2026-11-25T08:00:00Z' })
    expect(await must(look(token))).toMatchObject({ state: 'open', expiresAt: '2026-11-28T09:30:00.000Z' })
  })

  it('is no other link, and no other link is it', async () => {
    const { booking, token } = await aReported()
    const links = [booking.hash, tokenOf(app.ctx, 'keys', booking.id), tokenOf(app.ctx, 'cancellation', booking.id)]
    for (const other of [...links, 'x'.repeat(64)]) {
      expect((await look(other)).status).toBe(404)
      expect((await answer(other, true)).status).toBe(404)
    }
    expect(await must(look(token))).toMatchObject({ state: 'open' })
  })
})

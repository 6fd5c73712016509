import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, heldTimes, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { tokenOf } from '../changes/gateway.ts'
import { getBooking, getSharedBooking } from '../contract.ts'
import { decideDayQuestion, listDayQuestions } from '../day/questions/contract.ts'
import { getDriverBooking, listHotJobs, listUnitPastBookings } from '../lists/contract.ts'
import { getTrail } from '../office/contract.ts'
import { answerByLink, getAnswerLink } from '../answer-links/contract.ts'
import {
  cancelBooking,
  confirmBooking,
  reconfirmBooking,
  rejectBooking,
  agreeCancellation,
  denyCancellation,
} from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

/** The time is an hour before giving the job back costs the company anything. */
const EARLY = '2026-11-27T08:00:00Z'

const kinds = async (id: string) => (await messagesAbout(app, id)).map(({ kind }) => kind)

const callAs = (id: string): Call =>
  (async (...args: Parameters<Call>) => app.call((await sessionFor(app, id)).bearer)(...args)) as Call

/** The driver had confirmed, and reports that the customer has cancelled. */
async function aReported({ allowHotJob = true, at = EARLY } = {}) {
  const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
  const driver = callAs(unit.company.owner.id)
  const customer = await aCustomer(app)
  const booking = await aBooking(app, { customer, allowHotJob })
  const params = { id: booking.id }
  await must(driver(confirmBooking, { params }))
  const other = await aUnit(app, { company: { pencePerHour: 9000 } })
  app.clock.set(at)
  await must(driver(rejectBooking, { params, body: { reason: 'canceled_by_customer' } }))
  return { unit, driver, other, otherCall: callAs(other.company.owner.id), call: callAs(customer.id), booking, params }
}

describe('a cancellation that the driver reports', () => {
  it('costs nothing until the customer says so too; then it costs what it cost when it was reported', async () => {
    const { call, params, booking } = await aReported()
    const shown = await must(call(getBooking, { params }))
    const fee = booking.cancellation.at(-2)?.feePence ?? 0
    expect(fee).toBeGreaterThan(0)
    expect(shown).toMatchObject({
      status: 'canceled_by_customer',
      cancelledBy: 'driver',
      cancellationFeePence: 0,
      claimedFeePence: fee,
      allowedActions: ['agree_cancellation', 'deny_cancellation'],
    })
    expect(await call(agreeCancellation, { params, body: { feePence: 0 } })).toMatchObject({
      status: 409,
      problem: { code: 'fee_changed', suggested: { fee_pence: String(fee) } },
    })
    const agreed = { status: 'canceled_by_customer', cancelledBy: 'customer', cancellationFeePence: fee }
    const answer = await must(call(agreeCancellation, { params, body: { feePence: fee } }))
    expect(answer).toMatchObject({ ...agreed, claimedFeePence: null, allowedActions: ['ask_for_re_book'] })
    // The answer was lost: a repeated call gives the same one, and no notice is sent twice.
    const sentKinds = await kinds(booking.id)
    expect(await must(call(agreeCancellation, { params, body: { feePence: fee } }))).toMatchObject(agreed)
    expect(await kinds(booking.id)).toEqual(sentKinds)
    expect((await call(denyCancellation, { params })).status).toBe(409)
    expect((await storedBooking(app, booking.id)).events.slice(-2)).toEqual(['cancelled', 'cancellation_agreed'])
  })

  it('that was not one: the booking goes on without that driver, and the office can find it', async () => {
    const { call, params, booking, driver, unit, other, otherCall } = await aReported()
    const denied = await must(call(denyCancellation, { params }))
    expect(denied).toMatchObject({
      status: 'new_booking',
      isHot: true,
      cancelledBy: null,
      cancellationFeePence: 0,
      leftBy: { name: unit.company.name, how: 'cancellation_denied' },
      allowedActions: ['cancel'],
    })
    expect(await must(call(denyCancellation, { params }))).toMatchObject({ isHot: true })
    expect((await call(agreeCancellation, { params, body: { feePence: 0 } })).status).toBe(409)
    await app.runJobs()
    const past = await must(driver(listUnitPastBookings, { params: { id: unit.id } }))
    expect(past.results.map(({ status, reason }) => [status, reason])).toEqual([['rejected', 'canceled_by_customer']])
    expect((await must(driver(listHotJobs, { params: { id: unit.id } }))).count).toBe(0)
    expect((await must(otherCall(listHotJobs, { params: { id: other.id } }))).results).toMatchObject([
      { id: booking.id },
    ])
    expect(await kinds(booking.id)).toEqual(expect.arrayContaining(['cancellation_denied', 'report_denied', 'hot_job']))
    const { disputedAt, events } = await storedBooking(app, booking.id)
    expect(disputedAt?.toISOString()).toBe('2026-11-27T08:00:00.000Z')
    expect(events.slice(-2)).toEqual(['cancellation_denied', 'became_hot'])
  })

  it.each([
    ['anybody who wanted nobody else', { allowHotJob: false }, EARLY],
    ['the last hour', {}, '2026-11-28T08:30:00Z'],
  ])('that was not one, of %s: the booking is over and costs nothing', async (_who, options, deniedAt) => {
    const { call, params } = await aReported(options)
    app.clock.set(deniedAt)
    expect(await must(call(denyCancellation, { params }))).toMatchObject({
      status: 'rejected',
      cancellationFeePence: 0,
      allowedActions: ['ask_for_re_book'],
    })
  })

  it('is nobody else’s to answer, and no other booking can be answered so', async () => {
    const { booking, params } = await aReported()
    const stranger = callAs((await aCustomer(app)).id)
    expect((await stranger(denyCancellation, { params })).status).toBe(404)
    expect((await stranger(agreeCancellation, { params, body: { feePence: 0 } })).status).toBe(404)
    const shown = await must(app.call()(getSharedBooking, { params: { hash: booking.hash } }))
    expect(shown.cancelledBy).toBe('driver')
    const customer = await aCustomer(app)
    app.clock.set('2026-11-21T09:00:00Z')
    const own = await aBooking(app, { customer })
    const call = callAs(customer.id)
    expect((await call(denyCancellation, { params: { id: own.id } })).status).toBe(409)
    expect((await call(agreeCancellation, { params: { id: own.id }, body: { feePence: 0 } })).status).toBe(409)
  })
})

describe('a report when giving back would cost the mover', () => {
  const NEAR = '2026-11-28T07:30:00Z'
  const at = async (instant: string) => {
    app.clock.set(instant)
    await app.runJobs()
  }
  const owedOf = (id: string) =>
    app.ctx.db.selectFrom('billing.entry').select(['kind', 'about']).where('bookingId', '=', id).execute()

  it('frees nobody: the job and its time stand, and the customer is asked', async () => {
    const { call, params, booking, driver, unit } = await aReported({ at: NEAR })
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'confirmed', cancelledBy: null })
    expect(await heldTimes(app)).toHaveLength(1)
    expect(await kinds(booking.id)).toEqual(expect.arrayContaining(['did_you_cancel', 'report_received']))
    const job = { params: { id: unit.id, bookingId: booking.id } }
    expect(await must(driver(getDriverBooking, job))).toMatchObject({
      status: 'confirmed',
      reason: 'canceled_by_customer',
    })
    const shown = await must(call(getBooking, { params }))
    expect(shown).toMatchObject({ status: 'confirmed', claimedFeePence: 10_000 })
    expect(shown.allowedActions).toEqual(expect.arrayContaining(['agree_cancellation', 'deny_cancellation']))
    expect(shown.allowedActions).not.toContain('cancel')
    // Reported again, it is as it was.
    const before = await kinds(booking.id)
    await must(driver(rejectBooking, { params, body: { reason: 'canceled_by_customer' } }))
    expect(await kinds(booking.id)).toEqual(before)
  })

  it('ends the job at what it cost then once the customer says yes', async () => {
    const { call, params, booking } = await aReported({ at: NEAR })
    await at('2026-11-28T10:00:00Z')
    const wrong = await call(agreeCancellation, { params, body: { feePence: 0 } })
    expect(wrong).toMatchObject({ status: 409, problem: { code: 'fee_changed' } })
    const agreed = { status: 'canceled_by_customer', cancelledBy: 'customer', cancellationFeePence: 10_000 }
    expect(await must(call(agreeCancellation, { params, body: { feePence: 10_000 } }))).toMatchObject(agreed)
    expect(await must(call(agreeCancellation, { params, body: { feePence: 10_000 } }))).toMatchObject(agreed)
    expect(await heldTimes(app)).toEqual([])
    expect((await must((await anOffice(app))(listDayQuestions))).results).toEqual([])
    expect((await storedBooking(app, booking.id)).events.slice(-2)).toEqual(['cancellation_reported', 'cancelled'])
  })

  it('keeps the mover once the customer says no, who can’t report it again and has to say that they come', async () => {
    const { call, params, booking, driver } = await aReported({ at: '2026-11-27T18:00:00Z' })
    const stillConfirmed = { status: 'confirmed', claimedFeePence: null, reconfirmBy: '2026-11-27T19:00:00.000Z' }
    expect(await must(call(denyCancellation, { params }))).toMatchObject(stillConfirmed)
    expect(await must(call(denyCancellation, { params }))).toMatchObject(stillConfirmed)
    expect(await kinds(booking.id)).toContain('report_denied')
    const secondReport = await driver(rejectBooking, { params, body: { reason: 'canceled_by_customer' } })
    expect(secondReport).toMatchObject({ status: 409, problem: { code: 'report_denied' } })
    await must(driver(reconfirmBooking, { params }))
    await at('2026-11-27T19:01:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'confirmed' })
  })

  it('asks other drivers if the mover does not say again that they come', async () => {
    const { call, params, booking } = await aReported({ at: '2026-11-27T18:00:00Z' })
    await must(call(denyCancellation, { params }))
    await at('2026-11-27T19:01:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'new_booking', isHot: true })
  })

  it('without an answer is the office’s half an hour after the start, and nobody is marked or charged by silence', async () => {
    const { booking } = await aReported({ at: NEAR })
    await at('2026-11-28T09:15:00Z')
    await at('2026-11-28T09:30:00Z')
    await at('2026-11-30T09:30:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'confirmed', byMover: false })
    const desk = await anOffice(app)
    const { results } = await must(desk(listDayQuestions))
    expect(results).toMatchObject([{ kind: 'reported', booking: { id: booking.id } }])
    expect(await kinds(booking.id)).not.toContain('day_may_cancel_free')
    expect(await owedOf(booking.id)).toEqual([])
  })

  it.each([
    ['not_done', { status: 'canceled_by_customer', cancelledBy: 'office', cancellationFeePence: 0 }, []],
    ['given_back', { status: 'rejected', cancellationFeePence: 0 }, ['compensation']],
    [
      'customer_cancelled',
      { status: 'canceled_by_customer', cancelledBy: 'customer', cancellationFeePence: 10_000 },
      ['cancellation'],
    ],
  ] as const)('is decided by the office: %s', async (decision, stored, entries) => {
    const { booking } = await aReported({ at: NEAR })
    await at('2026-11-28T09:31:00Z')
    const desk = await anOffice(app)
    const id = (await must(desk(listDayQuestions))).results[0]?.id ?? ''
    await must(desk(decideDayQuestion, { params: { id }, body: { decision, reason: 'We rang both.' } }))
    expect(await storedBooking(app, booking.id)).toMatchObject(stored)
    expect(await heldTimes(app)).toEqual([])
    expect((await owedOf(booking.id)).map(({ kind }) => kind)).toEqual(entries)
  })

  it('that the customer denied goes to the office if nobody came, before money is posted', async () => {
    const { call, params, booking } = await aReported({ at: NEAR })
    await must(call(denyCancellation, { params }))
    await at('2026-11-28T09:31:00Z')
    await must(call(cancelBooking, { params, body: { feePence: 0 } }))
    await at('2026-11-30T09:31:00Z')
    expect(await owedOf(booking.id)).toEqual([])
    const desk = await anOffice(app)
    const { results } = await must(desk(listDayQuestions))
    expect(results).toMatchObject([{ kind: 'conflict', booking: { id: booking.id } }])
    const decided = { decision: 'keep_changed', reason: 'Nobody came.' } as const
    await must(desk(decideDayQuestion, { params: { id: results[0]?.id ?? '' }, body: decided }))
    expect(await owedOf(booking.id)).toMatchObject([{ kind: 'compensation', about: { pricePence: 10_000 } }])
  })
})

it('the trail tells what happened, in order, with companies and no people', async () => {
  const { call, params, booking, unit } = await aReported()
  await must(call(denyCancellation, { params }))
  const { results } = await must(app.call()(getTrail, { params: { hash: booking.hash } }))
  expect(results.map(({ kind, by, companyName }) => [kind, by, companyName])).toEqual([
    ['created', 'customer', unit.company.name],
    ['confirmed', 'driver', unit.company.name],
    ['cancelled', 'driver', unit.company.name],
    ['cancellation_denied', 'customer', unit.company.name],
    ['became_hot', 'customer', unit.company.name],
  ])
  expect(results[0]?.at).toBe('2026-11-20T09:00:00.000Z')
  expect((await app.call()(getTrail, { params: { hash: 'x'.repeat(43) } })).status).toBe(404)
})

describe('the link by which a customer says whether they cancelled', () => {
  const callAs = (id: string): Call =>
    (async (...request: Parameters<Call>) => app.call((await sessionFor(app, id)).bearer)(...request)) as Call
  const NEAR = '2026-11-28T07:30:00Z'

  const PHONE = '+447700900321'

  const messages = (id: string) =>
    app.ctx.db
      .selectFrom('notifications.message')
      .select(['kind', 'text', 'recipient', 'channel', 'holdsSecret'])
      .where('subjectId', '=', id)
      .where('kind', 'in', ['did_you_cancel', 'booking_cancelled'])
      .execute()

  const tokenIn = (text: string | null | undefined): string => /\/answer\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''

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

  const look = (token: string) => app.call()(getAnswerLink, { params: { token } })
  const answer = (token: string, didCancel: boolean) =>
    app.call()(answerByLink, { params: { token }, body: { answer: didCancel ? 'yes' : 'no' } })

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
      'purpose',
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
      problem: { code: 'answer_link_answered' },
    })
    expect(await kinds(booking.id)).toEqual(before)
    const { results } = await must(app.call()(getTrail, { params: { hash: booking.hash } }))
    expect(results.at(-1)).toMatchObject({ kind: 'cancelled', by: 'customer' })
  })

  it('keeps the mover by a no, once, and tells them', async () => {
    const { token, booking } = await aReported()
    expect(await must(answer(token, false))).toMatchObject({ state: 'refused', outlook: 'goes_ahead' })
    expect(await must(answer(token, false))).toMatchObject({ state: 'refused', outlook: 'goes_ahead' })
    expect(await answer(token, true)).toMatchObject({
      status: 409,
      problem: { code: 'answer_link_answered' },
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
      expect(await must(answer(token, didCancel))).toMatchObject({ state: didCancel ? 'agreed' : 'refused', outlook })
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
          problem: { code: 'answer_link_over', detail: expect.stringContaining('Log in') },
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

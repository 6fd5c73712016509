import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmBooking, rejectBooking } from '../answers/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { callAs } from '#test/support/session.ts'
import { aBooking, aCustomer, heldTimes, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { roundsOf } from '#test/support/races.ts'
import { getBooking } from '../contract.ts'
import { getDriverBooking } from '../lists/contract.ts'
import {
  answerLinkedChange,
  getChangeCode,
  getLinkedChange,
  openChange,
  agreeChange,
  listChanges,
  offerTime,
  refuseChange,
  withdrawChange,
} from './contract.ts'
import { tokenOf } from './gateway.ts'
import { getTrail } from '../office/contract.ts'
import { answerByLink, getAnswerLink } from '../answer-links/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

/** Booked for 28 November 09:00. */
async function aNewBooking() {
  const unit = await aUnit(app, { company: { name: 'Tamar Moves', pencePerHour: 5000 } })
  const customer = await aCustomer(app)
  const booking = await aBooking(app, { customer })
  return {
    unit,
    customer,
    booking,
    id: booking.id,
    params: { id: booking.id },
    driver: callAs(app, unit.company.owner.id),
    call: callAs(app, customer.id),
  }
}
type NewBooking = Awaited<ReturnType<typeof aNewBooking>>

const OTHER = '2026-11-30T10:00:00.000Z'
const offer = ({ driver, params }: NewBooking, newStartAt = OTHER) =>
  driver(offerTime, { params, body: { newStartAt } })

async function anOffer(newStartAt = OTHER) {
  const job = await aNewBooking()
  await must(offer(job, newStartAt))
  const [change] = await must(job.call(listChanges, { params: job.params }))
  if (!change) throw new Error('The offer that was made is listed')
  return { ...job, change, answer: { changeId: change.id, version: change.version } }
}

const kinds = async (id: string, email: string) =>
  (await messagesAbout(app, id)).filter(({ recipient }) => recipient === email).map(({ kind }) => kind)
const problem = (code: string) => ({ ok: false, problem: { code } })
const at = async (instant: string) => {
  app.clock.set(instant)
  await app.runJobs()
}
const length = ({ startAt, endAt }: { startAt: string; endAt: string }) => Date.parse(endAt) - Date.parse(startAt)

describe('another time that the driver of a new booking offers', () => {
  it('asks the customer, and leaves the booking, its time and the time to answer as they are', async () => {
    const job = await aNewBooking()
    const held = await heldTimes(app)
    expect(await must(offer(job))).toMatchObject({
      status: 'new_booking',
      respondBy: job.booking.respondBy,
      startAt: job.booking.startAt,
      offeredTime: { newStartAt: OTHER, expiresAt: '2026-11-20T20:00:00.000Z', version: 1 },
      allowedActions: ['confirm', 'reject', 'offer_time'],
    })
    expect(await heldTimes(app)).toEqual(held)
    expect((await kinds(job.id, job.customer.email)).at(-1)).toBe('time_offered')
    expect((await must(job.call(getBooking, { params: job.params }))).allowedActions).toEqual(
      expect.arrayContaining(['cancel', 'agree_change', 'refuse_change']),
    )
  })

  it('is moved and confirmed at once by a yes, with one hold, at the same price', async () => {
    const { id, booking, params, answer, call, driver, unit } = await anOffer()
    expect(await must(call(agreeChange, { params, body: answer }))).toMatchObject({ state: 'agreed' })
    const moved = await must(call(getBooking, { params }))
    expect(moved).toMatchObject({ status: 'confirmed', startAt: OTHER, totalPence: booking.totalPence })
    expect(moved.ceilingPence).toBe(booking.ceilingPence)
    expect(length(moved)).toBe(length(booking))
    const held = await heldTimes(app)
    expect(held).toMatchObject([{ unitId: unit.id, bookingId: id }])
    expect(held[0]?.during).toContain('2026-11-30 10:00')
    expect((await storedBooking(app, id)).events).toEqual([
      'created',
      'change_proposed',
      'time_moved',
      'confirmed',
      'change_agreed',
    ])
    expect((await kinds(id, unit.company.owner.email)).at(-1)).toBe('offered_time_taken')
    expect(await must(call(agreeChange, { params, body: answer }))).toMatchObject({ state: 'agreed' })
    await at(booking.respondBy ?? '')
    expect(await storedBooking(app, id)).toMatchObject({ status: 'confirmed', isHot: false, unitId: unit.id })
    // A day before the new start the driver is asked, as for any.
    await at('2026-11-29T10:00:00Z')
    const { reconfirmBy } = await must(driver(getDriverBooking, { params: { id: unit.id, bookingId: id } }))
    expect(reconfirmBy).toBe('2026-11-29T22:00:00.000Z')
  })

  it('can be taken by the link and a texted code, without signing in', async () => {
    const { id, change } = await anOffer()
    const params = { token: tokenOf(app.ctx, 'change', change.id) }
    const visitor = app.call()
    expect(await must(visitor(getLinkedChange, { params }))).toMatchObject({ isOffer: true, isAsked: true })
    await must(visitor(getChangeCode, { params, body: {} }))
    const { text } = await app.ctx.db
      .selectFrom('notifications.message')
      .select('text')
      .where('subjectId', '=', id)
      .where('kind', '=', 'change_code')
      .executeTakeFirstOrThrow()
    const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
    const { pass } = await must(visitor(openChange, { params, body: { code } }))
    await must(visitor(answerLinkedChange, { params, body: { pass, version: change.version, agree: true } }))
    expect(await storedBooking(app, id)).toMatchObject({ status: 'confirmed', startAt: new Date(OTHER) })
  })

  it('is over with a no, which the driver is told, and the time to answer goes on', async () => {
    const { id, booking, params, answer, call, unit } = await anOffer()
    await must(call(refuseChange, { params, body: answer }))
    expect((await kinds(id, unit.company.owner.email)).at(-1)).toBe('offered_time_over')
    expect(await storedBooking(app, id)).toMatchObject({ status: 'new_booking', isHot: false })
    expect(await must(call(refuseChange, { params, body: answer }))).toMatchObject({ state: 'refused' })
    expect(await call(agreeChange, { params, body: answer })).toMatchObject(problem('change_gone'))
    await at(booking.respondBy ?? '')
    expect(await storedBooking(app, id)).toMatchObject({ isHot: true, unitId: null })
  })

  it('is withdrawn as the driver’s list names it; one that has replaced it stays', async () => {
    const job = await aNewBooking()
    const { id, params, driver, call, customer } = job
    const first = (await must(offer(job))).offeredTime
    const body = { changeId: first?.changeId ?? '', version: first?.version ?? 0 }
    const second = (await must(offer(job, '2026-11-30T11:00:00.000Z'))).offeredTime
    expect(await driver(withdrawChange, { params, body })).toMatchObject(problem('change_gone'))
    const now = { changeId: second?.changeId ?? '', version: second?.version ?? 0 }
    expect(await must(driver(withdrawChange, { params, body: now }))).toMatchObject({ state: 'withdrawn' })
    expect(await must(driver(withdrawChange, { params, body: now }))).toMatchObject({ state: 'withdrawn' })
    expect(await call(agreeChange, { params, body: now })).toMatchObject(problem('change_gone'))
    expect((await kinds(id, customer.email)).filter((kind) => kind === 'time_offered')).toHaveLength(2)
    const { unit } = job
    expect(await must(driver(getDriverBooking, { params: { id: unit.id, bookingId: id } }))).toMatchObject({
      offeredTime: null,
      allowedActions: ['confirm', 'reject', 'offer_time'],
    })
  })

  it('is over with silence, before the driver’s own time to answer ends', async () => {
    const { id, booking, params, answer, call, driver, unit } = await anOffer()
    await at('2026-11-20T20:00:00Z')
    expect((await kinds(id, unit.company.owner.email)).at(-1)).toBe('offered_time_over')
    expect(await call(agreeChange, { params, body: answer })).toMatchObject({ ok: false, status: 409 })
    expect(await must(driver(confirmBooking, { params }))).toMatchObject({
      status: 'confirmed',
      startAt: booking.startAt,
    })
  })

  it('is replaced by a second offer, and a yes to the first does nothing', async () => {
    const job = await anOffer()
    const { id, params, answer, call } = job
    await must(offer(job, '2026-12-01T10:00:00.000Z'))
    expect(await call(agreeChange, { params, body: answer })).toMatchObject(problem('change_gone'))
    await must(call(agreeChange, { params, body: { ...answer, version: answer.version + 1 } }))
    expect((await storedBooking(app, id)).startAt.toISOString()).toBe('2026-12-01T10:00:00.000Z')
  })

  it.each(['confirmed as it was made', 'given back'])('falls when the booking is %s', async (how) => {
    const { id, booking, params, answer, call, driver } = await anOffer()
    if (how === 'given back') await must(driver(rejectBooking, { params, body: { reason: 'personal' } }))
    else await must(driver(confirmBooking, { params }))
    expect(await call(agreeChange, { params, body: answer })).toMatchObject({ ok: false, status: 409 })
    expect((await storedBooking(app, id)).startAt.toISOString()).toBe(booking.startAt)
    const { state } = await app.ctx.db.selectFrom('bookings.change').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('expired')
  })

  it('is refused if the time was taken meanwhile, and everything stays as it was', async () => {
    const { id, booking, params, answer, call, unit } = await anOffer()
    await aHold(app, { id: unit.id }, { start: new Date(OTHER), end: new Date('2026-11-30T14:00:00Z') })
    expect(await call(agreeChange, { params, body: answer })).toMatchObject(problem('time_not_free'))
    expect(await storedBooking(app, id)).toMatchObject({ status: 'new_booking', startAt: new Date(booking.startAt) })
    expect((await heldTimes(app)).filter(({ bookingId }) => bookingId === id)).toHaveLength(1)
  })

  it('is checked: a time in the past, within two hours, the same, off the half hour, or when the van is busy', async () => {
    const job = await aNewBooking()
    const start = new Date('2026-12-02T10:00:00Z')
    await aHold(app, { id: job.unit.id }, { start, end: new Date('2026-12-02T14:00:00Z') })
    for (const time of [
      '2026-11-19T10:00:00.000Z',
      '2026-11-20T10:30:00.000Z',
      job.booking.startAt,
      '2026-11-30T10:10:00.000Z',
      '2027-09-01T10:00:00.000Z',
      start.toISOString(),
    ])
      expect([time, (await offer(job, time)).status]).toEqual([time, 422])
    // An hour later on the same day is in the way of nothing but its own time.
    await must(offer(job, new Date(Date.parse(job.booking.startAt) + 3_600_000).toISOString()))
  })

  it('is the driver’s alone, and of a new booking alone', async () => {
    const job = await aNewBooking()
    const { params, unit, call } = job
    const body = { newStartAt: OTHER }
    expect((await call(offerTime, { params, body })).status).toBe(403)
    const stranger = await aUnit(app, { company: { pencePerHour: 9000 } })
    expect((await callAs(app, stranger.company.owner.id)(offerTime, { params, body })).status).toBe(404)
    const hired = await aHiredDriver(app, job.driver, unit.id)
    expect((await hired.call(offerTime, { params, body })).status).toBe(403)
    await must(job.driver(confirmBooking, { params }))
    expect((await offer(job)).status).toBe(409)
  })
})

/** The link of the last offer in the messages to one address. */
async function linkTo(id: string, to: string): Promise<string | undefined> {
  const messages = await app.ctx.db
    .selectFrom('notifications.message')
    .select(['text', 'holdsSecret'])
    .where('subjectId', '=', id)
    .where('recipient', '=', to)
    .where('kind', '=', 'time_offered')
    .orderBy('createdAt', 'desc')
    .execute()
  const [token] = messages.flatMap(({ text }) => /\/answer\/([\w-]+)/.exec(text)?.[1] ?? [])
  return messages[0]?.holdsSecret ? token : undefined
}

describe('the link in the message that offers another time', () => {
  const byLink = (token: string | undefined) => {
    const params = { token: token ?? '' }
    return {
      read: () => app.call()(getAnswerLink, { params }),
      answer: (agree: boolean) => app.call()(answerByLink, { params, body: { answer: agree ? 'yes' : 'no' } }),
    }
  }

  it('moves and confirms the booking with one yes, without a code or an account; reading it does nothing', async () => {
    const { id, booking, customer, call, params } = await anOffer()
    const { read, answer } = byLink(await linkTo(id, customer.email))
    expect(await must(read())).toEqual({
      purpose: 'offered_time',
      state: 'open',
      reference: id.slice(-8).toUpperCase(),
      from: 'E17',
      to: 'BN1',
      companyName: 'Tamar Moves',
      startAt: booking.startAt,
      newStartAt: OTHER,
      totalPence: booking.totalPence,
      expiresAt: '2026-11-20T20:00:00.000Z',
    })
    expect(await storedBooking(app, id)).toMatchObject({ status: 'new_booking' })
    expect(await must(answer(true))).toMatchObject({ state: 'agreed', startAt: OTHER, totalPence: booking.totalPence })
    expect(await storedBooking(app, id)).toMatchObject({ status: 'confirmed', startAt: new Date(OTHER) })
    expect(await must(call(listChanges, { params }))).toMatchObject([{ state: 'agreed' }])
    const { results } = await must(app.call()(getTrail, { params: { hash: booking.hash } }))
    expect(results.slice(-2).map(({ kind, by }) => `${kind} by ${by}`)).toEqual([
      'confirmed by customer',
      'change_agreed by customer',
    ])
  })

  it('takes one answer: the same again changes nothing, and the other is refused', async () => {
    const { id, customer } = await anOffer()
    const { answer } = byLink(await linkTo(id, customer.email))
    expect(await must(answer(false))).toMatchObject({ state: 'refused' })
    expect(await must(answer(false))).toMatchObject({ state: 'refused' })
    expect(await answer(true)).toMatchObject(problem('answer_link_answered'))
    expect(await storedBooking(app, id)).toMatchObject({ status: 'new_booking' })
  })

  it('answers only the version that it was made for', async () => {
    const job = await anOffer()
    const first = byLink(await linkTo(job.id, job.customer.email))
    app.clock.advance({ minutes: 1 })
    await must(offer(job, '2026-12-01T10:00:00.000Z'))
    expect(await must(first.read())).toMatchObject({ state: 'over' })
    expect(await first.answer(true)).toMatchObject(problem('answer_link_over'))
    const second = byLink(await linkTo(job.id, job.customer.email))
    await must(second.answer(true))
    expect((await storedBooking(app, job.id)).startAt.toISOString()).toBe('2026-12-01T10:00:00.000Z')
  })

  it.each(['has expired', 'was confirmed as it was made', 'was withdrawn'])(
    'does nothing for an offer that %s',
    async (how) => {
      const { id, customer, driver, params, answer: named } = await anOffer()
      const { read, answer } = byLink(await linkTo(id, customer.email))
      if (how === 'has expired') await at('2026-11-20T20:00:00Z')
      else if (how === 'was withdrawn') await must(driver(withdrawChange, { params, body: named }))
      else await must(driver(confirmBooking, { params }))
      expect(await must(read())).toMatchObject({ state: 'over' })
      expect(await answer(true)).toMatchObject(problem('answer_link_over'))
      expect((await storedBooking(app, id)).startAt.toISOString()).not.toBe(OTHER)
    },
  )

  it('is sent to the booker alone, and is no other link', async () => {
    const { id, unit, customer, change } = await anOffer()
    expect(await linkTo(id, customer.email)).toBeDefined()
    expect(await linkTo(id, unit.company.owner.email)).toBeUndefined()
    const ofChange = byLink(tokenOf(app.ctx, 'change', change.id))
    expect((await ofChange.read()).status).toBe(404)
    expect((await ofChange.answer(true)).status).toBe(404)
  })
})

describe('answers in the same moment', () => {
  it('a yes and another yes confirm it once', async () => {
    for (let round = 0; round < roundsOf(2, 20); round++) {
      await removeCompanies(app)
      const { id, params, answer, call } = await anOffer()
      const both = await Promise.all([
        call(agreeChange, { params, body: answer }),
        call(agreeChange, { params, body: answer }),
      ])
      expect(both.map(({ ok }) => ok)).toEqual([true, true])
      expect((await storedBooking(app, id)).events.filter((kind) => kind === 'confirmed')).toHaveLength(1)
      expect(await heldTimes(app)).toHaveLength(1)
    }
  })

  it('a yes and the driver’s own yes confirm it at one of the two times, with one hold', async () => {
    for (let round = 0; round < roundsOf(3, 30); round++) {
      await removeCompanies(app)
      const { id, booking, params, answer, call, driver } = await anOffer()
      const [agreed, confirmed] = await Promise.all([
        call(agreeChange, { params, body: answer }),
        driver(confirmBooking, { params }),
      ])
      const { status, startAt, events } = await storedBooking(app, id)
      expect(status).toBe('confirmed')
      expect(confirmed.ok).toBe(true)
      expect(startAt.toISOString()).toBe(agreed.ok ? OTHER : booking.startAt)
      expect(events.filter((kind) => kind === 'confirmed')).toHaveLength(1)
      expect(await heldTimes(app)).toHaveLength(1)
    }
  })

  it('two customers who say yes to overlapping times of one van: one is moved there', async () => {
    const first = await anOffer()
    const customer = await aCustomer(app)
    const second = await aBooking(app, { customer, move: aMove({ date: '2026-12-03' }) })
    const params = { id: second.id }
    await must(first.driver(offerTime, { params, body: { newStartAt: OTHER } }))
    const call = callAs(app, customer.id)
    const [change] = await must(call(listChanges, { params }))
    const body = { changeId: change?.id ?? '', version: 1 }
    const both = await Promise.all([
      first.call(agreeChange, { params: first.params, body: first.answer }),
      call(agreeChange, { params, body }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const held = await heldTimes(app)
    expect(held).toHaveLength(2)
    expect(held.filter(({ during }) => during.includes('2026-11-30 10:00'))).toHaveLength(1)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { startJob } from '#modules/bookings/day/actions/contract.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must, upload } from '#test/support/driver.ts'
import {
  aBooking,
  aCustomer,
  heldTimes,
  messagesAbout,
  search,
  storedBooking,
} from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayHelpers, dayTime } from '#test/support/factories/day.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { jpeg } from '#test/support/pictures.ts'
import { countDeadlocks, roundsOf } from '#test/support/races.ts'
import { sessionFor } from '#test/support/session.ts'
import { cancelBooking } from '../answers/contract.ts'
import { editBooking } from '../changes/editing/contract.ts'
import { getBooking, listFutureBookings } from '../contract.ts'
import {
  bookInstead,
  findFreeNow,
  askForRebook,
  confirmRebook,
  declineRebook,
  getRebookPrice,
  listRebookings,
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

const { phone } = dayHelpers(() => app)

/** A confirmed job at nine and two other companies; it is half past nine, and no driver has come. */
async function aLateJob(at = dayTime('09:31')) {
  const late = await aConfirmedJob(app, { customerNote: 'Gate code 4' })
  const others = [
    await aUnit(app, { company: { pencePerHour: 6000 } }),
    await aUnit(app, { company: { pencePerHour: 7000 } }),
  ] as const
  app.clock.set(at)
  return { ...late, others, params: { id: late.id } }
}
type Late = Awaited<ReturnType<typeof aLateJob>>

const freeNow = ({ customer, params }: Pick<Late, 'customer' | 'params'>) => must(customer(findFreeNow, { params }))
const cash = 'cash' as const
const openBookings = () =>
  app.ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'status', 'insteadOfId'])
    .where('status', 'in', ['new_booking', 'confirmed', 'in_progress'])
    .execute()

describe('whoever is free now', () => {
  it('is offered with whole prices at the soonest start, without the company that is late', async () => {
    const late = await aLateJob()
    const { startAt, count, results } = await freeNow(late)
    expect(startAt).toBe(dayTime('12:00'))
    expect(count).toBe(2)
    expect(results.map(({ workingUnit }) => workingUnit.id).toSorted()).toEqual(
      late.others.map(({ id }) => id).toSorted(),
    )
    for (const { lines, totalPence, ceilingPence } of results) {
      expect(lines.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(totalPence)
      expect(ceilingPence).toBeGreaterThanOrEqual(totalPence)
    }
  })

  it('is nobody who has another job then', async () => {
    const late = await aLateJob('2026-11-27T09:00:00Z')
    const busy = await aBooking(app, { move: aMove({ time: '12:00' }) })
    app.clock.set(dayTime('09:31'))
    const { results } = await freeNow(late)
    expect(results.map(({ workingUnit }) => workingUnit.id)).toEqual(
      late.others.map(({ id }) => id).filter((id) => id !== busy.workingUnit?.id),
    )
  })

  it('is offered only by the rule that lets them cancel free, and only to its customer', async () => {
    const late = await aLateJob(dayTime('09:29'))
    const { customer, params } = late
    expect(await customer(findFreeNow, { params })).toMatchObject({ status: 409, problem: { code: 'not_late' } })
    app.clock.set(dayTime('09:31'))
    const [offer] = (await freeNow(late)).results
    const body = { quoteId: offer?.quoteId ?? '', paymentMethod: cash }
    const stranger = app.call((await aCustomer(app)).bearer)
    expect((await stranger(findFreeNow, { params })).status).toBe(404)
    expect((await stranger(bookInstead, { params, body })).status).toBe(404)
    await must(late.driver(startJob, { params, body: phone() }))
    expect((await customer(findFreeNow, { params })).status).toBe(409)
    expect(await customer(bookInstead, { params, body })).toMatchObject({ problem: { code: 'not_late' } })
    expect(await openBookings()).toMatchObject([{ id: late.id, status: 'in_progress' }])
  })
})

describe('one press books somebody else', () => {
  it('cancels the late company free, and takes contacts, note and photos along', async () => {
    const late = await aLateJob()
    const { customer, params } = late
    const { data: photos } = await upload<{ id: string }>(app, undefined, '/booking/images/', [
      { content: await jpeg() },
    ])
    const before = await must(customer(getBooking, { params }))
    const routePoints = before.routePoints.map((point, index) =>
      index === 1 ? { ...point, flatAndHouse: 'Flat 9' } : point,
    )
    await must(customer(editBooking, { params, body: { routePoints, photosId: photos.id } }))
    const { results } = await freeNow(late)
    const [offer] = results
    const body = { quoteId: offer?.quoteId ?? '', paymentMethod: cash }
    const made = await must(customer(bookInstead, { params, body }))
    expect(made).toMatchObject({
      status: 'new_booking',
      totalPence: offer?.totalPence,
      startAt: dayTime('12:00'),
      customerNote: 'Gate code 4',
      photosId: photos.id,
      workingUnit: { id: offer?.workingUnit.id },
      routePoints: [{ contactName: before.routePoints[0]?.contactName }, { flatAndHouse: 'Flat 9' }],
    })
    const old = await storedBooking(app, late.id)
    expect(old).toMatchObject({
      status: 'canceled_by_customer',
      byMover: true,
      cancellationFeePence: 0,
      photosId: null,
    })
    const cancelled = await app.ctx.db
      .selectFrom('bookings.event')
      .select('data')
      .where('bookingId', '=', late.id)
      .where('kind', '=', 'cancelled')
      .executeTakeFirst()
    expect(cancelled?.data).toMatchObject({ feePence: 0, byMover: true, waitingPence: 10_000 })
    expect(await heldTimes(app)).toMatchObject([{ bookingId: made.id, unitId: offer?.workingUnit.id }])
    expect((await messagesAbout(app, late.id)).map(({ kind }) => kind)).toContain('booking_cancelled')
    // Sent again, with another of the prices too, it is the same booking.
    const other = { quoteId: results[1]?.quoteId ?? '', paymentMethod: cash }
    expect((await must(customer(bookInstead, { params, body: other }))).id).toBe(made.id)
    expect(await openBookings()).toHaveLength(1)
  })

  it('or does nothing: a time that is taken, a price that has lapsed and a way to pay leave the late one as it was', async () => {
    const late = await aLateJob()
    const { customer, params } = late
    const { results } = await freeNow(late)
    const [offer] = results
    const body = { quoteId: offer?.quoteId ?? '', paymentMethod: cash }
    const taker = await aCustomer(app)
    const same = (await search(app, aMove({ time: '12:00' }))).results.find(
      ({ workingUnit }) => workingUnit.id === offer?.workingUnit.id,
    )
    await aBooking(app, { customer: taker, quoteId: same?.quoteId ?? '' })
    expect(await customer(bookInstead, { params, body })).toMatchObject({ problem: { code: 'slot_taken' } })
    await app.ctx.db
      .updateTable('companies.company')
      .set({ paymentMethods: ['card'] })
      .execute()
    const second = { quoteId: results[1]?.quoteId ?? '', paymentMethod: cash }
    expect(await customer(bookInstead, { params, body: second })).toMatchObject({ status: 422 })
    app.clock.set(dayTime('10:02'))
    expect(await (await fresh(late))(bookInstead, { params, body: second })).toMatchObject({
      problem: { code: 'requote' },
    })
    const { status, byMover: isByCompany, events } = await storedBooking(app, late.id)
    expect({ status, byMover: isByCompany }).toEqual({ status: 'confirmed', byMover: false })
    expect(events).not.toContain('cancelled')
    expect((await heldTimes(app)).map(({ bookingId }) => bookingId)).toContain(late.id)
  })
})

const fresh = async ({ id }: Pick<Late, 'id'>) =>
  app.call((await sessionFor(app, (await storedBooking(app, id)).customerId)).bearer)

describe('at once', () => {
  const rounds = roundsOf(8, 100)

  it(`two presses for two companies book one, ${rounds} times`, { timeout: 300_000 }, async () => {
    const deadlocks = await countDeadlocks(app)
    for (let round = 0; round < rounds; round++) {
      app.clock.set('2026-11-20T09:00:00Z')
      await removeCompanies(app)
      const late = await aLateJob()
      const answers = await pressed(late, await fresh(late))
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(new Set(answers.map((one) => (one.ok ? one.data.id : ''))).size).toBe(1)
      expect(await openBookings()).toMatchObject([{ status: 'new_booking', insteadOfId: late.id }])
      expect(await heldTimes(app)).toHaveLength(1)
    }
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })

  it('without its lock the second is only stopped by the index: the control', async () => {
    const late = await aLateJob()
    const { customerId } = await storedBooking(app, late.id)
    const careless = await withoutGuards(app, 'booking_lock', 'booking_version')
    try {
      const call = createCall(careless.fastify, { bearer: (await sessionFor(app, customerId)).bearer })
      const answers = await pressed(late, call)
      expect(answers.map(({ status }) => status)).not.toEqual([201, 201])
      expect(await openBookings()).toHaveLength(1)
    } finally {
      await careless.close()
    }
  })

  it(`the late driver’s start and the press end in one of both, ${rounds} times`, { timeout: 300_000 }, async () => {
    for (let round = 0; round < rounds; round++) {
      app.clock.set('2026-11-20T09:00:00Z')
      await removeCompanies(app)
      const late = await aLateJob()
      const { params } = late
      const [offer] = (await freeNow(late)).results
      const customer = await fresh(late)
      const driver = app.call((await sessionFor(app, late.unit.company.owner.id)).bearer)
      const press = () =>
        customer(bookInstead, { params, body: { quoteId: offer?.quoteId ?? '', paymentMethod: cash } })
      const start = () => driver(startJob, { params, body: phone() })
      const [pressedFirst, started] =
        round % 2 === 0 ? await Promise.all([press(), start()]) : (await Promise.all([start(), press()])).toReversed()
      const open = await openBookings()
      expect(open).toHaveLength(1)
      expect([pressedFirst?.ok, started?.ok].filter(Boolean)).toHaveLength(1)
      expect(open[0]).toMatchObject(
        started?.ok ? { id: late.id, status: 'in_progress' } : { status: 'new_booking', insteadOfId: late.id },
      )
    }
  })

  it('cancelling alone and booking another leave none or one, as the first of them said', async () => {
    const late = await aLateJob()
    const { params } = late
    const [offer] = (await freeNow(late)).results
    const customer = await fresh(late)
    const body = { quoteId: offer?.quoteId ?? '', paymentMethod: cash }
    const [cancelled, booked] = await Promise.all([
      customer(cancelBooking, { params, body: { feePence: 0 } }),
      customer(bookInstead, { params, body }),
    ])
    expect(cancelled.ok).toBe(true)
    expect(await openBookings()).toHaveLength(booked.ok ? 1 : 0)
    expect(booked.ok || booked.problem.code === 'not_late').toBe(true)
  })

  async function pressed(late: Late, call: Late['customer']) {
    const { results } = await must(call(findFreeNow, { params: late.params }))
    return Promise.all(
      results
        .slice(0, 2)
        .map(({ quoteId }) => call(bookInstead, { params: late.params, body: { quoteId, paymentMethod: cash } })),
    )
  }
})

describe('a customer asks the same driver again', () => {
  let unit: TestUnit
  beforeEach(async () => {
    unit = await aUnit(app, { company: { pencePerHour: 5000 } })
  })

  const as = async (id: string) => app.call((await sessionFor(app, id)).bearer)
  const owner = () => as(unit.company.owner.id)
  const when = { date: '2026-12-15', time: '09:00' }
  const recipientsOf = async (id: string, kind: string) =>
    (await messagesAbout(app, id)).filter((one) => one.kind === kind).map(({ recipient }) => recipient)

  /** A finished booking, and the price at which it is asked for again. */
  async function priced() {
    const booking = await aFinishedBooking(app, { customerNote: 'Gate code 4' })
    const customer = await as(booking.customer.id)
    const params = { id: booking.id }
    const { totalPence } = await must(customer(getRebookPrice, { params, query: when }))
    return { booking, params, totalPence, body: { ...when, totalPence } }
  }

  async function requestRebooking() {
    const all = await priced()
    await must((await as(all.booking.customer.id))(askForRebook, { params: all.params, body: all.body }))
    return all
  }

  it('at the price of today, once; the driver sees it and makes a confirmed booking of it', async () => {
    const booking = await aFinishedBooking(app, { customerNote: 'Gate code 4' })
    await app.ctx.db.updateTable('pricing.hourly_rate').set({ pencePerHour: 8000 }).execute()
    const params = { id: booking.id }
    const customer = await as(booking.customer.id)
    const { totalPence } = await must(customer(getRebookPrice, { params, query: when }))
    expect(totalPence).toBeGreaterThan(booking.totalPence)
    const stale = await customer(askForRebook, { params, body: { ...when, totalPence: booking.totalPence } })
    expect(stale).toMatchObject({
      status: 409,
      problem: { code: 'price_changed', suggested: { total_pence: String(totalPence) } },
    })
    const body = { ...when, totalPence }
    const after = await must(customer(askForRebook, { params, body }))
    expect(after).toMatchObject({ rebookRequestSent: true, status: 'completed' })
    expect(after.allowedActions).not.toContain('ask_for_re_book')
    expect(await customer(askForRebook, { params, body })).toMatchObject({ problem: { code: 'asked_already' } })
    expect(await recipientsOf(booking.id, 'rebook_asked')).toEqual([unit.company.owner.email])
    expect(await heldTimes(app)).toHaveLength(1)

    const { results } = await must((await owner())(listRebookings, { params: { id: unit.id } }))
    expect(results).toMatchObject([
      { bookingId: booking.id, totalPence, mayAnswer: true, startAt: '2026-12-15T09:00:00.000Z' },
    ])
    const made = await must((await owner())(confirmRebook, { params }))
    expect(made).toMatchObject({
      status: 'confirmed',
      totalPence,
      customerNote: 'Gate code 4',
      startAt: '2026-12-15T09:00:00.000Z',
    })
    expect(made.id).not.toBe(booking.id)
    // An answer that was lost is given again.
    expect(await must((await owner())(confirmRebook, { params }))).toEqual(made)
    expect(await heldTimes(app)).toHaveLength(2)
    const future = await must((await as(booking.customer.id))(listFutureBookings))
    expect(future.results).toMatchObject([{ id: made.id, status: 'confirmed' }])
    expect(await recipientsOf(made.id, 'booking_confirmed')).toEqual([booking.customer.email])
    expect((await must((await owner())(listRebookings, { params: { id: unit.id } }))).count).toBe(0)
  })

  it('keeps the request from everybody else', async () => {
    const { params: mine, body } = await requestRebooking()
    const stranger = await as((await aCustomer(app)).id)
    expect((await stranger(askForRebook, { params: mine, body })).status).toBe(404)
    expect((await stranger(getRebookPrice, { params: mine, query: when })).status).toBe(404)
    const other = await as((await aUnit(app)).company.owner.id)
    expect((await other(confirmRebook, { params: mine })).status).toBe(404)
    expect((await other(declineRebook, { params: mine })).status).toBe(404)
    expect((await other(listRebookings, { params: { id: unit.id } })).status).toBe(404)
  })

  it('not while the booking is ahead, nor for a time that has passed or is taken', async () => {
    const upcoming = await aBooking(app)
    const customer = await as(upcoming.customer.id)
    expect((await customer(getRebookPrice, { params: { id: upcoming.id }, query: when })).status).toBe(409)
    await app.ctx.db.deleteFrom('bookings.booking').execute()
    const { params, booking } = await priced()
    const own = await as(booking.customer.id)
    const past = await own(getRebookPrice, { params, query: { date: '2026-11-01', time: '09:00' } })
    expect(past).toMatchObject({ status: 422, problem: { errors: { date: [expect.any(String)] } } })
    app.clock.set('2026-11-20T09:00:00Z')
    await aBooking(app, { move: aMove({ date: '2026-12-15', time: '10:00' }) })
    const taken = await (await as(booking.customer.id))(getRebookPrice, { params, query: when })
    expect(taken).toMatchObject({ status: 409, problem: { code: 'not_free' } })
  })

  it('gets one booking, however many answers come at once', async () => {
    const first = await requestRebooking()
    const answers = await Promise.all(
      [1, 2, 3].map(async () => (await owner())(confirmRebook, { params: first.params })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((one) => (one.ok ? one.data.id : ''))).size).toBe(1)
    expect((await heldTimes(app)).filter(({ during }) => during.includes('2026-12-15'))).toHaveLength(1)
  })

  it('whose time is gone when the driver confirms is refused', async () => {
    const { params, booking } = await requestRebooking()
    const now = app.clock.now()
    await aBooking(app, { move: aMove({ date: '2026-12-15', time: '10:00' }) })
    app.clock.set(now)
    expect(await (await owner())(confirmRebook, { params })).toMatchObject({
      status: 409,
      problem: { code: 'slot_taken' },
    })
    const { rebookRequestSent } = await must((await as(booking.customer.id))(getBooking, { params }))
    expect(rebookRequestSent).toBe(true)
  })

  it('is told when the driver declines or does not answer', async () => {
    const first = await requestRebooking()
    await must((await owner())(declineRebook, { params: first.params }))
    expect((await (await owner())(declineRebook, { params: first.params })).status).toBe(200)
    expect(await (await owner())(confirmRebook, { params: first.params })).toMatchObject({
      problem: { code: 'no_longer_asked' },
    })
    expect(await recipientsOf(first.booking.id, 'rebook_declined')).toEqual([first.booking.customer.email])
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
    unit = await aUnit(app)
    const second = await requestRebooking()
    app.clock.advance({ hours: 11 })
    await app.runJobs()
    expect(await recipientsOf(second.booking.id, 'rebook_expired')).toEqual([])
    app.clock.advance({ hours: 2 })
    await app.runJobs()
    await app.runJobs()
    expect(await recipientsOf(second.booking.id, 'rebook_expired')).toEqual([second.booking.customer.email])
    expect((await (await owner())(confirmRebook, { params: second.params })).status).toBe(409)
  })
})

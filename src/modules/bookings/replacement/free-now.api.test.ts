import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startJob } from '#modules/bookings/day/actions/contract.ts'
import { createCall } from '#app/call.ts'
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
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { jpeg } from '#test/support/pictures.ts'
import { countDeadlocks, roundsOf } from '#test/support/races.ts'
import { sessionFor } from '#test/support/session.ts'
import { editBooking } from '../changes/editing/contract.ts'
import { cancelBooking } from '../answers/contract.ts'
import { getBooking } from '../contract.ts'
import { bookInstead, findFreeNow } from './contract.ts'

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
  it('and cancels the late company free, as theirs; contacts, note and photos go along', async () => {
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

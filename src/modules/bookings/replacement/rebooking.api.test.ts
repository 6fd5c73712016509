import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getBooking, listFutureBookings } from '#modules/bookings/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, heldTimes, messagesAbout } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { askForRebook, confirmRebook, declineRebook, getRebookPrice, listRebookings } from './contract.ts'

let app: TestApp
let unit: TestUnit
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  unit = await aUnit(app, { company: { pencePerHour: 5000 } })
})
afterAll(() => app.close())

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

describe('a customer asks the same driver again', () => {
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

  it('and is nobody else’s to ask, see or answer', async () => {
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

  it('and nothing is booked twice: answers at once make one booking', async () => {
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

  it('and hears when the driver says no, or nothing', async () => {
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

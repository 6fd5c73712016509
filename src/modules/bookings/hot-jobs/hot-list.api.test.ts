import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { confirmBooking, rejectBooking } from '../answers/contract.ts'
import { listPastBookings } from '../contract.ts'
import { listHotJobs, listUnitPastBookings } from '../lists/contract.ts'

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
  (async (...args: Parameters<Call>) => app.call((await sessionFor(app, id)).bearer)(...args)) as Call

/** One that gives everything back, and one that sees it. */
async function twoUnits() {
  const [seer, giver] = [
    await aUnit(app, { company: { pencePerHour: 9000 } }),
    await aUnit(app, { company: { pencePerHour: 5000 } }),
  ]
  return { seer, giver, call: callAs(seer.company.owner.id), gives: callAs(giver.company.owner.id) }
}

async function aHotJob(gives: Call, move = aMove(), paymentMethod: 'cash' | 'card' = 'cash') {
  const booking = await aBooking(app, { customer: await aCustomer(app), move, paymentMethod })
  await must(gives(rejectBooking, { params: { id: booking.id }, body: { reason: 'personal' } }))
  await app.runJobs()
  return booking
}

describe('a hot job in the list of a unit', () => {
  it('says how far it is from the base, or from the job before it that day, and what is to spare before the next', async () => {
    const { seer, call, gives } = await twoUnits()
    const params = { id: seer.id }
    const booking = await aHotJob(gives)
    app.clock.set('2026-11-21T09:00:00Z')
    const list = await must(call(listHotJobs, { params }))
    expect(list.counts).toEqual({ all: 1, today: 0, later: 1, near: 1, cash: 1 })
    expect(list.results).toMatchObject([
      {
        id: booking.id,
        hot: {
          openedAt: '2026-11-20T09:00:00.000Z',
          closesAt: '2026-11-28T08:00:00.000Z',
          seenBy: 1,
          from: { kind: 'base', until: null },
          minutesTo: expect.any(Number),
          home: { distance: expect.any(Number), minutes: expect.any(Number) },
          to: null,
        },
      },
    ])
    const start = new Date(booking.startAt)
    const before = { start: new Date(start.getTime() - 3 * 3_600_000), end: new Date(start.getTime() - 2 * 3_600_000) }
    await aHold(app, { id: seer.id }, { ...before, to: 'E10 6EQ' })
    const end = new Date(booking.endAt)
    const after = { start: new Date(end.getTime() + 5 * 3_600_000), end: new Date(end.getTime() + 6 * 3_600_000) }
    await aHold(app, { id: seer.id }, after)
    const [job] = (await must(call(listHotJobs, { params }))).results
    expect(job?.hot.from).toMatchObject({ kind: 'job', until: before.end.toISOString() })
    expect(job?.hot.from?.distance).toBeGreaterThan(0)
    expect(job?.hot.to?.startsAt).toBe(after.start.toISOString())
    // Five hours, less the drive back from Brighton.
    expect(job?.hot.to?.spareMinutes).toBeGreaterThan(60)
    expect(job?.hot.to?.spareMinutes).toBeLessThan(240)
  })

  it('is filtered by day, distance, price and payment; the counts are of all', async () => {
    const { seer, call, gives } = await twoUnits()
    const params = { id: seer.id }
    const soon = await aHotJob(gives, aMove({ date: '2026-11-21', to: 'E10 6EQ' }))
    const later = await aHotJob(gives, aMove({ date: '2026-11-30' }))
    app.clock.set('2026-11-21T06:00:00Z')
    const ids = async (query: {
      day?: 'today' | 'later'
      minPence?: number
      withinMiles?: number
      paymentMethod?: 'card'
    }) => {
      const { results, counts, count } = await must(call(listHotJobs, { params, query }))
      expect([counts.all, count]).toEqual([2, results.length])
      return results.map(({ id }) => id)
    }
    expect(await ids({})).toEqual([soon.id, later.id])
    expect(await ids({ day: 'today' })).toEqual([soon.id])
    expect(await ids({ day: 'later' })).toEqual([later.id])
    expect(await ids({ minPence: later.totalPence })).toEqual([later.id])
    expect(await ids({ withinMiles: 20 })).toEqual([soon.id, later.id])
    expect(await ids({ paymentMethod: 'card' })).toEqual([])
    const first = await must(call(listHotJobs, { params, query: { pageSize: 1, paymentMethod: 'cash' } }))
    expect(first.next).toBe(`/api/booking/working-unit/${seer.id}/hot-jobs/?payment_method=cash&page=2&page_size=1`)
  })
})

it('what is over is filtered by its status, for the unit and for the customer, and the links keep the filter', async () => {
  const { giver, gives } = await twoUnits()
  const params = { id: giver.id }
  const customer = await aCustomer(app)
  const move = (date: string) => aMove({ date })
  const given = await aBooking(app, { customer, move: move('2026-11-28') })
  await must(gives(rejectBooking, { params: { id: given.id }, body: { reason: 'personal' } }))
  const cancelled = await aBooking(app, { customer, move: move('2026-11-29') })
  await must(gives(confirmBooking, { params: { id: cancelled.id } }))
  await must(gives(rejectBooking, { params: { id: cancelled.id }, body: { reason: 'canceled_by_customer' } }))
  const past = async (query: object) =>
    (await must(gives(listUnitPastBookings, { params, query }))).results.map(({ id, status }) => [id, status])
  expect(await past({})).toEqual([
    [cancelled.id, 'canceled_by_customer'],
    [given.id, 'rejected'],
  ])
  expect(await past({ status: 'rejected' })).toEqual([[given.id, 'rejected']])
  expect(await past({ status: 'completed' })).toEqual([])
  const call = callAs(customer.id)
  const own = await must(call(listPastBookings, { query: { status: 'canceled_by_customer' } }))
  expect(own.results.map(({ id }) => id)).toEqual([cancelled.id])
  expect((await must(call(listPastBookings, { query: { status: 'rejected' } }))).count).toBe(0)
})

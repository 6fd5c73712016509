import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BookingStatus } from '#modules/bookings/rules.ts'
import { saveMessageSettings } from '#modules/identity/profile/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  aBooking,
  aCustomer,
  heldTimes,
  messagesAbout,
  search,
  storedBooking,
} from '#test/support/factories/booking.ts'
import { dayHelpers } from '#test/support/factories/day.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { bookingsJobs } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const { at } = dayHelpers(() => app)
const kinds = async (id: string) => (await messagesAbout(app, id)).map(({ kind }) => kind)
const setStatus = (id: string, status: BookingStatus) =>
  app.ctx.db.updateTable('bookings.booking').set({ status }).where('id', '=', id).execute()

describe('a booking that its driver does not answer', () => {
  it('tells the customer by the channels they chose, and always that it was made or is over', async () => {
    await aUnit(app)
    const customer = await aCustomer(app, { phone: '+447700900321' })
    await app.ctx.db
      .updateTable('identity.user')
      .set({ phoneVerifiedAt: app.clock.now() })
      .where('id', '=', customer.id)
      .execute()
    const none = { email: false, sms: false }
    const settings = { bookingUpdates: none, moveReminders: none, reviewRequests: none }
    await app.call(customer.bearer)(saveMessageSettings, { body: settings })
    const booking = await aBooking(app, { customer })
    await at('2026-11-20T21:00:00Z')
    await at('2026-12-20T21:00:00Z')
    const told = (await messagesAbout(app, booking.id)).filter(({ recipient }) =>
      [customer.email, '+447700900321'].includes(recipient),
    )
    expect(told).toEqual([
      { kind: 'booking_received', recipient: customer.email },
      { kind: 'booking_no_one_took', recipient: customer.email },
    ])
  })

  it('goes to everybody who can do it when the time to answer is over, and not before', async () => {
    const unit = await aUnit(app)
    const booking = await aBooking(app)
    await at('2026-11-20T20:59:59Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ isHot: false, unitId: unit.id, events: ['created'] })
    await at('2026-11-20T21:00:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({
      status: 'new_booking',
      isHot: true,
      unitId: null,
      companyId: null,
      totalPence: booking.totalPence,
      events: ['created', 'not_taken', 'became_hot'],
    })
    expect(await heldTimes(app)).toEqual([])
    expect((await search(app)).count).toBe(1)
    expect(await kinds(booking.id)).toEqual(['booking_received', 'new_job', 'booking_hot'])
    // The driver's list is read from the events.
    const [event] = await app.ctx.db.selectFrom('bookings.event').selectAll().where('kind', '=', 'not_taken').execute()
    expect(event).toMatchObject({ unitId: unit.id, actorKind: 'system' })
  })

  it('is over where the customer wants no other driver', async () => {
    const unit = await aUnit(app)
    const booking = await aBooking(app, { allowHotJob: false })
    await at('2026-11-20T21:00:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({
      status: 'not_taken_by_driver',
      isHot: false,
      unitId: unit.id,
      events: ['created', 'not_taken'],
    })
    expect(await heldTimes(app)).toEqual([])
    expect(await kinds(booking.id)).toEqual(['booking_received', 'new_job', 'booking_not_taken'])
  })

  it.each(['confirmed', 'canceled_by_customer', 'rejected'] as const)(
    'stays as it is where it is %s by then',
    async (status) => {
      await aUnit(app)
      const booking = await aBooking(app)
      await setStatus(booking.id, status)
      await at('2026-11-28T08:00:00Z')
      expect(await storedBooking(app, booking.id)).toMatchObject({ status, events: ['created'] })
      expect(await heldTimes(app)).toHaveLength(1)
      expect(await kinds(booking.id)).toEqual(['booking_received', 'new_job'])
    },
  )

  it('gives the driver twenty minutes at the least', async () => {
    await aUnit(app)
    const booking = await aBooking(app, { move: aMove({ date: '2026-11-20', time: '11:00', to: 'E10 5AA' }) })
    expect(booking.respondBy).toBe('2026-11-20T09:20:00.000Z')
    await at('2026-11-20T09:19:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ isHot: false })
    await at('2026-11-20T09:20:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ isHot: true })
  })
})

describe('a booking that nobody took', () => {
  it('is over an hour before it starts, and its customer is told', async () => {
    await aUnit(app)
    const booking = await aBooking(app)
    await at('2026-11-20T21:00:00Z')
    await at('2026-11-28T07:59:59Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'new_booking', isHot: true })
    await at('2026-11-28T08:00:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({
      status: 'no_one_took',
      isHot: false,
      events: ['created', 'not_taken', 'became_hot', 'no_one_took'],
    })
    expect(await kinds(booking.id)).toEqual(['booking_received', 'new_job', 'booking_hot', 'booking_no_one_took'])
  })

  it('gives back the time it holds', async () => {
    await aUnit(app)
    const booking = await aBooking(app)
    // The queue was down all week: both jobs are due, the later one may run first.
    app.clock.set('2026-11-28T08:00:00Z')
    await bookingsJobs[1]?.handle(app.ctx, { bookingId: booking.id })
    await app.runJobs()
    expect(await storedBooking(app, booking.id)).toMatchObject({
      status: 'no_one_took',
      events: ['created', 'no_one_took'],
    })
    expect(await heldTimes(app)).toEqual([])
    expect(await kinds(booking.id)).toEqual(['booking_received', 'new_job', 'booking_no_one_took'])
  })
})

it('its deadlines come again where the database’s clock brought them early', async () => {
  await aUnit(app)
  const booking = await aBooking(app)
  for (const [early, due, event] of [
    ['2026-11-20T20:59:57Z', '2026-11-20T21:01:00Z', 'became_hot'],
    ['2026-11-28T07:59:57Z', '2026-11-28T08:01:00Z', 'no_one_took'],
  ] as const) {
    app.clock.set(early)
    await app.app.pool.query(`delete from pgboss.job where name like 'bookings.%'`)
    for (const kind of bookingsJobs) await kind.handle(app.ctx, { bookingId: booking.id })
    expect((await storedBooking(app, booking.id)).events).not.toContain(event)
    await at(due)
    expect((await storedBooking(app, booking.id)).events).toContain(event)
  }
})

it('its deadlines can be delivered twice, at once, or for a booking that is gone', async () => {
  await aUnit(app)
  const booking = await aBooking(app)
  for (const instant of ['2026-11-20T21:00:00Z', '2026-11-28T08:00:00Z']) {
    app.clock.set(instant)
    for (const kind of bookingsJobs) {
      const deliver = () => kind.handle(app.ctx, { bookingId: booking.id })
      await Promise.all([deliver(), deliver(), deliver()])
      await kind.handle(app.ctx, { bookingId: crypto.randomUUID() })
    }
  }
  expect((await storedBooking(app, booking.id)).events).toEqual(['created', 'not_taken', 'became_hot', 'no_one_took'])
  expect(await kinds(booking.id)).toEqual(['booking_received', 'new_job', 'booking_hot', 'booking_no_one_took'])
})

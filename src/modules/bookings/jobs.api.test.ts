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
import { must } from '#test/support/driver.ts'
import { callAs } from '#test/support/session.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { confirmBooking } from './answers/contract.ts'
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
    const notices = (await messagesAbout(app, booking.id)).filter(({ recipient }) =>
      [customer.email, '+447700900321'].includes(recipient),
    )
    expect(notices).toEqual([
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
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'no_one_took' })
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

describe('after a jump of the clock over several deadlines, whichever job comes first', () => {
  /** Delivers the jobs in this order, each twice, and then whatever else is due. */
  async function deliver(id: string, instant: string, names: readonly string[]) {
    app.clock.set(instant)
    for (const name of [...names, ...names])
      await bookingsJobs.find((kind) => kind.name === `bookings.${name}`)?.handle(app.ctx, { bookingId: id })
    await app.runJobs()
  }
  const bothOrders = (...names: readonly string[]) => [[names], [names.toReversed()]]
  const noticesSince = async (id: string, since: number) => (await kinds(id)).slice(since)

  it.each(bothOrders('response-due', 'no-one-took-due'))(
    'a booking without an answer is not taken, then hot, then over, and its customer hears only of the end: %j',
    async (names) => {
      await aUnit(app)
      await aUnit(app)
      const booking = await aBooking(app)
      const before = (await kinds(booking.id)).length
      await deliver(booking.id, '2026-11-28T08:00:00Z', names)
      expect(await storedBooking(app, booking.id)).toMatchObject({
        status: 'no_one_took',
        unitId: null,
        events: ['created', 'not_taken', 'became_hot', 'no_one_took'],
      })
      expect(await noticesSince(booking.id, before)).toEqual(['booking_no_one_took'])
      expect(await heldTimes(app)).toEqual([])
    },
  )

  it.each(bothOrders('response-due', 'no-one-took-due'))(
    'a booking for this driver alone is one that the driver did not take: %j',
    async (names) => {
      await aUnit(app)
      const booking = await aBooking(app, { allowHotJob: false })
      const before = (await kinds(booking.id)).length
      await deliver(booking.id, '2026-11-28T08:00:00Z', names)
      expect(await storedBooking(app, booking.id)).toMatchObject({
        status: 'not_taken_by_driver',
        events: ['created', 'not_taken'],
      })
      expect(await noticesSince(booking.id, before)).toEqual(['booking_not_taken'])
    },
  )

  it.each(bothOrders('hot-job-offered', 'no-one-took-due'))(
    'a hot job that nobody was told of yet ends, and nobody is offered it any more: %j',
    async (names) => {
      await aUnit(app)
      const booking = await aBooking(app)
      const other = await aUnit(app)
      app.clock.set('2026-11-20T21:00:00Z')
      await bookingsJobs[0]?.handle(app.ctx, { bookingId: booking.id })
      const before = (await kinds(booking.id)).length
      await deliver(booking.id, '2026-11-28T08:00:00Z', names)
      expect(await storedBooking(app, booking.id)).toMatchObject({
        status: 'no_one_took',
        events: ['created', 'not_taken', 'became_hot', 'no_one_took'],
      })
      expect(await noticesSince(booking.id, before)).toEqual(['booking_no_one_took'])
      const recipients = (await messagesAbout(app, booking.id)).map(({ recipient }) => recipient)
      expect(recipients).not.toContain(other.company.owner.email)
    },
  )

  it('control: a minute before it ends a hot job is still offered', async () => {
    await aUnit(app)
    const booking = await aBooking(app)
    const other = await aUnit(app)
    app.clock.set('2026-11-20T21:00:00Z')
    await bookingsJobs[0]?.handle(app.ctx, { bookingId: booking.id })
    await deliver(booking.id, '2026-11-28T07:59:00Z', ['hot-job-offered'])
    const recipients = (await messagesAbout(app, booking.id)).map(({ recipient }) => recipient)
    expect(recipients.filter((recipient) => recipient === other.company.owner.email)).toHaveLength(1)
  })

  it('a booking that awaits verification ends once, and nobody is told of it', async () => {
    await aUnit(app)
    const booking = await aBooking(app)
    await app.ctx.db
      .updateTable('bookings.booking')
      .set({ awaitingVerification: true, respondBy: null })
      .where('id', '=', booking.id)
      .execute()
    const before = (await kinds(booking.id)).length
    await deliver(booking.id, '2026-11-28T08:00:00Z', ['no-one-took-due', 'response-due'])
    expect(await storedBooking(app, booking.id)).toMatchObject({
      status: 'no_one_took',
      awaitingVerification: true,
      events: ['created', 'no_one_took'],
    })
    expect(await noticesSince(booking.id, before)).toEqual([])
  })

  it.each(bothOrders('evening-due', 'reconfirmation-due'))(
    'a driver who has not reconfirmed is replaced, and nobody is reminded that they come: %j',
    async (names) => {
      const unit = await aUnit(app)
      const booking = await aBooking(app)
      const driver = callAs(app, unit.company.owner.id)
      await must(driver(confirmBooking, { params: { id: booking.id } }))
      await at('2026-11-27T09:00:00Z')
      const before = (await kinds(booking.id)).length
      await deliver(booking.id, '2026-11-27T21:00:00Z', names)
      const { events } = await storedBooking(app, booking.id)
      expect(events.slice(-3)).toEqual(['reconfirmation_asked', 'not_reconfirmed', 'became_hot'])
      const after = await noticesSince(booking.id, before)
      expect(after).not.toContain('day_evening_before')
      expect(after.filter((kind) => kind === 'booking_not_reconfirmed')).toHaveLength(1)
    },
  )

  it.each(bothOrders('evening-due', 'reconfirmation-due'))(
    'both sides are reminded once in the evening, and the driver is asked once: %j',
    async (names) => {
      const unit = await aUnit(app)
      const booking = await aBooking(app)
      const driver = callAs(app, unit.company.owner.id)
      await must(driver(confirmBooking, { params: { id: booking.id } }))
      const before = (await kinds(booking.id)).length
      await deliver(booking.id, '2026-11-27T18:30:00Z', names)
      expect((await noticesSince(booking.id, before)).toSorted()).toEqual([
        'day_evening_before',
        'job_evening_before',
        'job_reconfirm',
      ])
    },
  )

  it.each(bothOrders('evening-due', 'lateness-due', 'outcome-due'))(
    'of a day that nobody started, both sides are asked once what became of it, and nothing before that: %j',
    async (names) => {
      const unit = await aUnit(app)
      const booking = await aBooking(app)
      const driver = callAs(app, unit.company.owner.id)
      await must(driver(confirmBooking, { params: { id: booking.id } }))
      const before = (await kinds(booking.id)).length
      await deliver(booking.id, '2026-12-01T09:00:00Z', names)
      expect((await noticesSince(booking.id, before)).toSorted()).toEqual(['day_was_it_done', 'job_was_it_done'])
    },
  )
})

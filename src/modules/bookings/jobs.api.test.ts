import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BookingStatus } from '#modules/bookings/rules.ts'
import { saveMessageSettings } from '#modules/identity/profile/contract.ts'
import type { Call } from '#shared/call.ts'
import { addMinutes, minutesBetween } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import {
  aBooking,
  aCustomer,
  heldTimes,
  messagesAbout,
  search,
  storedBooking,
} from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { dayHelpers } from '#test/support/factories/day.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { confirmBooking, rejectBooking } from './answers/contract.ts'
import { listPastBookings } from './contract.ts'
import { bookingsJobs } from './jobs.ts'
import { listHotJobs, listNewBookings, listUnitPastBookings } from './lists/contract.ts'

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

describe('the list of hot jobs', () => {
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

  describe('a new booking in the list of a unit', () => {
    it('says what it is worth from door to door, and beside what else', async () => {
      const unit = await aUnit(app)
      const call = callAs(unit.company.owner.id)
      const booking = await aBooking(app)
      const listed = async () => (await must(call(listNewBookings, { params: { id: unit.id } }))).results[0]
      const alone = await listed()
      expect(alone?.worth).toMatchObject({ onTo: 'home', otherJobs: [] })
      const minutes = minutesBetween(new Date(booking.startAt), new Date(booking.endAt))
      if (!alone?.worth) throw new Error('The job has no worth')
      const { minutesTo, minutesAfter, doorToDoorMinutes, pencePerHour } = alone.worth
      expect(doorToDoorMinutes).toBe(minutes + minutesTo + minutesAfter)
      expect(pencePerHour).toBe(Math.round(((alone.youKeepPence ?? 0) * 60) / doorToDoorMinutes))
      const evening = addMinutes(new Date(booking.endAt), 240)
      await aHold(app, { id: unit.id }, { start: evening, end: addMinutes(evening, 60) })
      expect((await listed())?.worth).toMatchObject({ onTo: 'job', otherJobs: [{ startAt: evening.toISOString() }] })
    })
  })

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
      const before = {
        start: new Date(start.getTime() - 3 * 3_600_000),
        end: new Date(start.getTime() - 2 * 3_600_000),
      }
      await aHold(app, { id: seer.id }, { ...before, to: 'E10 6EQ' })
      const end = new Date(booking.endAt)
      const after = { start: new Date(end.getTime() + 5 * 3_600_000), end: new Date(end.getTime() + 6 * 3_600_000) }
      await aHold(app, { id: seer.id }, after)
      const [job] = (await must(call(listHotJobs, { params }))).results
      expect(job?.hot.from).toMatchObject({ kind: 'job', until: before.end.toISOString() })
      expect(job?.hot.from?.distance).toBeGreaterThan(0)
      expect(job?.hot.to?.startsAt).toBe(after.start.toISOString())
      expect(job?.worth).toMatchObject({
        onTo: 'job',
        otherJobs: [{ endAt: before.end.toISOString() }, { startAt: after.start.toISOString() }],
      })
      expect(job?.worth?.pencePerHour).toBe(
        Math.round(((job?.youKeepPence ?? 0) * 60) / (job?.worth?.doorToDoorMinutes ?? 1)),
      )
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
})

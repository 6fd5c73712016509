import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getBoardBooking } from '#modules/board/bookings/contract.ts'
import { getBoard } from '#modules/board/contract.ts'
import { blockPerson, unblockPerson } from '#modules/identity/administration/contract.ts'
import { register } from '#modules/identity/contract.ts'
import { blockUnit, deactivateByOffice, restoreUnit } from '#modules/onboarding/decisions/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import {
  aBooking,
  aCustomer,
  aQuoteFor,
  heldTimes,
  messagesAbout,
  search,
  storedBooking,
  type Booking,
} from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { createPerson, followLink, mailedToken, signIn, testPassword, mailboxOf } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { confirmBooking } from '../answers/contract.ts'
import { createBooking, listFutureBookings, listPastBookings } from '../contract.ts'
import { listHotJobs } from '../lists/contract.ts'
import { getTrail, makeHot } from '../office/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

interface Newcomer {
  email: string
  bookingToken: string
  /** Token of the emailed link. */
  link: string
}

/** A customer who registers in the middle of booking, and has not opened the email yet. */
async function aNewcomer(email?: string, firstName = 'Nia', at: TestApp = app): Promise<Newcomer> {
  const address = email ?? `new-${crypto.randomUUID()}@example.com`
  const more = { firstName, password: testPassword, phone: '+447700900555' }
  const answer = await at.call()(register, { body: { userRole: 'customer', email: address, ...more } })
  if (!answer.ok) throw new Error(answer.problem.code)
  return { email: address, bookingToken: answer.data.bookingToken, link: await mailedToken(at, address) }
}

const book = ({ bookingToken }: Newcomer, quoteId: string, idempotencyKey?: string) =>
  app.call(bookingToken)(createBooking, { body: { quoteId, paymentMethod: 'cash' } }, { idempotencyKey })

async function waitingBooking(newcomer: Newcomer): Promise<Booking> {
  const answer = await book(newcomer, (await aQuoteFor(app)).quoteId)
  if (!answer.ok) throw new Error(answer.problem.code)
  return answer.data
}

async function verify(token: string) {
  const answer = await followLink(app, token)
  return answer.ok ? answer.data.booking : answer.problem.code
}

const kinds = async (id: string) => (await messagesAbout(app, id)).map(({ kind }) => kind)

describe('booking before the address is verified', () => {
  it('holds nothing and tells no driver', async () => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    const booking = await waitingBooking(newcomer)
    expect(booking).toMatchObject({
      status: 'new_booking',
      awaitingVerification: true,
      respondBy: null,
      allowedActions: [],
    })
    expect(booking.routePoints[0]).toMatchObject({ contactName: 'Nia', contactNumber: '+447700900555' })
    expect(await heldTimes(app)).toEqual([])
    expect(await messagesAbout(app, booking.id)).toEqual([
      { kind: 'booking_awaits_verification', recipient: newcomer.email },
    ])
    expect((await search(app)).count).toBe(1)
  })

  it('takes its time with the emailed link, and then tells the driver', async () => {
    const unit = await aUnit(app)
    const newcomer = await aNewcomer()
    const booking = await waitingBooking(newcomer)
    app.clock.advance({ hours: 3 })
    expect(await verify(newcomer.link)).toEqual({ hash: booking.hash, status: 'new_booking', isHeld: true })
    expect(await storedBooking(app, booking.id)).toMatchObject({
      status: 'new_booking',
      awaitingVerification: false,
      respondBy: new Date('2026-11-21T00:00:00Z'),
      events: ['created', 'verified'],
    })
    expect(await heldTimes(app)).toMatchObject([{ unitId: unit.id, bookingId: booking.id }])
    expect(await messagesAbout(app, booking.id)).toEqual([
      { kind: 'booking_awaits_verification', recipient: newcomer.email },
      { kind: 'booking_received', recipient: newcomer.email },
      { kind: 'new_job', recipient: unit.company.owner.email },
    ])
    const { access } = await signIn(app, { id: '', email: newcomer.email, password: testPassword })
    const list = await app.call(access)(listFutureBookings, { query: {} })
    expect(list.ok && list.data.results.map(({ id }) => id)).toEqual([booking.id])
  })

  it('has the deadlines of every booking once it is verified', async () => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    const booking = await waitingBooking(newcomer)
    await verify(newcomer.link)
    app.clock.advance({ hours: 12 })
    await app.runJobs()
    expect(await storedBooking(app, booking.id)).toMatchObject({ isHot: true, unitId: null })
  })

  it('loses its time to whoever is faster, and says so', async () => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    const booking = await waitingBooking(newcomer)
    const faster = await aBooking(app)
    expect(await verify(newcomer.link)).toEqual({ hash: booking.hash, status: 'no_one_took', isHeld: false })
    expect((await heldTimes(app)).map(({ bookingId }) => bookingId)).toEqual([faster.id])
    expect(await kinds(booking.id)).toEqual(['booking_awaits_verification', 'booking_time_gone'])
    expect((await storedBooking(app, booking.id)).events).toEqual(['created', 'time_gone'])
    // The account is open all the same, and the booking is in its past.
    const { access } = await signIn(app, { id: '', email: newcomer.email, password: testPassword })
    const past = await app.call(access)(listPastBookings, { query: {} })
    expect(past.ok && past.data.results.map(({ id, status }) => [id, status])).toEqual([[booking.id, 'no_one_took']])
  })

  it('loses it too where its unit is gone', async () => {
    const unit = await aUnit(app)
    const newcomer = await aNewcomer()
    await waitingBooking(newcomer)
    await app.ctx.db.updateTable('fleet.working_unit').set({ status: 'blocked' }).where('id', '=', unit.id).execute()
    expect(await verify(newcomer.link)).toMatchObject({ status: 'no_one_took', isHeld: false })
  })

  it.each([
    ['in time', '2026-11-20T12:59:59Z', true],
    ['when no driver would be asked any more', '2026-11-20T13:00:00Z', false],
  ])('%s before the start is a question of an hour', async (_, instant, isHeld) => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    const move = aMove({ date: '2026-11-20', time: '14:00' })
    const booked = await book(newcomer, (await aQuoteFor(app, move)).quoteId)
    if (!booked.ok) throw new Error(booked.problem.code)
    app.clock.set(instant)
    expect(await verify(newcomer.link)).toMatchObject({ isHeld })
    expect((await kinds(booked.data.id)).includes('new_job')).toBe(isHeld)
  })

  it('is of one of two who verify at once', async () => {
    await aUnit(app)
    const newcomers = [await aNewcomer(), await aNewcomer(), await aNewcomer(), await aNewcomer()]
    for (const newcomer of newcomers) await waitingBooking(newcomer)
    const outcomes = await Promise.all(newcomers.map(({ link }) => verify(link)))
    expect(outcomes.filter((outcome) => typeof outcome === 'object' && outcome?.isHeld)).toHaveLength(1)
    expect(outcomes.filter((outcome) => typeof outcome === 'object' && outcome?.status === 'no_one_took')).toHaveLength(
      3,
    )
    expect(await heldTimes(app)).toHaveLength(1)
  })

  it('ends without a word an hour before the start where nobody verified', async () => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    const booking = await waitingBooking(newcomer)
    app.clock.set('2026-11-28T08:00:00Z')
    await app.runJobs()
    expect((await storedBooking(app, booking.id)).status).toBe('no_one_took')
    expect(await kinds(booking.id)).toEqual(['booking_awaits_verification'])
  })
})

describe('the booking token', () => {
  it('is good for one booking', async () => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    const { quoteId } = await aQuoteFor(app)
    expect(await book(newcomer, quoteId, 'key')).toMatchObject({ ok: true, status: 201 })
    expect(await book(newcomer, quoteId)).toMatchObject({ ok: false, status: 401 })
    expect(await book(newcomer, (await aQuoteFor(app)).quoteId, 'other-key')).toMatchObject({ ok: false, status: 401 })
    // A retry gets the result of the first try.
    expect(await book(newcomer, quoteId, 'key')).toMatchObject({ ok: true, status: 201 })
    expect(await app.ctx.db.selectFrom('bookings.booking').select('id').execute()).toHaveLength(1)
  })

  it('is good for one booking when two are sent at once', async () => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    const { quoteId } = await aQuoteFor(app)
    const answers = await Promise.all([1, 2, 3, 4].map(() => book(newcomer, quoteId)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401, 401, 401])
  })

  it('is not spent by a refusal', async () => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    expect(await book(newcomer, 'no quote')).toMatchObject({ status: 409 })
    expect(await book(newcomer, (await aQuoteFor(app)).quoteId)).toMatchObject({ status: 201 })
  })

  it('expires after half an hour', async () => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    app.clock.advance({ minutes: 30 })
    expect(await book(newcomer, (await aQuoteFor(app)).quoteId)).toMatchObject({ ok: false, status: 401 })
  })

  it('needs to wait for nothing once the address is verified', async () => {
    await aUnit(app)
    const newcomer = await aNewcomer()
    expect(await verify(newcomer.link)).toBeNull()
    expect(await waitingBooking(newcomer)).toMatchObject({ awaitingVerification: false })
    expect(await heldTimes(app)).toHaveLength(1)
  })

  it('opens nothing but that one booking', async () => {
    const { bookingToken } = await aNewcomer()
    expect(await app.call(bookingToken)(listFutureBookings, { query: {} })).toMatchObject({ status: 401 })
  })
})

describe('booking with an address that has an account', () => {
  it('looks the same to whoever books, and starts with the link that its owner gets', async () => {
    const unit = await aUnit(app)
    const owner = await createPerson(app, { firstName: 'Owner', phone: '+447700900999' })
    const stranger = await aNewcomer(owner.email, 'Nia')
    const booking = await waitingBooking(stranger)
    expect(booking.awaitingVerification).toBe(true)
    // The booking reveals nothing of the account: the contact is the one entered just now.
    expect(JSON.stringify(booking)).not.toMatch(/Owner|900999/)
    expect(booking.routePoints[0]).toMatchObject({ contactName: 'Nia', contactNumber: '+447700900555' })
    expect(await verify(stranger.link)).toEqual({ hash: booking.hash, status: 'new_booking', isHeld: true })
    expect(await kinds(booking.id)).toContain('new_job')
    expect((await storedBooking(app, booking.id)).customerId).toBe(owner.id)
    expect(await heldTimes(app)).toMatchObject([{ unitId: unit.id }])
  })

  it('is nothing to its owner before: not in their lists, not among their five, no double of theirs', async () => {
    for (let made = 0; made < 7; made += 1) await aUnit(app)
    const owner = await aCustomer(app)
    for (let made = 0; made < 6; made += 1) await waitingBooking(await aNewcomer(owner.email))
    const lists = async () => {
      const call = app.call(owner.bearer)
      const [future, past] = [
        await call(listFutureBookings, { query: {} }),
        await call(listPastBookings, { query: {} }),
      ]
      return future.ok && past.ok && [future.data.count, past.data.count, future.data.results.length]
    }
    expect(await lists()).toEqual([0, 0, 0])
    const own = await aBooking(app, { customer: owner })
    expect(await lists()).toEqual([1, 0, 1])
    // Unstarted bookings end without a trace for the owner of the address.
    app.clock.set('2026-11-28T08:00:00Z')
    await app.runJobs()
    owner.bearer = (await sessionFor(app, owner.id)).bearer
    expect(await lists()).toEqual([0, 1, 0])
    expect((await storedBooking(app, own.id)).status).toBe('no_one_took')
  })

  it('cannot use up what its owner may do', async () => {
    const app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      await aUnit(app)
      const owner = await aCustomer(app)
      const stranger = await aNewcomer(owner.email, 'Nia', app)
      const tries = async (bearer: string) => {
        const statuses = new Set<number>()
        for (let made = 0; made < 11; made += 1) {
          const body = { quoteId: 'none', paymentMethod: 'cash' as const }
          statuses.add((await app.call(bearer)(createBooking, { body })).status)
        }
        return [...statuses]
      }
      expect(await tries(stranger.bookingToken)).toEqual([409, 429])
      expect(await aBooking(app, { customer: owner })).toMatchObject({ status: 'new_booking' })
    } finally {
      await app.close()
    }
  })
})

describe('suspended units', () => {
  const body = { reason: 'The insurer says that the certificate was cancelled.' }
  const as = async (userId: string) => app.call((await sessionFor(app, userId)).bearer)
  const stop = async (unit: TestUnit, endpoint: typeof blockUnit | typeof deactivateByOffice = blockUnit) =>
    must((await anOffice(app))(endpoint, { params: { id: unit.id }, body }))
  const stateOf = async (id: string) => {
    const { status, isHot, unitId } = await storedBooking(app, id)
    return { status, isHot, unitId }
  }
  const kindsSentTo = async (id: string, email: string) =>
    (await messagesAbout(app, id)).filter(({ recipient }) => recipient === email).map(({ kind }) => kind)

  /** Two companies that can do the same move: it was booked with the first, who has confirmed. */
  async function aConfirmedJob(more: { allowHotJob?: boolean } = {}) {
    const other = await aUnit(app, { company: { pencePerHour: 9000 } })
    const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
    const customer = await aCustomer(app)
    const booking = await aBooking(app, { customer, ...more })
    expect((await storedBooking(app, booking.id)).unitId).toBe(unit.id)
    await must((await as(unit.company.owner.id))(confirmBooking, { params: { id: booking.id } }))
    return { unit, other, customer, booking, owner: unit.company.owner }
  }

  const later = async (minutes: number) => {
    app.clock.advance({ minutes })
    await app.runJobs()
  }

  describe('the jobs of a unit that the office stops', () => {
    it.each([
      ['blocked', blockUnit],
      ['deactivated', deactivateByOffice],
    ] as const)('%s: go to others at the same price once it stands, and everybody is told', async (_, endpoint) => {
      const { unit, other, customer, booking, owner } = await aConfirmedJob()
      await stop(unit, endpoint)
      await app.runJobs()
      expect(await stateOf(booking.id)).toMatchObject({ status: 'confirmed', unitId: unit.id })
      await later(1)
      expect(await stateOf(booking.id)).toEqual({ status: 'new_booking', isHot: true, unitId: null })
      expect(await heldTimes(app)).toEqual([])
      expect(await kindsSentTo(booking.id, customer.email)).toContain('booking_moved')
      expect(await kindsSentTo(booking.id, owner.email)).toContain('job_taken_away')
      const hot = await must((await as(other.company.owner.id))(listHotJobs, { params: { id: other.id } }))
      expect(hot.results).toMatchObject([{ id: booking.id, totalPence: booking.totalPence }])
      // The job is neither cancelled by the company nor owed by them.
      const { events } = await storedBooking(app, booking.id)
      expect(events).toEqual(['created', 'confirmed', 'became_hot'])
    })

    it('end if their customer wanted nobody else', async () => {
      const { unit, customer, booking, owner } = await aConfirmedJob({ allowHotJob: false })
      await stop(unit)
      await later(1)
      expect(await stateOf(booking.id)).toMatchObject({ status: 'rejected', isHot: false })
      expect((await storedBooking(app, booking.id)).events.at(-1)).toBe('taken_away')
      expect(await kindsSentTo(booking.id, customer.email)).toContain('booking_moved')
      expect(await kindsSentTo(booking.id, owner.email)).toContain('job_taken_away')
      expect(await heldTimes(app)).toEqual([])
    })

    it('stay if the stop is lifted before anybody heard of it', async () => {
      const { unit, booking } = await aConfirmedJob()
      await stop(unit)
      await must((await anOffice(app))(restoreUnit, { params: { id: unit.id }, body: {} }))
      await later(2)
      expect(await stateOf(booking.id)).toMatchObject({ status: 'confirmed', unitId: unit.id })
    })

    it('stay with whoever has begun, or is on the way', async () => {
      const { unit, booking } = await aConfirmedJob()
      const { startAt } = await storedBooking(app, booking.id)
      app.clock.set(new Date(startAt.getTime() - 30 * 60_000))
      await app.ctx.db.insertInto('bookings.day').values({ bookingId: booking.id, setOffAt: app.clock.now() }).execute()
      await stop(unit)
      await later(2)
      expect(await stateOf(booking.id)).toMatchObject({ status: 'confirmed', unitId: unit.id })
    })

    it('end at once in the last hour, in which nobody is found', async () => {
      const { unit, customer, booking } = await aConfirmedJob()
      const { startAt } = await storedBooking(app, booking.id)
      app.clock.set(new Date(startAt.getTime() - 40 * 60_000))
      await stop(unit)
      await later(1)
      await later(1)
      expect(await stateOf(booking.id)).toMatchObject({ status: 'no_one_took' })
      expect(await kindsSentTo(booking.id, customer.email)).toContain('booking_no_one_took')
    })
  })

  /** The board's group for jobs of stopped units. */
  const stoppedJobs = async () => {
    const { groups } = await must((await anOffice(app))(getBoard, {}))
    return groups.find(({ group }) => group === 'stopped')
  }
  const trailOf = async (hash: string, call: Call) => {
    const { results } = await must(call(getTrail, { params: { hash } }))
    return results.map(({ kind, stop: stopped, reason }) => ({ kind, stop: stopped, reason }))
  }

  describe('what the office sees of the jobs of a unit that it stops', () => {
    it('has each job on the board at once: why, when it is given out and what happens to it', async () => {
      const { unit, booking } = await aConfirmedJob()
      await stop(unit)
      expect(await stoppedJobs()).toMatchObject({
        count: 1,
        cases: [
          {
            id: booking.id,
            note: body.reason,
            since: '2026-11-20T09:00:00.000Z',
            due: '2026-11-20T09:01:00.000Z',
            outcome: 'hot',
            actions: ['move', 'make_hot'],
          },
        ],
      })
      const office = await anOffice(app)
      expect((await must(office(getBoardBooking, { params: { id: booking.id } }))).stop).toEqual({
        reason: body.reason,
        due: '2026-11-20T09:01:00.000Z',
        outcome: 'hot',
      })
      await later(1)
      expect((await stoppedJobs())?.count).toBe(0)
      expect((await must(office(getBoardBooking, { params: { id: booking.id } }))).stop).toBeNull()
    })

    it('tells a job that ends from one that its driver finishes', async () => {
      const ended = await aConfirmedJob({ allowHotJob: false })
      await stop(ended.unit)
      expect((await stoppedJobs())?.cases).toMatchObject([{ id: ended.booking.id, outcome: 'ends' }])
      await app.ctx.db
        .insertInto('bookings.day')
        .values({ bookingId: ended.booking.id, setOffAt: app.clock.now() })
        .execute()
      expect((await stoppedJobs())?.cases).toMatchObject([{ id: ended.booking.id, outcome: 'goes_on' }])
    })

    it('has an unconfirmed job of the unit once, and no longer after the stop is lifted', async () => {
      const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
      const booking = await aBooking(app)
      await stop(unit)
      const { groups } = await must((await anOffice(app))(getBoard, {}))
      // Their driver is asked nothing more.
      expect(groups.filter(({ count }) => count > 0)).toMatchObject([
        { group: 'stopped', cases: [{ id: booking.id, actions: ['move', 'make_hot'] }] },
      ])
      await must((await anOffice(app))(restoreUnit, { params: { id: unit.id }, body: {} }))
      expect((await stoppedJobs())?.count).toBe(0)
    })

    it('has the reason in the history of the booking, which nobody else reads', async () => {
      const { unit, booking, customer, owner } = await aConfirmedJob()
      await stop(unit)
      await later(1)
      const made = { kind: 'became_hot', stop: 'blocked', reason: body.reason }
      expect((await trailOf(booking.hash, await anOffice(app))).at(-1)).toEqual(made)
      for (const call of [await as(customer.id), await as(owner.id), app.call()])
        expect((await trailOf(booking.hash, call)).at(-1)).toEqual({ kind: 'became_hot', stop: null, reason: null })
      const mails = (await mailboxOf(app, customer.email)).map(({ text }) => text).join(' ')
      expect(mails).not.toContain(body.reason)
    })

    it('has the reason for which the owner was blocked, if it was not the unit', async () => {
      const { booking, owner } = await aConfirmedJob()
      await must((await anOffice(app))(blockPerson, { params: { id: owner.id }, body }))
      expect((await stoppedJobs())?.cases).toMatchObject([{ id: booking.id, note: body.reason, due: null }])
      await app.runJobs()
      const made = { kind: 'became_hot', stop: 'owner_blocked', reason: body.reason }
      expect((await trailOf(booking.hash, await anOffice(app))).at(-1)).toEqual(made)
    })

    it('has what the office itself wrote when it took a job from its unit', async () => {
      const { booking } = await aConfirmedJob()
      const request = { seen: 'confirmed' as const, customerAgreed: false, reason: 'The van broke down.' }
      await must((await anOffice(app))(makeHot, { params: { id: booking.id }, body: request }))
      const made = { kind: 'became_hot', stop: null, reason: 'The van broke down.' }
      expect((await trailOf(booking.hash, await anOffice(app))).at(-1)).toEqual(made)
      expect((await trailOf(booking.hash, app.call())).at(-1)).toMatchObject({ reason: null })
    })
  })

  describe('somebody who is blocked', () => {
    it('an owner: all jobs of all vans go to others', async () => {
      const { booking, owner, customer } = await aConfirmedJob()
      await must((await anOffice(app))(blockPerson, { params: { id: owner.id }, body }))
      await app.runJobs()
      expect(await stateOf(booking.id)).toEqual({ status: 'new_booking', isHot: true, unitId: null })
      expect(await kindsSentTo(booking.id, customer.email)).toContain('booking_moved')
    })

    it('an owner whose block ended before the jobs were given away keeps them', async () => {
      const { booking, owner, unit } = await aConfirmedJob()
      const office = await anOffice(app)
      await must(office(blockPerson, { params: { id: owner.id }, body }))
      await must(office(unblockPerson, { params: { id: owner.id }, body }))
      await app.runJobs()
      expect(await stateOf(booking.id)).toMatchObject({ status: 'confirmed', unitId: unit.id })
    })

    it('a hired driver: the jobs stay their owner’s, who is told that nobody drives', async () => {
      const { booking, owner, unit } = await aConfirmedJob()
      const driver = await aHiredDriver(app, await as(owner.id), unit.id)
      await must((await anOffice(app))(blockPerson, { params: { id: driver.id }, body }))
      await app.runJobs()
      expect(await stateOf(booking.id)).toMatchObject({ status: 'confirmed', unitId: unit.id })
      const subjects = (await mailboxOf(app, owner.email)).map(({ subject }) => subject)
      expect(subjects).toContainEqual(expect.stringContaining('can’t log in at the moment'))
    })

    it('a customer: what was agreed stands', async () => {
      const { booking, customer, unit } = await aConfirmedJob()
      await must((await anOffice(app))(blockPerson, { params: { id: customer.id }, body }))
      await app.runJobs()
      expect(await stateOf(booking.id)).toMatchObject({ status: 'confirmed', unitId: unit.id })
    })
  })
})

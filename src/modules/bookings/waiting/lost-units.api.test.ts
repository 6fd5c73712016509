import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blockPerson, unblockPerson } from '#modules/identity/administration/contract.ts'
import { blockUnit, deactivateByOffice, restoreUnit } from '#modules/onboarding/decisions/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, heldTimes, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { mailboxOf } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import type { Call } from '#shared/call.ts'
import { getBoardBooking } from '#modules/board/bookings/contract.ts'
import { getBoard } from '#modules/board/contract.ts'
import { confirmBooking } from '../answers/contract.ts'
import { getTrail, makeHot } from '../office/contract.ts'
import { listHotJobs } from '../lists/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

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

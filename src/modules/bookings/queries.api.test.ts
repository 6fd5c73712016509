import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findBookings } from '#modules/board/bookings/contract.ts'
import { getBoard } from '#modules/board/contract.ts'
import { addVacation, getSchedule, readCalendarFeed, renewCalendarFeed } from '#modules/calendar/contract.ts'
import { withActor } from '#platform/ctx.ts'
import type { Call } from '#shared/call.ts'
import { addMinutes } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, addVan, heldTimes, type VanOptions } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice, dayHelpers } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { mailboxOf } from '#test/support/people.ts'
import { callAs } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { cancelBooking, confirmBooking, reconfirmBooking, rejectBooking } from './answers/contract.ts'
import { listChanges, offerTime, proposeChange } from './changes/contract.ts'
import { getBooking } from './contract.ts'
import { getCrew, nameCrew } from './crew/contract.ts'
import { finishJob, runLate, sendPosition, sendVanHome, setOff, startJob, tickLoaded } from './day/actions/contract.ts'
import { getDay, getDriverDay, getMyDay } from './day/contract.ts'
import { correctTime } from './day/hours/corrections-contract.ts'
import { recordCash } from './day/hours/contract.ts'
import { reachStop } from './day/questions/contract.ts'
import { getDriverDayRecord } from './day/record/contract.ts'
import { listMovePhotos } from './documents/contract.ts'
import {
  getDriverBooking,
  getJobCounts,
  getJobSheet,
  getWaiting,
  listConfirmedBookings,
  listNewBookings,
  listUnitPastBookings,
} from './lists/contract.ts'
import { getUnitNews } from './lists/driver-dashboard-contract.ts'
import { liveBookings } from './queries.ts'
import { getThread, listConversations, writeMessage } from './thread/contract.ts'
import { reassignJobs } from './waiting/commands.ts'
import { listUpcomingJobs } from './waiting/queries.ts'

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
const day = (clock: string) => new Date(`2026-11-28T${clock}:00.000Z`)
const idsOf = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id)

const rowsOf = (id: string) =>
  app.ctx.db
    .selectFrom('bookings.booking_van')
    .select(['van', 'day', 'unitId', 'state', 'during', 'trips', 'help', 'drivingMinutes', 'dutyMinutes'])
    .where('bookingId', '=', id)
    .orderBy('van')
    .orderBy('day')
    .execute()

/** LUTON 1 is booked and leads; LUTON 2 of the same company comes an hour later with three of the last item, driven by somebody hired. */
async function twoVans({ isConfirmed = true, ...more }: VanOptions & { isConfirmed?: boolean } = {}) {
  const first = await aUnit(app, { name: 'LUTON 1' })
  const customer = await aCustomer(app, { firstName: 'Priya' })
  const { id, totalPence } = await aBooking(app, { customer, move: aMove() })
  const second = await aUnit(app, { name: 'LUTON 2', company: first.company, van: { registration: 'LT22 TWO' } })
  const share = [{ index: 2, amount: 3 }]
  const times = { start: day('10:00'), end: day('14:00') }
  await addVan(app, id, second, { ...times, trips: 2, help: 'driver_helps', items: share, totalPence: 4000, ...more })
  await app.ctx.db
    .updateTable('bookings.booking_van')
    .set({ totalPence: totalPence - 4000, commissionablePence: totalPence - 4000 })
    .where('bookingId', '=', id)
    .where('van', '=', 1)
    .execute()
  const owner = callAs(app, first.company.owner.id)
  if (isConfirmed) await must(owner(confirmBooking, { params: { id } }))
  const hired = (await aHiredDriver(app, owner, second.id, { mayAnswer: true, email: `${id}@example.com` })).id
  const own = { id: second.id, bookingId: id }
  const call = callAs(app, customer.id)
  return {
    id,
    totalPence,
    first,
    second,
    owner,
    driver: callAs(app, hired),
    hired,
    customer: call,
    own,
    params: { id },
  }
}

/** With a second day of the lead, the next morning. */
async function twoDays() {
  const job = await twoVans()
  const times = { start: new Date('2026-11-29T08:00:00Z'), end: new Date('2026-11-29T10:00:00Z') }
  await addVan(app, job.id, job.first, { ...times, van: 1, day: 2, totalPence: 0 })
  return job
}

describe('the vans of a booking', () => {
  it('are one where it has one unit: all of its work, in the time that it holds', async () => {
    const unit = await aUnit(app)
    const { id } = await aBooking(app, { move: aMove({ declaredWaiting: '01:30:00' }) })
    const [held] = await heldTimes(app)
    const { drivingMinutes, dutyMinutes } = await app.ctx.db
      .selectFrom('calendar.hold')
      .select(['drivingMinutes', 'dutyMinutes'])
      .where('bookingId', '=', id)
      .executeTakeFirstOrThrow()
    const work = { trips: 1, help: 'one_porter', drivingMinutes, dutyMinutes }
    const row = { van: 1, day: 1, unitId: unit.id, state: 'new_booking', during: held?.during, ...work }
    expect(await rowsOf(id)).toEqual([row])
    // The migration filled the table in the same way for the bookings that were there.
    await app.database.asOwner(
      'delete from bookings.booking_van; select bookings.insert_lead_van(b) from bookings.booking b',
    )
    expect(await rowsOf(id)).toEqual([row])
  })

  it('follow the booking’s state, start and end, and leave with its unit', async () => {
    const { id, second, owner } = await twoVans({ isConfirmed: false })
    const states = async () => (await rowsOf(id)).map(({ state }) => state)
    expect(await states()).toEqual(['new_booking', 'new_booking'])
    await must(owner(confirmBooking, { params: { id } }))
    expect(await states()).toEqual(['confirmed', 'confirmed'])
    const { startAt, endAt } = await app.ctx.db
      .selectFrom('bookings.booking')
      .select(['startAt', 'endAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const times = { startAt: addMinutes(startAt, 60), endAt: addMinutes(endAt, 90) }
    await app.ctx.db.updateTable('bookings.booking').set(times).where('id', '=', id).execute()
    expect((await rowsOf(id)).map(({ during }) => during)).toEqual([
      expect.stringContaining(' 10:00:00+00'),
      '["2026-11-28 11:00:00+00","2026-11-28 15:00:00+00")',
    ])
    await must(owner(rejectBooking, { params: { id }, body: { reason: 'broken_van' } }))
    expect(await rowsOf(id)).toEqual([])
    expect(await heldTimes(app)).toEqual([])
    const past = await must(owner(listUnitPastBookings, { params: { id: second.id }, query: {} }))
    expect(past.results).toMatchObject([{ id, status: 'rejected' }])
  })

  it('begin with the first of two days and end with the last', async () => {
    const { id } = await twoDays()
    const ends = async () => (await rowsOf(id)).map(({ during }) => during.split('"')[3])
    const [first, second] = await ends()
    const endAt = new Date('2026-11-29T11:00:00Z')
    await app.ctx.db.updateTable('bookings.booking').set({ endAt }).where('id', '=', id).execute()
    expect(await ends()).toEqual([first, '2026-11-29 11:00:00+00', '2026-11-28 14:00:00+00'])
    expect(second).toBe('2026-11-29 10:00:00+00')
  })
})

describe('a van that the lead sends home', () => {
  /** Both vans cost £40 an hour, the price is for three and a half hours, and each half hour of waiting after the first costs £10 a van. */
  async function aPlan() {
    const job = await twoVans()
    const labour = (van: number) => ({
      code: 'labour',
      label: `Van ${van}`,
      quantity: 3.5,
      unitPence: 4000,
      amountPence: 14_000,
      van,
    })
    await app.ctx.db
      .updateTable('bookings.booking')
      .set({
        plan: JSON.stringify({ vans: 2, days: 1, people: 4 }) as never,
        lines: JSON.stringify([labour(1), labour(2)]) as never,
        totalPence: 28_000,
        ceilingPence: 60_000,
      })
      .where('id', '=', job.id)
      .execute()
    app.clock.set('2026-11-28T09:00:00Z')
    return job
  }
  const send = (call: Call, id: string, van: number, body = phone()) =>
    call(sendVanHome, { params: { id }, body: { ...body, van } })

  it('is charged for what it worked, and time over later only for those still there', async () => {
    const { id, owner, driver, customer, own, params } = await aPlan()
    await must(owner(startJob, { params, body: phone() }))
    app.clock.set('2026-11-28T13:00:00Z')
    const body = phone()
    expect((await must(send(owner, id, 2, body))).vans).toMatchObject([
      { van: 1, name: 'LUTON 1', doneAt: null },
      { van: 2, name: 'LUTON 2', doneAt: '2026-11-28T13:00:00.000Z' },
    ])
    // The same press again.
    await must(send(owner, id, 2, body))
    app.clock.set('2026-11-28T14:30:00Z')
    await must(owner(finishJob, { params, body: phone() }))
    const seen = await must(customer(getDay, { params }))
    expect(seen.hours.lines).toMatchObject([
      { code: 'time_over', amountPence: 4 * 2000 },
      { code: 'time_over', amountPence: 2000, van: 2, label: 'Van 2: time over, 1 half hour at £40.00 an hour' },
    ])
    expect(seen.hours.toPayPence).toBe(28_000 + 10_000)
    expect(seen.events.filter(({ kind }) => kind === 'van_done')).toMatchObject([{ van: 2 }])
    expect((await must(driver(getDriverDay, { params: own }))).vans).toMatchObject([
      {},
      { van: 2, doneAt: expect.any(String) },
    ])
  })

  it('is refused before the start, twice, for the lead and for a van that does not come', async () => {
    const { id, owner, params } = await aPlan()
    const code = async (van: number) => {
      const answer = await send(owner, id, van)
      return answer.ok ? 'sent' : answer.problem.code
    }
    expect(await code(2)).toBe('clock_not_running')
    await must(owner(startJob, { params, body: phone() }))
    expect([await code(1), await code(3), await code(2), await code(2)]).toEqual([
      'last_van',
      'invalid',
      'sent',
      'van_not_there',
    ])
  })

  it('is sent once, however many presses arrive at the same moment', async () => {
    const { id, owner, params } = await aPlan()
    await must(owner(startJob, { params, body: phone() }))
    app.clock.set('2026-11-28T10:00:00Z')
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(owner, id, 2)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const entries = app.ctx.db.selectFrom('bookings.day_entry').select('seq').where('bookingId', '=', id)
    expect(await entries.where('kind', '=', 'van_done').execute()).toHaveLength(1)
  })
})

describe('another van than the lead', () => {
  it('has the job in its lists, with its own times, trips and part of the order; the lead alone answers', async () => {
    const { id, first, second, owner, driver, own } = await twoVans({ isConfirmed: false })
    const listed = async (call: Call, unitId: string) =>
      must(call(listNewBookings, { params: { id: unitId }, query: {} }))
    const [seen] = (await listed(driver, second.id)).results
    expect(seen).toMatchObject({
      id,
      workingUnitId: second.id,
      startAt: day('10:00').toISOString(),
      endAt: day('14:00').toISOString(),
      trips: 2,
      manPower: 'driver_helps',
      items: [{ amount: 3 }],
      load: { pieces: 3 },
      part: { van: 2, vans: 2, leadName: 'LUTON 1' },
      cashToTakePence: null,
      allowedActions: [],
    })
    expect((await listed(owner, first.id)).results).toMatchObject([
      { id, startAt: day('09:00').toISOString(), part: { van: 1, vans: 2 }, items: [{}, {}, { amount: 4 }] },
    ])
    expect((await listed(owner, first.id)).results[0]?.allowedActions).toContain('confirm')
    expect(await must(driver(getJobCounts, { params: { id: second.id }, query: {} }))).toMatchObject({
      newBookings: { count: 1 },
    })
    expect(await must(driver(getWaiting))).toMatchObject({ jobsToAnswer: 0 })
    expect(await must(owner(getWaiting))).toMatchObject({ jobsToAnswer: 1 })
    // The list alone says its worth, where it is answered.
    expect({ worth: seen?.worth, ...(await must(driver(getDriverBooking, { params: own }))) }).toEqual(seen)
    await must(owner(confirmBooking, { params: { id } }))
    const ahead = await must(driver(listConfirmedBookings, { params: { id: second.id }, query: {} }))
    expect(ahead.results).toMatchObject([{ id, customer: { firstName: 'Priya' }, totalPence: null }])
  })

  it('has its part of the price, and the lead all of the cash', async () => {
    const { first, second, owner, totalPence } = await twoVans()
    const jobOf = async (unitId: string) =>
      (await must(owner(listConfirmedBookings, { params: { id: unitId }, query: {} }))).results[0]
    expect(await jobOf(second.id)).toMatchObject({ totalPence: 4000, cashToTakePence: null })
    expect(await jobOf(first.id)).toMatchObject({ totalPence: totalPence - 4000, cashToTakePence: totalPence })
    app.clock.set('2026-11-28T06:00:00Z')
    const newsOf = (unitId: string) => must(owner(getUnitNews, { params: { id: unitId } }))
    const [ofLead, ofOther] = [await newsOf(first.id), await newsOf(second.id)]
    expect(ofOther).toMatchObject({
      nextJob: { startAt: day('10:00').toISOString(), isCrewNamed: true, helpLevel: 'driver_helps' },
      thisWeek: { booked: { jobs: 1, minutes: 240 } },
    })
    const shares = [ofLead, ofOther].map(({ takings }) => takings?.thisWeek.bookedPence ?? 0)
    expect(shares[1]).toBeGreaterThan(0)
    expect(shares[1]).toBeLessThan(4000)
    expect(shares[0]).toBeGreaterThan(shares[1] ?? 0)
  })

  it('has it in its calendar and its feed, on each day on which it comes', async () => {
    const { id, first, second, owner } = await twoDays()
    const week = async (unitId: string) =>
      (await must(owner(getSchedule, { params: { id: unitId }, query: { from: '2026-11-26', days: 7 } }))).bookings
    expect(await week(second.id)).toMatchObject([
      { id, startAt: day('10:00').toISOString(), items: 3, trips: 2, manPower: 'driver_helps', cashToTakePence: null },
    ])
    const ofLead = await week(first.id)
    expect(ofLead.map(({ startAt }) => startAt)).toEqual([day('09:00').toISOString(), '2026-11-29T08:00:00.000Z'])
    const feedOf = async (unitId: string) => {
      const { url } = await must(owner(renewCalendarFeed, { params: { id: unitId }, body: {} }))
      const token = url?.split('/').at(-2) ?? ''
      const { body } = await app.app.fastify.inject({
        url: readCalendarFeed.path.replace('{token}', token).replace(/^/, '/api'),
      })
      return body.match(/^(UID|DTSTART:2026).*/gmu)
    }
    expect(await feedOf(second.id)).toHaveLength(2)
    const uids = (await feedOf(first.id))?.filter((line) => line.startsWith('UID')) ?? []
    expect([uids.length, new Set(uids).size]).toEqual([2, 2])
  })

  it('keeps its time: a vacation then is refused, with the times at which it comes', async () => {
    const { second, owner } = await twoVans()
    const body = { startTime: '2026-11-28', endTime: '2026-11-28' }
    const refused = await owner(addVacation, { params: { id: second.id }, body })
    expect(refused).toMatchObject({ status: 409, problem: { detail: expect.stringContaining('10:00') } })
  })

  it('has the job in My Day, with what it loads, when it leaves and who comes, and no clock to press', async () => {
    const { id, first, second, owner, driver, own, params } = await twoDays()
    const before = { start: day('07:00'), end: day('08:00'), from: 'BN1 4QL' }
    await aHold(app, second, before)
    app.clock.set('2026-11-28T07:00:00Z')
    const { jobs } = await must(driver(getMyDay, { params: { id: second.id }, query: {} }))
    const seen = jobs.find((job) => job.id === id)
    expect(seen).toMatchObject({ startAt: day('10:00').toISOString(), trips: 2, allowedActions: [] })
    expect(seen?.day).toMatchObject({
      items: [{ index: 2, amount: 3 }],
      allowedActions: [],
      cashToTakePence: null,
      mayCorrectTimes: false,
      leave: { from: 'job' },
    })
    expect(await must(driver(getDriverDay, { params: own }))).toEqual({ ...seen?.day, clock: expect.anything() })
    await must(driver(getDriverDayRecord, { params: own }))
    await must(driver(listMovePhotos, { params }))
    const sheet = await must(driver(getJobSheet, { params, query: {} }))
    expect(sheet).toMatchObject({ registration: 'LT22 TWO', job: { trips: 2, items: [{ amount: 3 }] } })
    expect(sheet.crew).toHaveLength(1)
    const ofLead = await must(owner(getJobSheet, { params, query: { workingUnitId: first.id } }))
    expect([ofLead.registration, ofLead.crew.length]).toEqual(['LM21 ABC', 2])
    const next = await must(owner(getMyDay, { params: { id: first.id }, query: { date: '2026-11-29' } }))
    expect(next.jobs).toMatchObject([{ id, startAt: '2026-11-29T08:00:00.000Z' }])
    expect((await must(driver(getMyDay, { params: { id: second.id }, query: { date: '2026-11-29' } }))).jobs).toEqual(
      [],
    )
  })

  it('comes with a crew of its own, which the owner names; the customer sees them all', async () => {
    const { second, owner, driver, customer, params } = await twoVans()
    const workingUnitId = second.id
    const lead = await must(owner(getCrew, { params, query: {} }))
    const own = await must(driver(getCrew, { params, query: {} }))
    expect([lead.needed, lead.members.length, own.needed, own.members.length]).toEqual([2, 2, 1, 1])
    expect(await must(customer(getCrew, { params, query: {} }))).toMatchObject({
      needed: 3,
      members: [...lead.members, ...own.members],
    })
    const ofLead = { personIds: [lead.members[0]?.id ?? ''], workingUnitId }
    expect(await owner(nameCrew, { params, body: ofLead })).toMatchObject({
      status: 409,
      problem: { code: 'crew_busy' },
    })
    const { choices } = await must(owner(getCrew, { params, query: { workingUnitId } }))
    const free = choices?.find(({ id, whyNot }) => whyNot === null && id !== own.members[0]?.id)
    await must(owner(nameCrew, { params, body: { personIds: [free?.id ?? ''], workingUnitId } }))
    expect((await must(driver(getCrew, { params, query: {} }))).members).toMatchObject([{ id: free?.id }])
    expect((await must(owner(getCrew, { params, query: {} }))).members).toEqual(lead.members)
  })

  it('reads and writes the thread, hears what is written and what changes, and is told of the end', async () => {
    const { id, second, driver, hired, customer, params } = await twoVans()
    await must(customer(writeMessage, { params, body: { text: 'The lift is out of order.' } }))
    expect((await must(driver(getThread, { params }))).results).toMatchObject([{ text: 'The lift is out of order.' }])
    expect((await must(driver(listConversations, { query: {} }))).results).toMatchObject([{ id, unread: 1 }])
    expect(await must(driver(getWaiting))).toMatchObject({ unreadMessages: 1 })
    await must(driver(writeMessage, { params, body: { text: 'We bring a hoist.' } }))
    const actor = { kind: 'hired', userId: hired, sessionId: hired, company: null } as const
    const silent = { subscribe: async () => () => undefined, close: async () => undefined }
    const missed = liveBookings(withActor(app.ctx, actor), silent)
    const last = missed.here()
    app.clock.advance({ seconds: 1 })
    await must(customer(writeMessage, { params, body: { text: 'Thank you.' } }))
    expect(await missed.since(last)).toMatchObject([{ name: 'bookings_changed', data: { bookingIds: [id] } }])
    const { cancellationFeePence: feePence } = await must(customer(getBooking, { params }))
    await must(customer(cancelBooking, { params, body: { feePence } }))
    const mails = await mailboxOf(app, `${id}@example.com`)
    expect(mails.some(({ text }) => text.includes('The lift is out of order.'))).toBe(true)
    const links = mails.flatMap(({ text }) => text.match(/\S+\/my-bookings\/\S+/gu) ?? [])
    expect(links.some((link) => link.includes(second.id))).toBe(true)
  })

  const acts: [string, (call: Call, id: string, secondId: string) => Promise<unknown>][] = [
    ['setting off', (call, id) => call(setOff, { params: { id }, body: phone() })],
    ['starting', (call, id) => call(startJob, { params: { id }, body: phone() })],
    ['finishing', (call, id) => call(finishJob, { params: { id }, body: phone() })],
    [
      'being late',
      (call, id) => call(runLate, { params: { id }, body: { ...phone(), newEta: day('11:00').toISOString() } }),
    ],
    [
      'ticking an item',
      (call, id) => call(tickLoaded, { params: { id }, body: { ...phone(), item: 2, loaded: true } }),
    ],
    ['reaching a stop', (call, id) => call(reachStop, { params: { id }, body: { ...phone(), stop: 1 } })],
    [
      'taking cash',
      (call, id) => call(recordCash, { params: { id }, body: { ...phone(), duePence: 1, takenPence: 1 } }),
    ],
    [
      'sending a position',
      (call, id) => call(sendPosition, { params: { id }, body: { lat: 51, lng: 0, at: day('08:00').toISOString() } }),
    ],
    [
      'correcting a time',
      (call, id) => call(correctTime, { params: { id }, body: { seq: 1, happenedAt: day('08:00').toISOString() } }),
    ],
    ['sending a van home', (call, id) => call(sendVanHome, { params: { id }, body: { ...phone(), van: 2 } })],
    ['confirming', (call, id) => call(confirmBooking, { params: { id } })],
    ['giving back', (call, id) => call(rejectBooking, { params: { id }, body: { reason: 'broken_van' } })],
    ['reconfirming', (call, id) => call(reconfirmBooking, { params: { id } })],
    [
      'proposing a change',
      (call, id) => call(proposeChange, { params: { id }, body: { kind: 'other', words: 'A sofa' } }),
    ],
    [
      'offering another time',
      (call, id) => call(offerTime, { params: { id }, body: { newStartAt: day('12:00').toISOString() } }),
    ],
  ]
  it.each(acts)(
    'leaves %s to the lead, which the refusal names; to another company there is no such job',
    async (_name, act) => {
      const { id, second, driver, params } = await twoVans()
      app.clock.set('2026-11-28T08:00:00Z')
      expect(await act(driver, id, second.id)).toMatchObject({
        status: 409,
        problem: {
          code: 'not_the_lead',
          detail: expect.stringMatching(/^Van 1, LUTON 1, (runs the clock of|answers for) this job\.$/u),
        },
      })
      await must(driver(listChanges, { params }))
      const stranger = callAs(app, (await aUnit(app)).company.owner.id)
      expect(await act(stranger, id, second.id)).toMatchObject({ status: 404 })
    },
  )

  it('cannot be named to confirm it; its owner acts with the lead', async () => {
    const { second, owner, params } = await twoVans({ isConfirmed: false })
    const body = { workingUnitId: second.id }
    expect(await owner(confirmBooking, { params, body })).toMatchObject({
      status: 409,
      problem: { code: 'not_the_lead' },
    })
    await must(owner(confirmBooking, { params }))
    app.clock.set('2026-11-28T08:30:00Z')
    expect(await must(owner(startJob, { params, body: phone() }))).toMatchObject({ items: [{}, {}, {}] })
  })

  it('is found by the office, counted on its unit, and takes the job along if it is stopped', async () => {
    const { id, second } = await twoVans()
    const office = await anOffice(app)
    for (const query of [{ workingUnitId: second.id }, { q: 'LT22 TWO' }, { q: 'luton 2' }])
      expect(idsOf(await must(office(findBookings, { query })))).toEqual([id])
    expect(await listUpcomingJobs(app.ctx, [second.id])).toMatchObject([{ id, start: day('10:00'), becomes: 'hot' }])
    const stop = {
      status: 'blocked',
      officeBlock: 'blocked',
      officeReason: 'No brakes',
      officeAt: app.clock.now(),
    } as const
    await app.ctx.db.updateTable('fleet.working_unit').set(stop).where('id', '=', second.id).execute()
    const { groups } = await must(office(getBoard))
    expect(groups.find(({ group }) => group === 'stopped')?.cases).toMatchObject([{ booking: { id } }])
    await reassignJobs(app.ctx, [second.id])
    expect(await rowsOf(id)).toEqual([])
  })

  it('costs no list, day or calendar a statement more', async () => {
    const { first, second, owner } = await twoDays()
    const read = (unitId: string) =>
      statementsOf(app, async () => {
        const params = { id: unitId }
        await must(owner(listConfirmedBookings, { params, query: {} }))
        await must(owner(getMyDay, { params, query: { date: '2026-11-28' } }))
        await must(owner(getSchedule, { params, query: { from: '2026-11-26', days: 7 } }))
      })
    const alone = await aUnit(app, { company: first.company })
    await aHold(app, alone, { start: day('09:00'), end: day('11:00') })
    const expected = (await read(alone.id)).length
    expect([(await read(first.id)).length, (await read(second.id)).length]).toEqual([expected, expected])
  })
})

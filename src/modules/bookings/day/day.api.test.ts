import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { logIn } from '#modules/identity/contract.ts'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import { getSettings } from '#modules/onboarding/contract.ts'
import { findFigures } from '#modules/reviews/figures/queries.ts'
import { withActor } from '#platform/ctx.ts'
import type { Driver } from '#platform/session.ts'
import type { Call } from '#shared/call.ts'
import { addMinutes } from '#shared/local-time.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aCustomer, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import {
  aConfirmedJob,
  anOffice,
  dayTime,
  driverDayOf,
  kindsAbout,
  dayHelpers,
  type TestDay,
} from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { testPassword } from '#test/support/people.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { cancelBooking, reconfirmBooking, rejectBooking, takeBooking } from '../answers/contract.ts'
import { proposeChange } from '../changes/contract.ts'
import { getBooking } from '../contract.ts'
import { dayJobs } from '../jobs.ts'
import {
  finishJob,
  pauseJob,
  resumeJob,
  runLate,
  confirmArrival,
  confirmArrivalByLink,
  setOff,
  startJob,
  tickLoaded,
  sendPosition,
} from './actions/contract.ts'
import { wasOnlineSince } from './actions/queries.ts'
import { getDay, getDriverDay, getSharedDay } from './contract.ts'
import { confirmHours } from './hours/contract.ts'
import { decideDayQuestion, listDayQuestions, reachStop } from './questions/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const { phone, at } = dayHelpers(() => app)

describe('a day from the evening before to its confirmed hours', () => {
  it('is one clock, seen by both, and what is owed at its end', async () => {
    const day = await aConfirmedJob(app, { move: aMove({ declaredWaiting: '01:30:00' }) })
    const { id, customer, driver } = day
    const params = { id }
    await at('2026-11-27T09:00:00Z')
    await must(driver(reconfirmBooking, { params }))
    await at('2026-11-27T18:00:00Z')
    expect(await kindsAbout(app, id)).toEqual(expect.arrayContaining(['day_evening_before', 'job_evening_before']))
    expect((await must(customer(getDay, { params }))).clock.state).toBe('ahead')

    await at(dayTime('08:00'))
    expect((await driverDayOf(day)).allowedActions).toEqual(['reject', 'set_off', 'start', 'late', 'propose_change'])
    const offered = await must(customer(getBooking, { params }))
    expect(offered.allowedActions).toEqual(['cancel', 'propose_change', 'arrived'])
    await must(driver(setOff, { params, body: { ...phone(), sharePosition: true } }))
    await must(driver(sendPosition, { params, body: { lat: 51.6, lng: -0.02, at: dayTime('08:00') } }))
    const seen = await must(customer(getDay, { params }))
    expect(seen).toMatchObject({ clock: { state: 'on_the_way' }, position: { lat: 51.6, lng: -0.02 } })
    expect(Date.parse(seen.eta ?? '')).toBeGreaterThan(Date.parse(dayTime('08:00')))

    app.clock.set(dayTime('09:00'))
    expect(await must(driver(startJob, { params, body: phone() }))).toMatchObject({
      status: 'in_progress',
      clock: { state: 'running', startedAt: dayTime('09:00') },
      allowedActions: ['pause', 'finish', 'propose_change'],
    })
    // The van has arrived: its position is no longer shown.
    expect(await must(customer(getDay, { params }))).toMatchObject({ position: null })
    expect(await app.ctx.db.selectFrom('bookings.van_position').selectAll().execute()).toEqual([])
    expect((await driver(sendPosition, { params, body: { lat: 51.6, lng: 0, at: dayTime('09:00') } })).status).toBe(409)

    app.clock.set(dayTime('09:30'))
    const keys = { ...phone(), reason: 'keys_not_released' as const, note: 'The agent is at lunch' }
    await must(driver(pauseJob, { params, body: keys }))
    app.clock.set(dayTime('10:45'))
    await must(driver(resumeJob, { params, body: phone() }))
    const stored = await storedBooking(app, id)
    const agreed = (await driverDayOf(day)).clock.agreedMinutes
    const end = new Date(Date.parse(dayTime('10:15')) + (agreed + 11) * 60_000)
    app.clock.set(end)
    const finished = await must(driver(finishJob, { params, body: phone() }))
    expect(finished).toMatchObject({
      status: 'completed',
      clock: { state: 'finished', waitedSeconds: 4500 },
      hours: { state: 'to_confirm', workedMinutes: agreed + 11, waitedMinutes: 75, finalPence: null },
    })
    expect((await storedBooking(app, id)).finalPence).toBeNull()

    const confirmed = await must(customer(confirmHours, { params }))
    expect(confirmed.hours).toMatchObject({ state: 'confirmed', confirmedBy: 'customer' })
    const after = await storedBooking(app, id)
    // Eleven minutes over are a half hour; of 75 minutes of waiting 30 are free.
    expect(confirmed.hours.lines.map(({ code, amountPence }) => [code, amountPence])).toEqual([
      ['time_over', 2500],
      ['waiting', 2000],
    ])
    expect(after.finalPence).toBe(stored.totalPence + 4500)
    // A repeated call changes nothing.
    expect((await must(customer(confirmHours, { params }))).hours).toEqual(confirmed.hours)
    expect(confirmed.events.map(({ kind }) => kind)).toEqual([
      'set_off',
      'started',
      'paused',
      'resumed',
      'finished',
      'hours_confirmed',
    ])
    expect(confirmed.events[2]).toMatchObject({
      reason: 'keys_not_released',
      note: 'The agent is at lunch',
      who: 'driver',
    })
    const notices = (await kindsAbout(app, id)).filter((kind) => kind.startsWith('day_'))
    expect(notices).toEqual([
      'day_evening_before',
      'day_on_the_way',
      'day_started',
      'day_waiting',
      'day_finished',
      'day_hours_confirmed',
    ])
    expect(after.events.slice(-6)).toEqual(['set_off', 'started', 'waiting', 'resumed', 'finished', 'hours_confirmed'])
  })

  it('is started by the customer who says that they are here, signed in or by the link', async () => {
    const first = await aConfirmedJob(app)
    expect((await first.customer(confirmArrival, { params: { id: first.id } })).status).toBe(409)
    await at(dayTime('09:00'))
    const link = { params: { hash: first.hash } }
    expect(await must(app.call()(getSharedDay, link))).toMatchObject({ maySayArrived: true, clock: { state: 'ahead' } })
    const answer = await must(app.call()(confirmArrivalByLink, link))
    expect(answer).toMatchObject({
      status: 'in_progress',
      maySayArrived: false,
      events: [{ kind: 'arrived', who: 'link' }],
    })
    expect(await must(app.call()(confirmArrivalByLink, link))).toMatchObject({ status: 'in_progress' })
    expect(await must(first.customer(confirmArrival, { params: { id: first.id } }))).toMatchObject({
      status: 'in_progress',
    })
    // The phone that was there first says so later: the clock stays.
    app.clock.set(dayTime('09:10'))
    expect((await must(first.driver(startJob, { params: { id: first.id }, body: phone() }))).clock.startedAt).toBe(
      dayTime('09:00'),
    )
    const sharedJson = JSON.stringify(await must(app.call()(getSharedDay, link)))
    expect(sharedJson).not.toMatch(/name|note|photo/)
  })

  it('takes what silence confirms, once and not before a day has passed', async () => {
    const { id, driver, customer } = await aConfirmedJob(app)
    await at(dayTime('09:00'))
    await must(driver(startJob, { params: { id }, body: phone() }))
    app.clock.set(dayTime('10:00'))
    await must(driver(finishJob, { params: { id }, body: phone() }))
    await at('2026-11-29T09:59:59Z')
    expect((await storedBooking(app, id)).finalPence).toBeNull()
    await at('2026-11-29T10:00:00Z')
    const { finalPence, totalPence } = await storedBooking(app, id)
    // Finishing early lowers nothing.
    expect(finalPence).toBe(totalPence)
    expect((await must(customer(getDay, { params: { id } }))).hours).toMatchObject({ confirmedBy: 'silence' })
    for (const job of dayJobs) await job.handle(app.ctx, { bookingId: id })
    expect((await kindsAbout(app, id)).filter((kind) => kind === 'day_hours_confirmed')).toHaveLength(1)
  })
})

describe('an action of a phone', () => {
  it('is done once, however often it is sent, and its key is for nothing else', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('09:00'))
    const body = phone()
    const answers = await Promise.all(Array.from({ length: 20 }, () => day.driver(startJob, { params, body })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await driverDayOf(day)).events.map(({ kind }) => kind)).toEqual(['started'])
    expect(await day.driver(finishJob, { params, body })).toMatchObject({
      status: 409,
      problem: { code: 'idempotency_key_reused' },
    })
    // A tick is not part of the clock's state: only its key keeps an old copy from undoing it.
    const tick = { ...phone(), item: 0, loaded: true }
    await must(day.driver(tickLoaded, { params, body: tick }))
    await must(day.driver(tickLoaded, { params, body: { ...phone(), item: 0, loaded: false } }))
    expect((await must(day.driver(tickLoaded, { params, body: tick }))).items[0]?.loaded).toBe(false)
    expect((await day.driver(tickLoaded, { params, body: { ...tick, ...phone(), item: 9 } })).status).toBe(422)
  })

  it('control: without the keys an old copy of a tick takes back what came after it', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('09:00'))
    await must(day.driver(startJob, { params, body: phone() }))
    const tick = { ...phone(), item: 0, loaded: true }
    await must(day.driver(tickLoaded, { params, body: tick }))
    await must(day.driver(tickLoaded, { params, body: { ...phone(), item: 0, loaded: false } }))
    const careless = await withoutGuards(app, 'action_key')
    const { bearer } = await sessionFor(app, day.unit.company.owner.id)
    const repeated = await must(createCall(careless.fastify, { bearer })(tickLoaded, { params, body: tick }))
    expect(repeated.items[0]?.loaded).toBe(true)
    await careless.close()
  })

  it('happened when the phone says, between what arrived before and now, and is marked where that is far from our time', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('12:00'))
    await must(day.driver(startJob, { params, body: phone(dayTime('09:00')) }))
    await must(day.driver(pauseJob, { params, body: { ...phone(dayTime('08:00')), reason: 'other' } }))
    await must(day.driver(resumeJob, { params, body: phone(dayTime('09:20')) }))
    await must(day.driver(finishJob, { params, body: phone(dayTime('13:00')) }))
    const { events, clock } = await driverDayOf(day)
    expect(events.map(({ happenedAt, at: sent, isShifted }) => [happenedAt, sent, isShifted])).toEqual([
      [dayTime('09:00'), dayTime('12:00'), true],
      [dayTime('09:00'), dayTime('12:00'), true],
      [dayTime('09:20'), dayTime('12:00'), true],
      [dayTime('12:00'), dayTime('12:00'), true],
    ])
    expect(clock).toMatchObject({ startedAt: dayTime('09:00'), finishedAt: dayTime('12:00'), pausedSeconds: 1200 })
  })

  it('keeps its time if a proposal made before it arrives first', async () => {
    const day = await aConfirmedJob(app)
    const { id, driver } = day
    const params = { id }
    await at(dayTime('09:00'))
    await must(driver(startJob, { params, body: phone() }))
    // The phone has no signal from now on, and sends both at noon.
    await at(dayTime('12:00'))
    await must(driver(proposeChange, { params, body: { kind: 'item', words: 'A piano', extraMinutes: 30 } }))
    const happenedAt = new Date(dayTime('11:50')).toISOString()
    await must(driver(finishJob, { params, body: { ...phone(), happenedAt } }))
    const { clock } = await driverDayOf(day)
    expect(clock.finishedAt).toBe(happenedAt)
  })

  it('of two phones with the same job counts once', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    const hired = await aHiredDriver(app, day.driver, day.unit.id)
    const other = callAs(app, hired.id)
    await at(dayTime('11:00'))
    await must(day.driver(startJob, { params, body: phone(dayTime('09:00')) }))
    // The other phone had no signal, and did the same a minute later.
    expect((await must(other(startJob, { params, body: phone(dayTime('09:01')) }))).clock.startedAt).toBe(
      dayTime('09:00'),
    )
    await must(other(finishJob, { params, body: phone(dayTime('10:30')) }))
    expect((await must(day.driver(finishJob, { params, body: phone(dayTime('10:31')) }))).clock.finishedAt).toBe(
      dayTime('10:30'),
    )
    // A time that cannot be right is refused, not ignored.
    expect(await day.driver(pauseJob, { params, body: { ...phone(dayTime('10:00')), reason: 'other' } })).toMatchObject(
      {
        status: 409,
        problem: { code: 'conflict' },
      },
    )
    expect((await driverDayOf(day)).events.map(({ kind, who }) => [kind, who])).toEqual([
      ['started', 'driver'],
      ['finished', 'hired'],
    ])
  })

  it('for a job that was cancelled meanwhile is refused, kept, and put to the office once', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await must(day.customer(cancelBooking, { params, body: { feePence: 0 } }))
    await at(dayTime('12:00'))
    const body = phone(dayTime('09:00'))
    const refused = { status: 409, problem: { code: 'job_changed' } }
    expect(await day.driver(startJob, { params, body })).toMatchObject(refused)
    expect(await day.driver(startJob, { params, body })).toMatchObject(refused)
    expect(await day.driver(finishJob, { params, body: phone(dayTime('11:00')) })).toMatchObject(refused)
    const seen = await must(day.customer(getDay, { params }))
    expect(seen.status).toBe('canceled_by_customer')
    expect(seen.events.map(({ kind, isConflict }) => [kind, isConflict])).toEqual([
      ['started', true],
      ['finished', true],
    ])
    expect((await storedBooking(app, day.id)).finalPence).toBeNull()
    const desk = await anOffice(app)
    const { results } = await must(desk(listDayQuestions))
    expect(results).toMatchObject([
      {
        kind: 'conflict',
        booking: { id: day.id, hash: day.hash },
        decisions: ['keep_changed', 'count_work'],
        decided: null,
        events: [
          { kind: 'started', who: 'driver', happenedAt: dayTime('09:00'), isShifted: true, isConflict: true },
          { kind: 'finished', who: 'driver', happenedAt: dayTime('11:00'), isConflict: true },
        ],
      },
    ])
    expect((await must(desk(listDayQuestions, { query: { show: 'decided' } }))).results).toEqual([])
    const decide = {
      params: { id: results[0]?.id ?? '' },
      body: { decision: 'keep_changed' as const, reason: 'It was off.' },
    }
    expect(
      (await desk(decideDayQuestion, { ...decide, body: { ...decide.body, decision: 'accept_hours' } })).status,
    ).toBe(422)
    await must(desk(decideDayQuestion, decide))
    expect(await desk(decideDayQuestion, decide)).toMatchObject({ status: 409, problem: { code: 'decided_already' } })
    expect((await must(desk(listDayQuestions))).results).toEqual([])
    expect((await must(desk(listDayQuestions, { query: { show: 'decided' } }))).results).toMatchObject([
      { booking: { id: day.id }, decisions: [], decided: { decision: 'keep_changed', reason: 'It was off.' } },
    ])
  })

  it('for a job that another does now is refused to who had it, and the other’s day is untouched', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    const second = await aUnit(app, { company: { pencePerHour: 9000 } })
    await must(day.driver(rejectBooking, { params, body: { reason: 'broken_van' } }))
    await app.runJobs()
    const taker = callAs(app, second.company.owner.id)
    await must(taker(takeBooking, { params, body: { workingUnitId: second.id } }))
    await at(dayTime('12:00'))
    expect(await day.driver(startJob, { params, body: phone() })).toMatchObject({ problem: { code: 'job_changed' } })
    expect((await must(taker(startJob, { params, body: phone() }))).clock).toMatchObject({ state: 'running' })
  })

  it('a day early says when the day opens, whoever does it and whatever it is', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at('2026-11-27T09:00:00Z')
    await must(day.driver(reconfirmBooking, { params }))
    const acts = [
      day.driver(setOff, { params, body: phone() }),
      day.driver(startJob, { params, body: phone() }),
      day.driver(runLate, { params, body: { ...phone(), newEta: dayTime('09:30') } }),
      day.driver(finishJob, { params, body: phone() }),
      day.driver(reachStop, { params, body: { ...phone(), stop: 0 } }),
      day.customer(confirmArrival, { params }),
      app.call()(confirmArrivalByLink, { params: { hash: day.hash } }),
    ]
    const detail = 'It’s too early: this job starts Sat 28 November, 09:00, and its day opens Sat 28 November, 03:00.'
    for (const refused of await Promise.all(acts))
      expect(refused).toMatchObject({ status: 409, problem: { code: 'day_not_open', detail } })
    await at(dayTime('03:00'))
    await must(day.driver(setOff, { params, body: phone() }))
  })

  it('is not for strangers', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('09:00'))
    const stranger = callAs(app, (await aUnit(app, { company: { pencePerHour: 9500 } })).company.owner.id)
    expect((await stranger(startJob, { params, body: phone() })).status).toBe(404)
    expect((await callAs(app, (await aCustomer(app)).id)(getDay, { params })).status).toBe(404)
    expect((await callAs(app, (await aCustomer(app)).id)(confirmArrival, { params })).status).toBe(404)
    expect((await stranger(sendPosition, { params, body: { lat: 1, lng: 1, at: dayTime('09:00') } })).status).toBe(404)
    // Neither side has agreed to share the position.
    expect((await day.driver(sendPosition, { params, body: { lat: 1, lng: 1, at: dayTime('09:00') } })).status).toBe(
      409,
    )
  })
})

describe('trusted times', () => {
  const { phone, at } = dayHelpers(() => app)

  const onTimeOf = async ({ unit }: TestDay) => (await findFigures(app.ctx, unit.company.id))?.onTime

  async function finish(day: TestDay, time: string): Promise<void> {
    app.clock.set(dayTime(time))
    await must(day.driver(finishJob, { params: { id: day.id }, body: phone() }))
    await app.runJobs()
  }

  describe('what a phone says of time', () => {
    it('is no proof of being on time: a start dated back by hours is marked, and counts as late', async () => {
      const day = await aConfirmedJob(app)
      await at(dayTime('11:50'))
      const body = phone(dayTime('09:00'))
      const begun = await must(day.driver(startJob, { params: { id: day.id }, body }))
      expect(begun.events).toMatchObject([{ happenedAt: dayTime('09:00'), isShifted: true }])
      await finish(day, '12:30')
      expect(await onTimeOf(day)).toBe(0)
    })

    it('is borne out by a position at the door that arrived in time', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      await at(dayTime('08:40'))
      await must(day.driver(setOff, { params, body: { ...phone(), sharePosition: true } }))
      const { work } = await app.ctx.db
        .selectFrom('bookings.booking')
        .select('work')
        .where('id', '=', day.id)
        .executeTakeFirstOrThrow()
      const { lat, lng } = work.places[0]!
      app.clock.set(dayTime('08:58'))
      await must(day.driver(sendPosition, { params, body: { lat, lng, at: dayTime('08:58') } }))
      app.clock.set(dayTime('10:30'))
      await must(day.driver(startJob, { params, body: phone(dayTime('09:00')) }))
      await finish(day, '11:00')
      expect(await onTimeOf(day)).toBe(1)
    })

    it('is not needed where the customer said that they were there', async () => {
      const day = await aConfirmedJob(app)
      await at(dayTime('09:02'))
      await must(app.call()(confirmArrivalByLink, { params: { hash: day.hash } }))
      app.clock.set(dayTime('11:00'))
      await must(day.driver(startJob, { params: { id: day.id }, body: phone(dayTime('09:00')) }))
      await finish(day, '11:30')
      expect(await onTimeOf(day)).toBe(1)
    })

    it.each(['a network from which the mover acted for this job', 'a device of the mover'])(
      'is not borne out by the customer’s link on %s: it is marked, and counts as late',
      async (where) => {
        const day = await aConfirmedJob(app)
        const { owner } = day.unit.company
        const [device, address] = ['m'.repeat(43), '203.0.113.77']
        await must(
          createCall(app.app.fastify, { device, address: '203.0.113.5' })(logIn, {
            body: { email: owner.email, password: testPassword },
          }),
        )
        await at(dayTime('08:50'))
        const { bearer } = await sessionFor(app, owner.id)
        await must(createCall(app.app.fastify, { bearer, address })(setOff, { params: { id: day.id }, body: phone() }))
        const own = where.startsWith('a network') ? { address } : { device, address: '198.51.100.9' }
        app.clock.set(dayTime('09:02'))
        await must(createCall(app.app.fastify, own)(confirmArrivalByLink, { params: { hash: day.hash } }))
        expect((await driverDayOf(day)).events.at(-1)).toMatchObject({
          kind: 'arrived',
          who: 'link',
          isFromMover: true,
        })
        await finish(day, '11:30')
        expect(await onTimeOf(day)).toBe(0)
      },
    )

    it('is borne out by the link in another network, and in one that many people share', async () => {
      for (const address of ['198.51.100.9', '100.64.0.7']) {
        const day = await aConfirmedJob(app)
        await at(dayTime('08:50'))
        const { bearer } = await sessionFor(app, day.unit.company.owner.id)
        const driver = createCall(app.app.fastify, { bearer, address: '100.64.0.7' })
        await must(driver(setOff, { params: { id: day.id }, body: phone() }))
        app.clock.set(dayTime('09:02'))
        await must(createCall(app.app.fastify, { address })(confirmArrivalByLink, { params: { hash: day.hash } }))
        expect((await driverDayOf(day)).events.at(-1)).toMatchObject({ kind: 'arrived', isFromMover: false })
        await finish(day, '11:30')
        expect(await onTimeOf(day)).toBe(1)
        app.clock.set('2026-11-20T09:00:00Z')
      }
    })

    it('counts for the hours only a quarter of an hour back once the phone was online in between', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      await at(dayTime('08:50'))
      await must(day.driver(setOff, { params, body: phone() }))
      // Seen at half past nine by another job of the same unit.
      await app.ctx.db
        .insertInto('bookings.day_action')
        .values({
          bookingId: day.id,
          actionKey: crypto.randomUUID(),
          unitId: day.unit.id,
          kind: 'loaded',
          requestDigest: Buffer.alloc(32),
          isConflict: false,
          at: new Date(dayTime('09:30')),
        })
        .execute()
      app.clock.set(dayTime('11:00'))
      await must(day.driver(startJob, { params, body: phone(dayTime('09:00')) }))
      expect((await driverDayOf(day)).clock.startedAt).toBe(dayTime('10:45'))
    })

    describe('a time since which it was without signal, it says,', () => {
      type House = TestApp['app']
      /** A session of the owner, with a new token for each call. */
      const phoneOf = async ({ unit }: TestDay, at: House): Promise<Call> => {
        const ids = await sessionFor(app, unit.company.owner.id)
        return (async (...request: Parameters<Call>) =>
          createCall(at.fastify, { bearer: await signAccessToken(app.ctx, ids) })(...request)) as Call
      }

      /** When the job began, if at eleven its phone says "at nine" and had read the day at those times. */
      async function startAfterReading(
        readAt: readonly string[],
        given: { from?: 'another phone'; loggedInAt?: string; at?: House },
      ) {
        const day = await aConfirmedJob(app)
        const house = given.at ?? app.app
        await at(dayTime('08:00'))
        const others = await phoneOf(day, house)
        app.clock.set(dayTime(given.loggedInAt ?? '08:00'))
        const own = await phoneOf(day, house)
        const reader = given.from ? others : own
        for (const time of readAt) {
          app.clock.set(dayTime(time))
          await must(reader(getDriverDay, { params: { id: day.unit.id, bookingId: day.id } }))
          await house.api.contacts?.settle()
        }
        app.clock.set(dayTime('11:00'))
        const begun = await must(own(startJob, { params: { id: day.id }, body: phone(dayTime('09:00')) }))
        return begun.clock.startedAt
      }

      it.each<[string, readonly string[], Parameters<typeof startAfterReading>[1], string]>([
        ['is not believed if it had read a page since', ['08:50', '09:30'], {}, '10:45'],
        ['is not believed if its person logged in since', [], { loggedInAt: '09:30' }, '10:45'],
        ['is believed if it was heard just before and again just now', ['08:50', '09:04', '10:50'], {}, '09:00'],
        ['is believed if only another phone was heard', ['09:30'], { from: 'another phone' }, '09:00'],
      ])('%s', async (_, readAt, given, startedAt) => {
        expect(await startAfterReading(readAt, given)).toBe(dayTime(startedAt))
      })

      it('would be believed of a phone that read pages, were contacts not kept', async () => {
        const careless = await withoutGuards(app, 'phone_contacts')
        expect(await startAfterReading(['08:50', '09:30'], { at: careless })).toBe(dayTime('09:00'))
        await careless.close()
      })

      it('is not believed exactly if it was heard between five minutes after it and a quarter of an hour ago', async () => {
        const { unit } = await aConfirmedJob(app)
        const { owner, id } = unit.company
        const minute = fc.integer({ min: 0, max: 90 })
        const at = (minutes: number) => addMinutes(new Date(dayTime('08:00')), minutes)
        await fc.assert(
          fc.asyncProperty(fc.array(minute, { maxLength: 5 }), minute, minute, async (contacts, claimed, sent) => {
            app.clock.set(dayTime('07:00'))
            const { sessionId } = await sessionFor(app, owner.id)
            const actor: Driver = { kind: 'driver', userId: owner.id, sessionId, company: { id, unitIds: [unit.id] } }
            for (const when of contacts) {
              app.clock.set(at(when))
              app.app.api.contacts?.note(actor)
            }
            await app.app.api.contacts?.settle()
            app.clock.set(at(sent))
            const isHeard = contacts.some((when) => when > claimed + 5 && when < sent - 15)
            expect(await wasOnlineSince(withActor(app.ctx, actor), unit.id, at(claimed))).toBe(isHeard)
          }),
          { numRuns: 30 },
        )
      })
    })

    it('is never before its day', async () => {
      const day = await aConfirmedJob(app)
      await at(dayTime('09:00'))
      await must(day.driver(startJob, { params: { id: day.id }, body: phone('2026-11-22T09:00:00.000Z') }))
      expect((await driverDayOf(day)).clock.startedAt).toBe(dayTime('03:00'))
    })
  })

  it('a unit is not “available now” while a job of its own runs or is about to', async () => {
    const day = await aConfirmedJob(app)
    const isAvailable = async () => (await must(day.driver(getSettings, {}))).workingUnits[0]?.isAvailableNow
    await at(dayTime('07:30'))
    const before = await isAvailable()
    await at(dayTime('08:10'))
    expect(await isAvailable()).toBe(false)
    await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
    await at(dayTime('15:30'))
    expect(await isAvailable()).toBe(false)
    await finish(day, '15:31')
    expect([before, await isAvailable()]).toEqual([true, true])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slices } from '#app/modules.ts'
import { findFigures } from '#modules/reviews/figures/queries.ts'
import { newId } from '#platform/new-id.ts'
import { minutesOfTimeString } from '#shared/duration.ts'
import { addMinutes } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, anOffice, dayTime, kindsAbout, dayHelpers, driverDayOf } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { callAs } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { cancelBooking } from '../../answers/contract.ts'
import { agreeChange, proposeChange } from '../../changes/contract.ts'
import { getBooking } from '../../contract.ts'
import { dayJobs } from '../../jobs.ts'
import { finishJob, runLate, setOff, startJob, sendPosition, pauseJob, resumeJob } from '../actions/contract.ts'
import { getDay, getSharedDay } from '../contract.ts'
import { confirmHours } from '../hours/contract.ts'
import { decideDayQuestion, listDayQuestions, reachStop } from '../questions/contract.ts'
import { getDayRecord, verifyRecord } from '../record/contract.ts'
import { QUESTION_KINDS } from '../rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Begins a test without companies, on a Friday morning. */
async function clearRoads(): Promise<void> {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
}

describe('time does its part', () => {
  beforeEach(clearRoads)

  const { phone, at } = dayHelpers(() => app)

  it('a quarter of an hour late is told and asked, half an hour late may be cancelled free and counts as the company’s', async () => {
    const { id, customer } = await aConfirmedJob(app)
    await at(dayTime('09:14'))
    expect((await kindsAbout(app, id)).filter((kind) => kind.includes('here_yet'))).toEqual([])
    await at(dayTime('09:15'))
    await at(dayTime('09:16'))
    expect((await kindsAbout(app, id)).slice(-2)).toEqual(['day_not_here_yet', 'job_where_are_you'])
    const before = await must(customer(getBooking, { params: { id } }))
    expect(before.cancellationFeePence).toBe(10_000)
    await at(dayTime('09:30'))
    await at(dayTime('09:45'))
    expect((await kindsAbout(app, id)).filter((kind) => kind === 'day_may_cancel_free')).toHaveLength(1)
    expect(await must(customer(getDay, { params: { id } }))).toMatchObject({ mayCancelFree: true })
    const after = await must(customer(getBooking, { params: { id } }))
    expect(after.cancellationFeePence).toBe(0)
    await must(customer(cancelBooking, { params: { id }, body: { feePence: 0 } }))
    expect(await storedBooking(app, id)).toMatchObject({ byMover: true, cancellationFeePence: 0 })
    const [event] = await app.ctx.db
      .selectFrom('bookings.event')
      .select('data')
      .where('kind', '=', 'cancelled')
      .execute()
    const waiting = { waitingPence: 10_000, waitsUntil: '2026-11-29T09:45:00.000Z' }
    expect(event?.data).toEqual({ feePence: 0, byMover: true, ...waiting })
  })

  describe('a customer who cancels because nobody came', () => {
    const aNoShow = async () => {
      const day = await aConfirmedJob(app)
      await at(dayTime('09:31'))
      await must(day.customer(cancelBooking, { params: { id: day.id }, body: { feePence: 0 } }))
      await app.runJobs()
      return day
    }
    const entriesOf = async (id: string) =>
      (
        await app.ctx.db.selectFrom('billing.entry').select(['kind', 'about']).where('bookingId', '=', id).execute()
      ).map(({ kind, about }) => [kind, about.pricePence])
    const cancelledOf = async (companyId: string) => {
      await app.runJobs()
      return (await findFigures(app.ctx, companyId))?.cancelled ?? 0
    }

    it('is owed nothing until the mover has had a day to say otherwise', async () => {
      const { id } = await aNoShow()
      expect(await entriesOf(id)).toEqual([])
      await at('2026-11-29T09:30:00Z')
      expect(await entriesOf(id)).toEqual([])
      await at('2026-11-29T09:31:00Z')
      await at('2026-11-29T09:33:00Z')
      expect(await entriesOf(id)).toEqual([['compensation', 10_000]])
      await at('2026-12-03T09:33:00Z')
      expect(await entriesOf(id)).toHaveLength(1)
    })

    it.each([
      ['count_work', [], 0],
      ['keep_changed', [['compensation', 10_000]], 1],
    ] as const)('waits for the office if a late phone was there: %s', async (decision, entries, cancelled) => {
      const { id, driver, unit } = await aNoShow()
      await at(dayTime('12:00'))
      expect((await driver(startJob, { params: { id }, body: phone(dayTime('08:58')) })).status).toBe(409)
      await at('2026-12-01T09:00:00Z')
      expect(await entriesOf(id)).toEqual([])
      const desk = await anOffice(app)
      const [question] = (await must(desk(listDayQuestions))).results
      expect(question).toMatchObject({ kind: 'conflict', booking: { id } })
      const body = { decision, reason: 'We looked at both.' }
      await must(desk(decideDayQuestion, { params: { id: question?.id ?? '' }, body }))
      await at('2026-12-02T09:00:00Z')
      expect(await entriesOf(id)).toEqual(entries)
      expect(await cancelledOf(unit.company.id)).toBe(cancelled)
    })
  })

  it('running late tells the new time, and nothing starts or finishes by itself', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('08:30'))
    await must(day.driver(runLate, { params, body: { ...phone(), newEta: dayTime('09:40') } }))
    expect(await must(day.customer(getDay, { params }))).toMatchObject({
      eta: dayTime('09:40'),
      clock: { lateEta: dayTime('09:40') },
    })
    expect(await kindsAbout(app, day.id)).toContain('day_running_late')
    await at('2026-12-20T09:00:00Z')
    for (const job of dayJobs) await job.handle(app.ctx, { bookingId: day.id })
    await at('2026-12-21T09:00:00Z')
    expect(await storedBooking(app, day.id)).toMatchObject({ status: 'confirmed', finalPence: null })
    const questions = (await kindsAbout(app, day.id)).filter((kind) => kind.endsWith('was_it_done'))
    expect(questions).toEqual(['day_was_it_done', 'job_was_it_done'])
    // Weeks later no reminder is sent to be at the door tomorrow, and none that the customer may cancel.
    expect((await kindsAbout(app, day.id)).filter((kind) => /evening|cancel_free|here_yet/.test(kind))).toEqual([])
  })

  it('a day that nobody started is the office’s: not done, or done from when to when', async () => {
    const first = await aConfirmedJob(app)
    const { endAt } = await storedBooking(app, first.id)
    await at(new Date(endAt.getTime() + 24 * 3_600_000).toISOString())
    const desk = await anOffice(app)
    const [question] = (await must(desk(listDayQuestions))).results
    expect(question).toMatchObject({ kind: 'not_started', decisions: ['finish', 'not_done'] })
    const decide = (body: object) =>
      desk(decideDayQuestion, {
        params: { id: question?.id ?? '' },
        body: { reason: 'Both say so.', ...body } as never,
      })
    expect(
      (await decide({ decision: 'finish', startedAt: dayTime('10:00'), finishedAt: dayTime('09:00') })).status,
    ).toBe(422)
    await must(decide({ decision: 'finish', startedAt: dayTime('09:00'), finishedAt: dayTime('10:00') }))
    const { status, finalPence, totalPence, events } = await storedBooking(app, first.id)
    expect({ status, finalPence }).toEqual({ status: 'completed', finalPence: totalPence })
    expect(events.slice(-3)).toEqual(['started', 'finished', 'hours_confirmed'])
    expect((await kindsAbout(app, first.id)).filter((kind) => ['day_started', 'day_finished'].includes(kind))).toEqual(
      [],
    )
  })

  it('a day that nobody finished, and was not done after all, is cancelled by the office', async () => {
    const { id, driver } = await aConfirmedJob(app)
    await at(dayTime('09:00'))
    await must(driver(startJob, { params: { id }, body: phone() }))
    await at('2026-12-01T09:00:00Z')
    const desk = await anOffice(app)
    const [question] = (await must(desk(listDayQuestions))).results
    expect(question).toMatchObject({ kind: 'not_finished' })
    await must(
      desk(decideDayQuestion, {
        params: { id: question?.id ?? '' },
        body: { decision: 'not_done', reason: 'They pressed start by mistake.' },
      }),
    )
    expect(await storedBooking(app, id)).toMatchObject({
      status: 'canceled_by_customer',
      cancelledBy: 'office',
      finalPence: null,
    })
  })

  it('hours that the customer disputes wait for the office, and silence does not confirm them', async () => {
    const { id, driver, customer } = await aConfirmedJob(app)
    await at(dayTime('09:00'))
    await must(driver(startJob, { params: { id }, body: phone() }))
    app.clock.set(dayTime('18:00'))
    await must(driver(finishJob, { params: { id }, body: phone() }))
    const body = { minutes: 120, text: 'They sat in the van for hours.' }
    expect((await must(customer(confirmHours, { params: { id }, body }))).hours.state).toBe('disputed')
    await at('2026-11-30T18:00:00Z')
    expect((await storedBooking(app, id)).finalPence).toBeNull()
    const desk = await anOffice(app)
    const [question] = (await must(desk(listDayQuestions))).results
    expect(question).toMatchObject({ kind: 'hours', ...body, hours: { workedMinutes: 540 } })
    await must(
      desk(decideDayQuestion, {
        params: { id: question?.id ?? '' },
        body: { decision: 'accept_hours', minutes: 120, reason: 'The record shows it.' },
      }),
    )
    const { finalPence, totalPence } = await storedBooking(app, id)
    expect(finalPence).toBe(totalPence)
  })

  it('forgets a position within a day', async () => {
    const { id, driver } = await aConfirmedJob(app)
    const params = { id }
    await at(dayTime('08:00'))
    await must(driver(setOff, { params, body: { ...phone(), sharePosition: true } }))
    await must(driver(sendPosition, { params, body: { lat: 51.6, lng: -0.02, at: dayTime('08:00') } }))
    // The job is among those that run every hour.
    const hourly = slices.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === 'bookings.forget-positions')
    expect(hourly).toMatchObject({ cron: '25 * * * *' })
    const storedPositions = () => app.ctx.db.selectFrom('bookings.van_position').select('bookingId').execute()
    app.clock.set('2026-11-29T03:59:00Z')
    await hourly?.handle(app.ctx, {})
    expect(await storedPositions()).toEqual([{ bookingId: id }])
    app.clock.set('2026-11-29T04:01:00Z')
    await hourly?.handle(app.ctx, {})
    expect(await storedPositions()).toEqual([])
  })
})

describe('bookings that were confirmed before there was a moving day', () => {
  beforeEach(clearRoads)

  /** The job is among those that run every hour. */
  const hourly = slices.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === 'bookings.queue-missing-days')

  const QUEUES = ['bookings.evening-due', 'bookings.lateness-due', 'bookings.outcome-due']

  async function queuedFor(bookingId: string): Promise<string[]> {
    const { rows } = await app.app.pool.query<{ name: string }>(
      `select name from pgboss.job where name = any ($1) and data ->> 'bookingId' = $2 and state < 'active' order by name`,
      [QUEUES, bookingId],
    )
    return rows.map(({ name }) => name)
  }

  /** A booking as it was confirmed before there was a moving day: no mark and none of these jobs. */
  async function anOldBooking(): Promise<string> {
    const { id } = await aConfirmedJob(app)
    await app.ctx.db.deleteFrom('bookings.day_deadlines').where('bookingId', '=', id).execute()
    await app.app.pool.query(`delete from pgboss.job where name = any ($1) and data ->> 'bookingId' = $2`, [QUEUES, id])
    return id
  }

  it('get the deadlines of their day, each once, and those that have them get no second', async () => {
    const { id: control } = await aConfirmedJob(app)
    expect(await queuedFor(control)).toEqual(QUEUES)
    const old = await anOldBooking()
    expect(await queuedFor(old)).toEqual([])
    expect(hourly).toMatchObject({ cron: '35 * * * *' })
    await Promise.all([hourly?.handle(app.ctx, {}), hourly?.handle(app.ctx, {})])
    await hourly?.handle(app.ctx, {})
    expect(await queuedFor(old)).toEqual(QUEUES)
    expect(await queuedFor(control)).toEqual(QUEUES)
    app.clock.set(dayTime('09:16'))
    await app.runJobs()
    expect(await kindsAbout(app, old)).toContain('job_where_are_you')
  })

  it('of which the move is over are asked about once if that is not long ago, and otherwise not', async () => {
    const old = await anOldBooking()
    app.clock.set('2026-12-01T09:00:00Z')
    await hourly?.handle(app.ctx, {})
    await app.runJobs()
    const kinds = await kindsAbout(app, old)
    expect(kinds.filter((kind) => kind.endsWith('was_it_done'))).toHaveLength(2)
    expect(kinds.filter((kind) => /evening|here_yet|where_are/.test(kind))).toEqual([])
    const older = await anOlder()
    await hourly?.handle(app.ctx, {})
    expect(await queuedFor(older)).toEqual([])
  })

  async function anOlder(): Promise<string> {
    await removeCompanies(app)
    app.clock.set('2026-11-20T09:00:00Z')
    const id = await anOldBooking()
    app.clock.set('2026-12-20T09:00:00Z')
    return id
  }
})

describe('questions of the day', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  it('says whom to call, and pages through what waits and what is decided in the same number of statements', async () => {
    const { id: bookingId, unit, driver } = await aConfirmedJob(app)
    const hired = await aHiredDriver(app, driver, unit.id)
    const { db, clock } = app.ctx
    const now = clock.now()
    const questions = QUESTION_KINDS.map((kind, index) => ({
      id: newId(clock),
      bookingId,
      unitId: unit.id,
      kind,
      askedAt: addMinutes(now, index),
    }))
    await db.insertInto('bookings.day_question').values(questions).execute()
    await db.updateTable('identity.user').set({ phone: '+447700900111' }).where('id', '=', hired.id).execute()
    const owner = { id: unit.company.owner.id, phone: '+447700900222' }
    await db.updateTable('identity.user').set({ phone: owner.phone }).where('id', '=', owner.id).execute()

    const desk = await anOffice(app)
    const first = await must(desk(listDayQuestions, { query: { pageSize: 3 } }))
    expect(first).toMatchObject({
      count: QUESTION_KINDS.length,
      results: QUESTION_KINDS.slice(0, 3).map((kind) => ({ kind })),
    })
    expect(first.results[0]).toMatchObject({ company: { phone: owner.phone }, driver: { phone: '+447700900111' } })
    const rest = { pageSize: 3, after: first.nextCursor ?? '' }
    expect((await must(desk(listDayQuestions, { query: rest }))).results).toMatchObject(
      QUESTION_KINDS.slice(3).map((kind) => ({ kind })),
    )
    // A cursor of those that wait leads nowhere in the other list.
    expect((await desk(listDayQuestions, { query: { ...rest, show: 'decided' } })).status).toBe(422)

    for (const { id } of questions.filter(({ kind }) => kind === 'conflict'))
      await must(
        desk(decideDayQuestion, { params: { id }, body: { decision: 'count_work', reason: 'They were there.' } }),
      )
    const decided = await must(desk(listDayQuestions, { query: { show: 'decided', pageSize: 3 } }))
    expect(decided.results).toMatchObject([{ kind: 'conflict', decided: { decision: 'count_work' } }])

    const statementsFor = async (pageSize: number) =>
      (await statementsOf(app, () => must(desk(listDayQuestions, { query: { pageSize } })))).length
    expect(await statementsFor(3)).toBe(await statementsFor(1))
  })
})

describe('questions about stops', () => {
  beforeEach(clearRoads)

  const { phone } = dayHelpers(() => app)
  const positions = () => app.ctx.db.selectFrom('bookings.van_position').selectAll().execute()

  describe('the likely arrival at the drop-off', () => {
    it('lies before the end of the work, and follows the real start and every pause', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      const likely = async () => {
        const { likelyArrivals, endAt } = await must(day.customer(getDay, { params }))
        expect((await must(app.call()(getSharedDay, { params: { hash: day.hash } }))).likelyArrivals).toEqual(
          likelyArrivals,
        )
        return { at: Date.parse(likelyArrivals.find(({ stop }) => stop === 1)?.at ?? ''), end: Date.parse(endAt) }
      }
      const { order } = (
        await app.ctx.db
          .selectFrom('bookings.booking')
          .select('work')
          .where('id', '=', day.id)
          .executeTakeFirstOrThrow()
      ).work
      app.clock.set(dayTime('08:30'))
      const booked = await likely()
      const drive = minutesOfTimeString(order.travelTime) * 60_000
      expect(booked.at).toBeGreaterThanOrEqual(Date.parse(dayTime('09:00')) + drive)
      expect(booked.at).toBeLessThan(booked.end - 15 * 60_000)
      app.clock.set(dayTime('08:45'))
      await must(day.driver(startJob, { params, body: phone() }))
      expect((await likely()).at).toBe(booked.at - 15 * 60_000)
      app.clock.set(dayTime('09:00'))
      await must(day.driver(pauseJob, { params, body: { ...phone(), reason: 'access' } }))
      app.clock.set(dayTime('09:20'))
      expect((await likely()).at).toBe(booked.at + 5 * 60_000)
      await must(day.driver(resumeJob, { params, body: phone() }))
      // Loading runs far past its time: the drive is still to come.
      app.clock.set(dayTime('14:02'))
      expect((await likely()).at).toBeGreaterThanOrEqual(Date.parse(dayTime('14:02')) + drive)
      await must(day.driver(reachStop, { params, body: { ...phone(), stop: 1 } }))
      expect((await must(day.customer(getDay, { params }))).likelyArrivals).toEqual([])
    })

    it('is later by the work that both sides agree to', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      const likely = async () => Date.parse((await must(day.customer(getDay, { params }))).likelyArrivals[0]?.at ?? '')
      app.clock.set(dayTime('09:00'))
      await must(day.driver(startJob, { params, body: phone() }))
      const booked = await likely()
      const line = { label: 'A piano', amountPence: 2000 }
      const piano = { kind: 'item' as const, words: 'A piano', extraMinutes: 45, line }
      const { id: changeId, version } = await must(day.driver(proposeChange, { params, body: piano }))
      expect(await likely()).toBe(booked)
      await must(day.customer(agreeChange, { params, body: { changeId, version } }))
      expect(await likely()).toBe(booked + 45 * 60_000)
    })
  })

  describe('an arrival at a stop', () => {
    it('is seen by both sides and by the link, is in the record, and ends the live position', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      app.clock.set(dayTime('08:00'))
      await must(day.driver(setOff, { params, body: { ...phone(), sharePosition: true } }))
      await must(day.driver(sendPosition, { params, body: { lat: 51.6, lng: -0.02, at: dayTime('08:00') } }))
      expect(await positions()).toHaveLength(1)
      app.clock.set(dayTime('08:50'))
      const atA = await must(day.driver(reachStop, { params, body: { ...phone(), stop: 0 } }))
      expect(atA).toMatchObject({
        status: 'confirmed',
        clock: { state: 'on_the_way' },
        sharesPosition: false,
        arrivals: [{ stop: 0, at: dayTime('08:50') }],
      })
      expect(await positions()).toEqual([])
      expect(
        (await day.driver(sendPosition, { params, body: { lat: 51.6, lng: 0, at: dayTime('08:50') } })).status,
      ).toBe(409)
      // The work has not begun: the drop-off comes later.
      expect((await day.driver(reachStop, { params, body: { ...phone(), stop: 1 } })).status).toBe(409)
      app.clock.set(dayTime('09:00'))
      await must(day.driver(startJob, { params, body: phone() }))
      app.clock.set(dayTime('10:30'))
      await must(day.driver(reachStop, { params, body: { ...phone(), stop: 1 } }))
      const arrivals = [
        { stop: 0, at: dayTime('08:50') },
        { stop: 1, at: dayTime('10:30') },
      ]
      const seen = await must(day.customer(getDay, { params }))
      expect(seen.arrivals).toEqual(arrivals)
      expect(seen.clock.state).toBe('running')
      expect(seen.events.map(({ kind, stop }) => [kind, stop])).toEqual([
        ['set_off', null],
        ['at_stop', 0],
        ['started', null],
        ['at_stop', 1],
      ])
      const shared = await must(app.call()(getSharedDay, { params: { hash: day.hash } }))
      expect(shared.arrivals).toEqual(arrivals)
      expect(JSON.stringify(shared)).not.toMatch(/name|note/)
      const record = await must(day.customer(getDayRecord, { params }))
      expect(await must(app.call()(verifyRecord, { body: { record } }))).toMatchObject({ isValid: true })
      expect(record).toContain('"kind":"at_stop"')
    })

    it('is done once, in order, and only at a stop of the move', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      app.clock.set(dayTime('11:00'))
      await must(day.driver(startJob, { params, body: phone(dayTime('09:00')) }))
      const body = { ...phone(dayTime('10:30')), stop: 1 }
      const answers = await Promise.all(Array.from({ length: 20 }, () => day.driver(reachStop, { params, body })))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      // The other phone says the same under its own key.
      await must(day.driver(reachStop, { params, body: { ...phone(), stop: 1 } }))
      const { events, arrivals } = await driverDayOf(day)
      expect(events.map(({ kind }) => kind)).toEqual(['started', 'at_stop'])
      expect(arrivals).toEqual([{ stop: 1, at: dayTime('10:30') }])
      expect((await day.driver(reachStop, { params, body: { ...phone(), stop: 9 } })).status).toBe(422)
      expect(await day.driver(reachStop, { params, body: { ...body, stop: 0 } })).toMatchObject({
        problem: { code: 'idempotency_key_reused' },
      })
      await must(day.driver(finishJob, { params, body: phone() }))
      await must(day.driver(reachStop, { params, body: { ...phone(), stop: 1 } }))
    })

    it('is not for strangers, not days before, and is kept where the job had changed', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      expect((await day.driver(reachStop, { params, body: { ...phone(), stop: 0 } })).status).toBe(409)
      const stranger = callAs(app, (await aUnit(app, { company: { pencePerHour: 9500 } })).company.owner.id)
      expect((await stranger(reachStop, { params, body: { ...phone(), stop: 0 } })).status).toBe(404)
      await must(day.customer(cancelBooking, { params, body: { feePence: 0 } }))
      app.clock.set(dayTime('09:00'))
      expect(await day.driver(reachStop, { params, body: { ...phone(), stop: 0 } })).toMatchObject({
        status: 409,
        problem: { code: 'job_changed' },
      })
      const { events, arrivals } = await must(day.customer(getDay, { params }))
      expect(events).toMatchObject([{ kind: 'at_stop', stop: 0, isConflict: true }])
      expect(arrivals).toEqual([])
    })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutesOfTimeString } from '#shared/duration.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayTime, driverDayOf, dayHelpers } from '#test/support/factories/day.ts'
import { callAs } from '#test/support/session.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { cancelBooking } from '../../answers/contract.ts'
import { finishJob, pauseJob, resumeJob, setOff, startJob, sendPosition } from '../actions/contract.ts'
import { getDay, getSharedDay } from '../contract.ts'
import { getDayRecord, verifyRecord } from '../record/contract.ts'
import { reachStop } from './contract.ts'

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
      await app.ctx.db.selectFrom('bookings.booking').select('work').where('id', '=', day.id).executeTakeFirstOrThrow()
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
    expect((await day.driver(sendPosition, { params, body: { lat: 51.6, lng: 0, at: dayTime('08:50') } })).status).toBe(
      409,
    )
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

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnswerOf } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayTime, driverDayOf, dayHelpers } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { confirmBooking } from '../../answers/contract.ts'
import { finishJob, startJob } from '../actions/contract.ts'
import { getMyDay } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

type Job = AnswerOf<typeof getMyDay>['jobs'][number]

const leaveMinutesOf = (job: Job | undefined): number =>
  (Date.parse(job?.startAt ?? '') - Date.parse(job?.day.leave?.by ?? '')) / 60_000

describe('my day', () => {
  it('has all jobs of one day, with streets and contacts, in as many statements as for one', async () => {
    const day = await aConfirmedJob(app, { move: aMove({ to: 'E10 5AA' }) })
    const mine = { params: { id: day.unit.id }, query: { date: '2026-11-28' } }
    const { jobs } = await must(day.driver(getMyDay, mine))
    expect(jobs).toMatchObject([
      { id: day.id, cashToTakePence: expect.any(Number), day: { clock: { state: 'ahead' }, hoursState: 'open' } },
    ])
    expect(jobs[0]?.routePoints[0]?.postcode).toBe('E17 4QH')
    const waiting = jobs[0]?.day.waiting
    expect(waiting).toEqual({ freeMinutes: 30, halfHourPence: 1000, roomPence: expect.any(Number) })
    const { ceilingPence = 0, totalPence = 0 } = jobs[0]?.day.hours ?? {}
    expect(jobs[0]?.day.ceiling).toMatchObject({ roomPence: ceilingPence - totalPence })
    expect((await must(day.driver(getMyDay, { ...mine, query: { date: '2026-11-29' } }))).jobs).toEqual([])

    const { bearer } = await sessionFor(app, day.unit.company.owner.id)
    const ask = () => must(app.call(bearer)(getMyDay, mine))
    await ask()
    const forOne = await statementsOf(app, ask)
    // The first is left for from the base, the second from where the first ends.
    expect(jobs[0]?.day.leave).toMatchObject({ from: 'base' })
    expect(leaveMinutesOf(jobs[0])).toBe(jobs[0]?.day.leave?.driveMinutes)
    const second = await aBooking(app, { move: aMove({ to: 'E10 5AA', time: '15:00' }) })
    await must(day.driver(confirmBooking, { params: { id: second.id } }))
    expect((await ask()).jobs.map(({ id }) => id)).toEqual([day.id, second.id])
    const [, later] = (await ask()).jobs
    expect(later?.day.leave).toMatchObject({ from: 'job', place: jobs[0]?.routePoints.at(-1)?.place })
    expect(leaveMinutesOf(later)).toBe(later?.day.leave?.driveMinutes)
    expect((await driverDayOf({ ...day, id: second.id })).leave).toEqual(later?.day.leave)
    expect(await statementsOf(app, ask)).toHaveLength(forOne.length)
    // What is done stays in its day: there may be cash to take for it.
    app.clock.set(dayTime('09:00'))
    const { phone } = dayHelpers(() => app)
    await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
    await must(day.driver(finishJob, { params: { id: day.id }, body: phone() }))
    const after = (await must(day.driver(getMyDay, mine))).jobs
    expect(after.map(({ id, status }) => [id, status])).toEqual([
      [day.id, 'completed'],
      [second.id, 'confirmed'],
    ])
    const hired = callAs(app, (await aHiredDriver(app, day.driver, day.unit.id)).id)
    const [theirs] = (await must(hired(getMyDay, mine))).jobs
    expect(theirs).toMatchObject({
      totalPence: null,
      day: {
        hours: null,
        waiting: { freeMinutes: 30, halfHourPence: null, roomPence: null },
        ceiling: { coveredMinutes: jobs[0]?.day.ceiling?.coveredMinutes, roomPence: null, halfHourPence: null },
      },
    })
    expect((await callAs(app, (await aUnit(app)).company.owner.id)(getMyDay, mine)).status).toBe(404)
  })
})

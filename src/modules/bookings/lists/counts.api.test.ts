import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { confirmBooking, rejectBooking } from '../answers/contract.ts'
import { getJobCounts, listConfirmedBookings, listHotJobs, listNewBookings } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const onDay = (day: string) => aMove({ date: day })

/** Makes two that wait, one that is confirmed, and one that another unit gave back. */
async function aUnitWithJobs() {
  const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
  const call = callAs(app, unit.company.owner.id)
  await aBooking(app, { move: onDay('2026-11-28') })
  await aBooking(app, { move: onDay('2026-11-29') })
  const confirmed = await aBooking(app, { move: onDay('2026-11-30') })
  await must(call(confirmBooking, { params: { id: confirmed.id } }))
  const giver = await aUnit(app, { company: { pencePerHour: 4000 } })
  const hot = await aBooking(app, { move: onDay('2026-12-01') })
  await must(
    callAs(app, giver.company.owner.id)(rejectBooking, { params: { id: hot.id }, body: { reason: 'personal' } }),
  )
  await app.runJobs()
  return { unit, call }
}

const counted = (count: number) => ({ count, countIsMinimum: false })

async function listed(call: Call, id: string) {
  const input = { params: { id } }
  const counts = [
    await must(call(listHotJobs, input)),
    await must(call(listNewBookings, input)),
    await must(call(listConfirmedBookings, input)),
  ]
  return counts.map(({ count }) => count)
}

describe('the counts of a unit’s jobs', () => {
  it('are those of its lists, to its owner and whoever is hired to drive it', async () => {
    const { unit, call } = await aUnitWithJobs()
    const expected = { hotJobs: counted(1), newBookings: counted(2), confirmedBookings: counted(1) }
    const input = { params: { id: unit.id } }
    expect(await must(call(getJobCounts, input))).toEqual(expected)
    expect(await listed(call, unit.id)).toEqual([1, 2, 1])
    const hired = callAs(app, (await aHiredDriver(app, call, unit.id)).id)
    expect(await must(hired(getJobCounts, input))).toEqual(expected)
    const withoutHotJobs = { ...input, query: { without: 'hot-jobs' as const } }
    expect(await must(call(getJobCounts, withoutHotJobs))).toEqual({ ...expected, hotJobs: null })
  })

  it('take one statement, and one more to find out which hot jobs the unit can do', async () => {
    const { unit } = await aUnitWithJobs()
    const { bearer } = await sessionFor(app, unit.company.owner.id)
    const ask = (query: { without?: 'hot-jobs' } = {}) =>
      must(app.call(bearer)(getJobCounts, { params: { id: unit.id }, query }))
    await ask()
    const namesOf = (sent: string[]) => sent.map((text) => /^\/\* ([a-z-]+) \*\//.exec(text)?.[1])
    expect(namesOf(await statementsOf(app, ask))).toEqual(['session', 'job-counts', 'unit-calendars'])
    // Beside the list of hot jobs, which has found that out already.
    expect(namesOf(await statementsOf(app, () => ask({ without: 'hot-jobs' })))).toEqual(['session', 'job-counts'])
  })

  it('are nobody else’s', async () => {
    const { unit } = await aUnitWithJobs()
    const other = await aUnit(app)
    const input = { params: { id: unit.id } }
    expect((await callAs(app, other.company.owner.id)(getJobCounts, input)).status).toBe(404)
  })
})

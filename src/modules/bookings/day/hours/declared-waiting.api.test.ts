import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { callAs } from '#test/support/session.ts'
import { aBooking, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { dayTime, driverDayOf, dayHelpers, type TestDay } from '#test/support/factories/day.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { confirmBooking } from '../../answers/contract.ts'
import { agreeChange, proposeChange } from '../../changes/contract.ts'
import { finishJob, pauseJob, resumeJob, startJob } from '../actions/contract.ts'
import { confirmHours } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

/** £50 an hour; waiting is free for half an hour, then £20 a half hour. Two hours of waiting were declared: three half hours, £60. */
async function declared(): Promise<TestDay> {
  const tariff = { waitingPencePerHalfHour: 2000, freeWaitingMinutes: 30 }
  const unit = await aUnit(app, { company: { pencePerHour: 5000, tariff } })
  const { id, hash, customer } = await aBooking(app, { move: { ...aMove(), declaredWaiting: '02:00:00' } })
  const driver = callAs(app, unit.company.owner.id)
  await must(driver(confirmBooking, { params: { id } }))
  return { id, hash, unit, driver, customer: callAs(app, customer.id) }
}

const agreedMinutes = async (day: TestDay) => (await driverDayOf(day)).clock.agreedMinutes

/**
 * Works the whole day, with the given minutes of waiting for keys and of work beyond what was agreed; returns the final
 * cost.
 */
async function worked(day: TestDay, { waited, over }: { waited: number; over: number }) {
  const params = { id: day.id }
  const after = (minutes: number) => app.clock.set(new Date(Date.parse(dayTime('09:00')) + minutes * 60_000))
  const { phone } = dayHelpers(() => app)
  after(0)
  await must(day.driver(startJob, { params, body: phone() }))
  const minutes = await agreedMinutes(day)
  after(60)
  await must(day.driver(pauseJob, { params, body: { ...phone(), reason: 'keys_not_released' } }))
  after(60 + waited)
  await must(day.driver(resumeJob, { params, body: phone() }))
  after(minutes + waited + over)
  await must(day.driver(finishJob, { params, body: phone() }))
  const { hours } = await must(day.customer(confirmHours, { params }))
  const { finalPence } = await storedBooking(app, day.id)
  expect(hours.finalPence).toBe(finalPence)
  return { finalPence, lines: hours.lines.map(({ code, amountPence }) => [code, amountPence]) }
}

describe('waiting that was declared', () => {
  it.each([
    ['none of it used', 0, []],
    ['the free half hour', 30, []],
    ['a part', 61, [['waiting', 4000]]],
    ['all of it', 120, [['waiting', 6000]]],
    ['more than was declared: by half hours, as far as the ceiling goes', 121, [['waiting', 8000]]],
    ['far more: never above the ceiling', 600, [['waiting', 8500]]],
  ])('costs the waiting rate and nothing more: %s', async (_, waited, lines) => {
    const day = await declared()
    const before = await storedBooking(app, day.id)
    // The ceiling has room for half an hour of work and for what was declared.
    expect(before.ceilingPence - before.totalPence).toBe(2500 + 6000)
    const bill = await worked(day, { waited, over: 0 })
    const extra = lines.reduce((sum, [, pence]) => sum + Number(pence), 0)
    expect(bill).toEqual({ finalPence: before.totalPence + extra, lines })
    expect(bill.finalPence).toBeLessThanOrEqual(before.ceilingPence)
  })

  it.each([
    ['the extra time that was agreed costs its line alone', { waited: 0, over: 0 }, []],
    [
      'beside it all that was declared fits',
      { waited: 120, over: 30 },
      [
        ['time_over', 2500],
        ['waiting', 6000],
      ],
    ],
    [
      'beyond it both together end at the ceiling',
      { waited: 300, over: 61 },
      [
        ['time_over', 7500],
        ['waiting', 1000],
      ],
    ],
  ])('with a change that was agreed: %s', async (_, times, lines) => {
    const day = await declared()
    const params = { id: day.id }
    const booked = await storedBooking(app, day.id)
    const minutes = await agreedMinutes(day)
    const line = { label: 'The shed too', amountPence: 3100 }
    const body = { kind: 'time' as const, extraMinutes: 60, line }
    const change = await must(day.driver(proposeChange, { params, body }))
    await must(day.customer(agreeChange, { params, body: { changeId: change.id, version: change.version } }))
    const agreed = await storedBooking(app, day.id)
    expect([agreed.totalPence, agreed.ceilingPence]).toEqual([booked.totalPence + 3100, booked.ceilingPence + 3100])
    expect(await agreedMinutes(day)).toBe(minutes + 60)
    const bill = await worked(day, times)
    const extra = lines.reduce((sum, [, pence]) => sum + Number(pence), 0)
    expect(bill).toEqual({ finalPence: agreed.totalPence + extra, lines })
    expect(bill.finalPence).toBeLessThanOrEqual(agreed.ceilingPence)
  })
})

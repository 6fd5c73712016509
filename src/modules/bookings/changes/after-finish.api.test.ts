import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayHelpers, dayTime, driverDayOf, kindsAbout } from '#test/support/factories/day.ts'
import { cancelBooking } from '../answers/contract.ts'
import { finishJob, startJob } from '../day/actions/contract.ts'
import { getDay } from '../day/contract.ts'
import { confirmHours } from '../day/hours/contract.ts'
import { agreeChange, listChanges, proposeChange, refuseChange, withdrawChange } from './contract.ts'

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

/** The driver asks for a piano, and carries the last box before the customer has read it. */
async function finishedWithOpenChange() {
  const day = await aConfirmedJob(app)
  const params = { id: day.id }
  const { totalPence } = await storedBooking(app, day.id)
  await at(dayTime('09:00'))
  await must(day.driver(startJob, { params, body: phone() }))
  app.clock.set(dayTime('10:00'))
  const proposal = {
    kind: 'item' as const,
    words: 'The piano in the garage',
    line: { label: 'Piano', amountPence: 5000 },
  }
  const change = await must(day.driver(proposeChange, { params, body: proposal }))
  expect((await driverDayOf(day)).openChange).toEqual({
    awaits: 'customer',
    what: 'The piano in the garage',
    amountPence: 5000,
  })
  app.clock.set(dayTime('10:30'))
  await must(day.driver(finishJob, { params, body: phone() }))
  const body = { changeId: change.id, version: change.version }
  const changes = () => must(day.customer(listChanges, { params }))
  return { ...day, params, body, totalPence, changes }
}

describe('a change that is open when the job is finished', () => {
  it('stays open, and the hours wait for its answer', async () => {
    const { id, params, customer, driver, changes } = await finishedWithOpenChange()
    expect(await changes()).toMatchObject([
      { state: 'open', awaits: 'customer', expiresAt: '2026-11-29T10:30:00.000Z' },
    ])
    const seen = await must(customer(getDay, { params }))
    expect(seen.allowedActions).toEqual(expect.arrayContaining(['agree_change', 'refuse_change']))
    expect(seen.allowedActions).not.toContain('confirm_hours')
    expect(seen.hours).toMatchObject({ state: 'to_confirm', confirmBy: null })
    expect(await customer(confirmHours, { params })).toMatchObject({
      status: 409,
      problem: { code: 'change_undecided' },
    })
    const more = { kind: 'item' as const, words: 'A chair', line: { label: 'Chair', amountPence: 100 } }
    expect((await driver(proposeChange, { params, body: more })).status).toBe(409)
    expect((await kindsAbout(app, id)).filter((kind) => kind === 'day_finished')).toHaveLength(1)
  })

  it.each([
    ['agreed by the customer', agreeChange, 'agreed', 5000],
    ['refused by the customer', refuseChange, 'refused', 0],
    ['withdrawn by the driver', withdrawChange, 'withdrawn', 0],
  ] as const)('%s: the price follows, and the day for the hours begins then', async (_, endpoint, state, more) => {
    const job = await finishedWithOpenChange()
    const { id, params, body, customer, driver, totalPence, changes } = job
    app.clock.set(dayTime('20:00'))
    await must((state === 'withdrawn' ? driver : customer)(endpoint, { params, body }))
    expect(await changes()).toMatchObject([{ state }])
    expect((await must(customer(getDay, { params }))).hours.confirmBy).toBe('2026-11-29T20:00:00.000Z')
    await at('2026-11-29T19:59:00Z')
    expect((await storedBooking(app, id)).finalPence).toBeNull()
    await at('2026-11-29T20:00:00Z')
    expect((await storedBooking(app, id)).finalPence).toBe(totalPence + more)
  })

  it('unanswered for a day it has ended by itself, nobody took it back, and the ceiling holds', async () => {
    const { id, changes, totalPence } = await finishedWithOpenChange()
    await at('2026-11-29T10:29:00Z')
    expect(await changes()).toMatchObject([{ state: 'open' }])
    await at('2026-11-29T10:30:00Z')
    expect(await changes()).toMatchObject([{ state: 'expired' }])
    expect((await storedBooking(app, id)).finalPence).toBeNull()
    await at('2026-11-30T10:30:00Z')
    expect((await storedBooking(app, id)).finalPence).toBe(totalPence)
  })

  it('of a booking that is cancelled nobody took it back either', async () => {
    const { id, driver, customer } = await aConfirmedJob(app)
    const params = { id }
    const proposal = { kind: 'item' as const, words: 'A piano', line: { label: 'Piano', amountPence: 5000 } }
    await must(driver(proposeChange, { params, body: proposal }))
    await must(customer(cancelBooking, { params, body: { feePence: 0 } }))
    expect(await must(customer(listChanges, { params }))).toMatchObject([{ state: 'expired' }])
  })
})

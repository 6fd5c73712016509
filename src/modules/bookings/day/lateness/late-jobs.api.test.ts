import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { callAs } from '#test/support/session.ts'
import { aBooking, aQuoteFor, messagesAbout } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { dayHelpers } from '#test/support/factories/day.ts'
import { confirmBooking, reconfirmBooking } from '../../answers/contract.ts'
import { finishJob, pauseJob, resumeJob, runLate, startJob } from '../actions/contract.ts'
import { getDay, getDriverDay } from '../contract.ts'
import { agreeChange, figureChange, proposeChange } from '../../changes/contract.ts'
import { checkLaterJobs } from './commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const near = { from: 'E17 4QH', to: 'E10 6EQ' }

/** A short job from nine, and another of the same unit that afternoon. */
async function twoJobs() {
  const first = await anAgreedBooking(app, {}, { move: aMove({ ...near, date: '2026-11-28', time: '09:00' }) })
  const move = aMove({ ...near, date: '2026-11-28', time: '13:00' })
  const later = await aBooking(app, { quoteId: (await aQuoteFor(app, move)).quoteId })
  await must(first.driver(confirmBooking, { params: { id: later.id } }))
  app.clock.set('2026-11-27T14:00:00Z')
  await app.runJobs()
  for (const { id } of [first, later]) await must(first.driver(reconfirmBooking, { params: { id } }))
  return { first, later, customer: callAs(app, later.customer.id) }
}
const countOf = async (id: string, kind: string) =>
  (await messagesAbout(app, id)).filter((one) => one.kind === kind).length
const { phone } = dayHelpers(() => app)
const check = (id: string) => app.ctx.tx((tx) => checkLaterJobs(tx, id))

it('a job that more time was agreed for runs into the next: its customer is told, once', async () => {
  const { first, later } = await twoJobs()
  const line = { label: 'More time', amountPence: 0 }
  const body = { kind: 'time' as const, extraMinutes: 480, line }
  const change = await must(first.driver(proposeChange, { params: { id: first.id }, body }))
  await must(first.call(agreeChange, { params: { id: first.id }, body: { changeId: change.id, version: 1 } }))
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
  expect(await countOf(later.id, 'later_job_at_risk')).toBeGreaterThan(0)
  const before = await countOf(later.id, 'likely_late')
  await check(first.id)
  expect(await countOf(later.id, 'likely_late')).toBe(before)
})

it('who asks for more time is told whether the next job still fits, by the rule that warns its customer', async () => {
  const { first, later } = await twoJobs()
  const params = { id: first.id }
  const ask = (extraMinutes: number) =>
    must(first.driver(figureChange, { params, body: { kind: 'item', extraMinutes } }))
  const { nextJob } = await ask(30)
  expect(nextJob?.startAt).toBe('2026-11-28T13:00:00.000Z')
  const spare = nextJob?.spareMinutes ?? 0
  expect(spare).toBeGreaterThan(0)
  expect((await ask(60)).nextJob?.spareMinutes).toBe(spare - 30)
  // One minute that is not there, and its customer would be told.
  const over = Math.ceil((spare + 31) / 15) * 15
  expect((await ask(over)).nextJob?.spareMinutes).toBeLessThan(0)
  // The clock counts, not the plan.
  app.clock.set('2026-11-28T09:20:00Z')
  await must(first.driver(startJob, { params, body: phone() }))
  expect((await ask(30)).nextJob?.spareMinutes).toBe(spare - 20)
  // The next job is hidden from the customer, and is null without one on the day or without extra time.
  const change = { kind: 'item' as const, extraMinutes: 30 }
  expect((await must(first.call(figureChange, { params, body: change }))).nextJob).toBeNull()
  expect((await must(first.driver(figureChange, { params, body: { kind: 'item' } }))).nextJob).toBeNull()
  await app.ctx.db.deleteFrom('calendar.hold').where('bookingId', '=', later.id).execute()
  expect((await ask(30)).nextJob).toBeNull()
})

it('a job that runs long is watched every five minutes, whoever presses what: customer and driver of the next are told', async () => {
  const { first, later } = await twoJobs()
  app.clock.set('2026-11-28T09:00:00Z')
  await must(first.driver(startJob, { params: { id: first.id }, body: phone() }))
  await app.runJobs()
  app.clock.set('2026-11-28T12:00:00Z')
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBe(0)
  app.clock.set('2026-11-28T12:59:00Z')
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
  expect(await countOf(later.id, 'later_job_at_risk')).toBeGreaterThan(0)
  // A finished job is no longer checked.
  await must(first.driver(finishJob, { params: { id: first.id }, body: phone() }))
  await app.runJobs()
  const countBefore = await countOf(later.id, 'likely_late')
  app.clock.set('2026-11-28T13:30:00Z')
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBe(countBefore)
})

it.each([
  ['keys', 'keys_not_released'],
  ['the company’s own break', 'other'],
] as const)(
  'a pause for %s is watched until the next job is at risk, and who was warned hears that it is on time after all',
  async (_, reason) => {
    const { first, later, customer } = await twoJobs()
    const params = { id: first.id }
    app.clock.set('2026-11-28T09:00:00Z')
    await must(first.driver(startJob, { params, body: phone() }))
    app.clock.set('2026-11-28T10:00:00Z')
    await must(first.driver(pauseJob, { params, body: { ...phone(), reason } }))
    app.clock.set('2026-11-28T10:05:00Z')
    await app.runJobs()
    expect(await countOf(later.id, 'likely_late')).toBe(0)
    // The follow-up queued by the pause checks again without any action by a person.
    app.clock.set('2026-11-28T13:00:00Z')
    await app.runJobs()
    expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
    expect(await countOf(later.id, 'back_on_time')).toBe(0)
    // The page of that booking says the same as the message, to customer and driver.
    const { unitId } = await app.ctx.db
      .selectFrom('bookings.booking')
      .select('unitId')
      .where('id', '=', later.id)
      .executeTakeFirstOrThrow()
    const shown = async () => {
      const { clock } = await must(customer(getDay, { params: { id: later.id } }))
      const input = { params: { id: String(unitId), bookingId: later.id } }
      const ofDriver = await must(first.driver(getDriverDay, input))
      expect(ofDriver.clock.likelyStartAt).toBe(clock.likelyStartAt)
      return clock.likelyStartAt
    }
    expect(Date.parse(String(await shown()))).toBeGreaterThan(Date.parse('2026-11-28T13:00:00Z'))
    // The keys had come at five past ten; the phone was without signal and says so now.
    await must(first.driver(resumeJob, { params, body: phone('2026-11-28T10:05:00.000Z') }))
    await must(first.driver(finishJob, { params, body: phone('2026-11-28T11:30:00.000Z') }))
    await app.runJobs()
    expect(await countOf(later.id, 'back_on_time')).toBeGreaterThan(0)
    expect(await shown()).toBeNull()
  },
)

it('a driver who says that they come four hours later is late for the next job too', async () => {
  const { first, later } = await twoJobs()
  app.clock.set('2026-11-28T08:30:00Z')
  const body = { ...phone(), newEta: '2026-11-28T13:00:00.000Z' }
  await must(first.driver(runLate, { params: { id: first.id }, body }))
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
})

it('a job that begins four hours late makes the next one late', async () => {
  const { first, later } = await twoJobs()
  app.clock.set('2026-11-28T13:00:00Z')
  await must(first.driver(startJob, { params: { id: first.id }, body: phone() }))
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
})

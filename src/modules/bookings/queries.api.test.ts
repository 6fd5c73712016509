import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TxCtx } from '#platform/ctx.ts'
import { addMinutes } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayHelpers, dayTime, type TestDay } from '#test/support/factories/day.ts'
import { resumeJob, startJob } from './day/actions/contract.ts'
import { saveDay } from './day/clock/commands.ts'
import { findBooking, lockBooking } from './queries.ts'

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

async function aStartedJob(): Promise<TestDay> {
  const job = await aConfirmedJob(app)
  app.clock.set(dayTime('09:00'))
  await must(job.driver(startJob, { params: { id: job.id }, body: phone() }))
  app.clock.set(dayTime('10:00'))
  return job
}

/** A second caller locks the booking, changes it while the work waits for the lock, and commits. */
async function waitingFor<T>(id: string, change: (tx: TxCtx) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const locked = Promise.withResolvers<void>()
  const isWaitedFor = Promise.withResolvers<void>()
  const working = locked.promise.then(work)
  const other = app.ctx.tx(async (tx) => {
    await lockBooking(tx, id)
    locked.resolve()
    await isWaitedFor.promise
    await change(tx)
  })
  await expect.poll(() => app.ctx.rowTurns.waiting).toBe(1)
  isWaitedFor.resolve()
  await other
  return working
}

const pauseClock = (id: string) => (tx: TxCtx) =>
  saveDay(tx, id, { pausedAt: app.clock.now(), pauseReason: 'keys_not_released' })

test('what an action may do is decided by the clock as it is when the other phone has done its own', async () => {
  const { id, driver } = await aStartedJob()
  const resumed = await waitingFor(id, pauseClock(id), () => driver(resumeJob, { params: { id }, body: phone() }))
  expect(resumed).toMatchObject({ ok: true, data: { clock: { state: 'running' } } })
})

test('the day and the open change of a locked booking are those of after the wait', async () => {
  const { id } = await aStartedJob()
  const change = async (tx: TxCtx) => {
    await pauseClock(id)(tx)
    const now = tx.clock.now()
    await tx.db
      .insertInto('bookings.change')
      .values({
        id: crypto.randomUUID(),
        bookingId: id,
        kind: 'other',
        proposedBy: 'mover',
        awaits: 'customer',
        words: 'An armchair',
        expiresAt: addMinutes(now, 60),
        createdAt: now,
      })
      .execute()
  }
  const locked = await waitingFor(id, change, () => app.ctx.tx((tx) => lockBooking(tx, id)))
  expect(locked).toMatchObject({ status: 'in_progress', changeAwaits: 'customer', day: { isPaused: true } })
  expect(locked).toEqual(await findBooking(app.ctx, id))
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slices } from '#app/modules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayTime, kindsAbout } from '#test/support/factories/day.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

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

describe('bookings that were confirmed before there was a moving day', () => {
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

import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bookingsJobs } from '#modules/bookings/jobs.ts'
import { responseDue } from '#modules/bookings/lifecycle/commands.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { BUSY_LOOKS, handleJob } from './jobs.ts'

/** `pino` names its levels by these numbers. */
const WARN = 40

let app: TestApp
let holder: pg.Client
const lines: { level: number; msg: string }[] = []
const listeners: (() => void)[] = []

beforeAll(async () => {
  const to = {
    write: (line: string) => {
      lines.push(JSON.parse(line) as (typeof lines)[number])
      for (const hear of listeners) hear()
    },
  }
  app = await createTestApp({ log: pino({ level: 'info' }, to) })
  Object.assign(app.app.pool.options, { lock_timeout: 20 })
  holder = new pg.Client(app.database.connection)
  await holder.connect()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  lines.length = 0
  listeners.length = 0
})
afterAll(async () => {
  await holder.end()
  await app.close()
})

/** A booking whose time to answer is over, and whose row somebody else holds. */
async function aLockedBooking(): Promise<string> {
  await aUnit(app)
  const { id, respondBy } = await aBooking(app)
  app.clock.set(respondBy ?? '')
  await holder.query('begin')
  await holder.query('select id from bookings.booking where id = $1 for update', [id])
  return id
}

const waits = () => lines.filter(({ msg }) => msg === 'job waits for a row').length
const run = (bookingId: string, stop = new AbortController()) => {
  const kind = bookingsJobs.find(({ name }) => name === responseDue.name)
  if (!kind) throw new Error('The job of the time to answer is one of the bookings')
  const given = { id: crypto.randomUUID(), data: { bookingId }, signal: new AbortController().signal }
  return handleJob(kind, app.ctx, given, { work: true, stop: stop.signal })
}

it('looks again soon while somebody else holds its row, and completes without a warning', async () => {
  const id = await aLockedBooking()
  const waited = Promise.withResolvers<void>()
  listeners.push(() => waits() >= 2 && waited.resolve())
  const done = run(id)
  await waited.promise
  await holder.query('commit')
  expect(await done).toBe('completed')
  expect(waits()).toBeLessThan(BUSY_LOOKS)
  expect(lines.filter(({ level }) => level >= WARN)).toEqual([])
  expect(await storedBooking(app, id)).toMatchObject({ isHot: true })
})

it('is given back to the queue when the process stops meanwhile', async () => {
  const id = await aLockedBooking()
  const stop = new AbortController()
  listeners.push(() => stop.abort())
  expect(await run(id, stop)).toBe('failed')
  await holder.query('rollback')
  expect(lines.filter(({ level }) => level > WARN)).toEqual([])
  expect(await storedBooking(app, id)).toMatchObject({ isHot: false })
})

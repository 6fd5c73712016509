import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSchedule } from '#modules/calendar/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { anOperatingDriver, must } from '#test/support/driver.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { mailboxOf } from '#test/support/people.ts'
import { statementsOf } from '#test/support/statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('a driver sees the kilograms and cubic metres of a job beside those of the van', async () => {
  const driver = await anOperatingDriver(app)
  const params = { id: driver.unitId }
  const week = () => must(driver.call(getSchedule, { params, query: { from: '2026-11-23' } }))
  // A sofa of 55 kg, a table of 15, four chairs of 6 each.
  const { id } = await aBooking(app, { move: aMove({ to: 'E10 5AA' }) })
  const before = await week()
  expect(before.bookings).toMatchObject([{ id, items: 6, load: { weightKg: 94, volumeM3: 2.5, trips: 1 } }])
  // What every Large Van carries, until the office has approved what this one does.
  expect(before.van).toEqual({ payloadKg: 1000, volumeM3: 14 })
  await app.ctx.db.updateTable('fleet.van').set({ payloadKg: 1150 }).where('unitId', '=', driver.unitId).execute()
  expect((await week()).van).toEqual({ payloadKg: 1150, volumeM3: 14 })
  const mail = (await mailboxOf(app, driver.email)).find(({ subject }) => subject.startsWith('New booking'))
  expect(mail?.text).toContain('The load: 94 kg of the 1,000 kg that LK72 VNF carries, 2.5 m³ of 14 m³.')
})

it('a week costs as many statements with jobs as without', async () => {
  const driver = await anOperatingDriver(app)
  const count = async (from: string) =>
    (await statementsOf(app, () => driver.call(getSchedule, { params: { id: driver.unitId }, query: { from } }))).length
  const empty = await count('2026-12-07')
  await aBooking(app, { move: aMove({ to: 'E10 5AA', date: '2026-11-26' }) })
  await aBooking(app, { move: aMove({ to: 'E10 5AA', date: '2026-11-27' }) })
  expect(await count('2026-11-23')).toBe(empty)
})

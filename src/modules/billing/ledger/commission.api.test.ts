import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCommission } from '#test/support/factories/commission.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { finishBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { catchUp } from './commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const percentOf = async (bookingId: string) =>
  (
    await app.ctx.db
      .selectFrom('billing.entry')
      .select('about')
      .where('bookingId', '=', bookingId)
      .where('kind', '=', 'booking')
      .executeTakeFirstOrThrow()
  ).about.commissionPercent

it('a job done after a raise pays what was agreed when it was booked, one booked after it the new percentage', async () => {
  const { company } = await aUnit(app)
  const before = await aBooking(app)
  await aCommission(app, { companyId: company.id, percent: 20, fromDay: '2026-11-27' })
  await finishBooking(app, before)
  await app.ctx.tx((tx) => settleHours(tx, before.id, 'silence'))
  expect(await percentOf(before.id)).toBe(15)

  app.clock.set('2026-11-27T00:00:00Z')
  const after = await aBooking(app, { move: aMove({ date: '2026-12-05' }) })
  await finishBooking(app, after)
  await app.ctx.tx((tx) => settleHours(tx, after.id, 'silence'))
  expect(await percentOf(after.id)).toBe(20)
})

it('a job that another company took pays what that one had agreed on when it was booked', async () => {
  const first = await aUnit(app)
  await aCommission(app, { companyId: first.company.id, percent: 20, fromDay: '2026-11-20' })
  const booking = await aBooking(app)
  const other = await aUnit(app)
  app.clock.set('2026-11-20T08:59:00Z')
  await aCommission(app, { companyId: other.company.id, percent: 11, fromDay: '2026-11-20' })
  app.clock.set('2026-11-20T09:01:00Z')
  await aCommission(app, { companyId: other.company.id, percent: 13, fromDay: '2026-11-25' })
  await finishBooking(app, booking)
  await app.ctx.db
    .updateTable('bookings.booking')
    .set({ unitId: other.id, companyId: other.company.id })
    .where('id', '=', booking.id)
    .execute()
  await catchUp(app.ctx, new Date(0))
  await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
  expect(await percentOf(booking.id)).toBe(11)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { minutesBetween } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aQuoteFor } from '#test/support/factories/booking.ts'
import { aBooking, storedBooking } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2026-11-20T09:00:00Z')
})
afterAll(() => app.close())

it('declared waiting is in the ceiling at the waiting rate and in the hold, and not in the total', async () => {
  const unit = await aUnit(app)
  await app.ctx.db
    .updateTable('pricing.tariff')
    .set({ waitingPencePerHalfHour: 2000, freeWaitingMinutes: 30 })
    .where('companyId', '=', unit.company.id)
    .execute()
  const plain = await aQuoteFor(app)
  const waiting = await aQuoteFor(app, { ...aMove(), declaredWaiting: '02:00:00' })
  expect(waiting.totalPence).toBe(plain.totalPence)
  // Two hours, half an hour of them free: three half hours at £20.
  expect(waiting.ceilingPence - plain.ceilingPence).toBe(6000)
  const { id } = await aBooking(app, { quoteId: waiting.quoteId })
  const { startAt, endAt, ceilingPence } = await storedBooking(app, id)
  expect(ceilingPence).toBe(waiting.ceilingPence)
  const { rows } = await app.app.pool.query<{ minutes: number }>(
    `select extract(epoch from upper(during) - lower(during))::int / 60 as minutes from calendar.hold where booking_id = $1`,
    [id],
  )
  expect(rows[0]?.minutes).toBe(minutesBetween(startAt, endAt) + 120)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNIT_STATUSES, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCustomer, aQuoteFor, heldTimes } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createBooking } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** What a booking comes to of a unit that was quoted while it operated, and is in this status when it is to be booked. */
const OUTCOMES: Record<UnitStatus, string> = {
  operating: 'booked',
  insurance_expires_soon: 'booked',
  not_ready_for_a_job: 'slot_taken',
  pending_verification: 'slot_taken',
  verification_failed: 'slot_taken',
  verification_completed: 'slot_taken',
  ready_to_start: 'slot_taken',
  blocked: 'slot_taken',
  deactivated_by_you: 'slot_taken',
  deactivated: 'slot_taken',
}

describe('T-063: booking a unit that was quoted', () => {
  it('is decided for every status', () => {
    expect(Object.keys(OUTCOMES).toSorted()).toEqual([...UNIT_STATUSES].toSorted())
  })

  it.each(UNIT_STATUSES)('and is %s by now', async (status) => {
    const outcome = OUTCOMES[status]
    await removeCompanies(app)
    const unit = await aUnit(app)
    const customer = await aCustomer(app)
    const { quoteId } = await aQuoteFor(app)
    await app.ctx.db.updateTable('fleet.working_unit').set({ status }).where('id', '=', unit.id).execute()
    const answer = await app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' } })
    expect(answer.ok ? 'booked' : answer.problem.code).toBe(outcome)
    const stored = await app.ctx.db.selectFrom('bookings.booking').select('id').execute()
    expect([stored.length, (await heldTimes(app)).length]).toEqual(outcome === 'booked' ? [1, 1] : [0, 0])
  })

  it('and is stopped by the office at that very moment: one comes before the other, and both are true', async () => {
    for (let round = 0; round < 4; round += 1) {
      await removeCompanies(app)
      const unit = await aUnit(app)
      const customer = await aCustomer(app)
      const { quoteId } = await aQuoteFor(app)
      const stop = app.ctx.tx(async (tx) => {
        await tx.db.selectFrom('fleet.working_unit').select('id').where('id', '=', unit.id).forNoKeyUpdate().execute()
        await tx.db.updateTable('fleet.working_unit').set({ status: 'blocked' }).where('id', '=', unit.id).execute()
        return (await tx.db.selectFrom('calendar.hold').select('id').where('unitId', '=', unit.id).execute()).length
      })
      const book = app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' } })
      const [heldBefore, answer] = await Promise.all([stop, book])
      expect(answer.ok ? 'booked' : answer.problem.code).toBe(heldBefore === 1 ? 'booked' : 'slot_taken')
      expect((await heldTimes(app)).length).toBe(heldBefore)
    }
  })
})

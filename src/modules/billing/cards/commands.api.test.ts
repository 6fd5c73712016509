import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/new-id.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { post } from '../ledger/commands.ts'
import { postingsOfFee } from '../ledger/rules.ts'
import { chargeBacklog } from './commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2027-04-05T12:00:00Z')
})
afterAll(() => app.close())

it('a demonstration’s cards are charged but for the newest, and one of them is refunded; again, nothing happens', async () => {
  const unit = await aUnit(app)
  const days = ['2027-04-05', '2027-04-04', '2027-03-20', '2027-03-01']
  const pricePence = 10_000
  const ids = days.map(() => newId(app.clock))
  await app.ctx.tx((tx) =>
    post(
      tx,
      days.map((day, index) => ({
        cause: `booking ${ids[index]}`,
        kind: 'booking' as const,
        day,
        bookingId: ids[index] ?? '',
        companyId: unit.company.id,
        unitId: unit.id,
        customerId: null,
        about: {
          reference: 'ABCD1234',
          from: 'Walthamstow E17',
          to: 'Brighton BN1',
          startAt: `${day}T09:00:00.000Z`,
          registration: null,
          paidBy: 'card' as const,
          pricePence,
          roadChargesPence: 0,
          commissionPercent: 15,
          moverChargesVat: false,
        },
        postings: postingsOfFee({ pricePence, commissionablePence: pricePence, commissionPercent: 15, paidBy: 'card' }),
      })),
    ),
  )
  const due = () => app.ctx.db.selectFrom('billing.card_due').select('bookingId').execute()
  expect(await due()).toHaveLength(4)
  expect(await chargeBacklog(app.ctx, 1)).toBe(3)
  expect(await due()).toEqual([{ bookingId: ids[0] }])
  const moved = await app.ctx.db
    .selectFrom('billing.entry')
    .select(['bookingId', 'kind', 'day'])
    .where('kind', 'in', ['charge', 'refund'])
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  // The day after the job, and never tomorrow.
  expect(moved).toEqual([
    { bookingId: ids[1], kind: 'refund', day: '2027-04-05' },
    { bookingId: ids[1], kind: 'charge', day: '2027-04-05' },
    { bookingId: ids[2], kind: 'charge', day: '2027-03-21' },
    { bookingId: ids[3], kind: 'charge', day: '2027-03-02' },
  ])
  expect(await chargeBacklog(app.ctx, 1)).toBe(0)
})

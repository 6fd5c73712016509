import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '#platform/new-id.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aQuoteFor, type Booking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { must } from '#test/support/driver.ts'
import { sessionFor } from '#test/support/session.ts'
import { cancelBooking, confirmBooking } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const STRICT = { freeUntilHours: 96, partUntilHours: 72, partPercent: 40 }

/** A stricter policy, valid from 27 November. */
async function aStricterPolicy(): Promise<void> {
  const row = { ...STRICT, id: newId(app.ctx.clock), fromDay: '2026-11-27', reason: 'A test' }
  await app.ctx.db
    .insertInto('pricing.cancellation_policy')
    .values({ ...row, createdAt: app.clock.now() })
    .execute()
  app.ctx.services.datedSettings.forget()
}

const hoursOf = ({ cancellation, startAt }: Pick<Booking, 'cancellation' | 'startAt'>) =>
  cancellation.map(({ until }) => until && (Date.parse(startAt) - Date.parse(until)) / 3_600_000)

it('what was booked before a new policy is cancelled by the old one, what is booked after it by the new', async () => {
  const { company } = await aUnit(app)
  // Sessions end sooner than a move comes.
  const freshCallFor = async (personId: string) => app.call((await sessionFor(app, personId)).bearer)
  const old = await aBooking(app, { move: aMove({ date: '2026-12-05' }) })
  const early = await aQuoteFor(app, aMove({ date: '2026-12-07' }))
  await aStricterPolicy()
  await must((await freshCallFor(company.owner.id))(confirmBooking, { params: { id: old.id } }))
  expect(hoursOf(old)).toEqual([48, 24, null])

  // Offered a minute before midnight and booked after it: as it was offered.
  app.clock.set('2026-11-26T23:59:00Z')
  const offered = await aQuoteFor(app, aMove({ date: '2026-12-09' }))
  app.clock.set('2026-11-27T00:00:00Z')
  expect(hoursOf(await aBooking(app, { quoteId: offered.quoteId }))).toEqual([48, 24, null])
  expect(hoursOf(early)).toEqual([48, 24, null])

  const quote = await aQuoteFor(app, aMove({ date: '2026-12-11' }))
  const later = await aBooking(app, { quoteId: quote.quoteId })
  expect([hoursOf(quote), hoursOf(later)]).toEqual([
    [96, 72, null],
    [96, 72, null],
  ])
  await must((await freshCallFor(company.owner.id))(confirmBooking, { params: { id: later.id } }))

  const minimum = later.cancellation.at(-1)?.feePence ?? 0
  const cancel = async (booking: typeof later, feePence: number) => {
    const call = await freshCallFor(booking.customer.id)
    return call(cancelBooking, { params: { id: booking.id }, body: { feePence } })
  }
  // Eighty hours before: the first is free, the second costs two fifths.
  app.clock.set(new Date(Date.parse(old.startAt) - 80 * 3_600_000))
  expect(await must(cancel(old, 0))).toMatchObject({ status: 'canceled_by_customer', cancellationFeePence: 0 })
  app.clock.set(new Date(Date.parse(later.startAt) - 80 * 3_600_000))
  expect(await cancel(later, 0)).toMatchObject({ status: 409 })
  const fee = Math.floor(minimum * 0.4)
  expect(fee).toBeGreaterThan(0)
  expect(await must(cancel(later, fee))).toMatchObject({ cancellationFeePence: fee })
})

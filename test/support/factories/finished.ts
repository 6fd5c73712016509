import { transition } from '#modules/bookings/lifecycle/commands.ts'
import { lockBooking } from '#modules/bookings/queries.ts'
import { withActor } from '#platform/ctx.ts'
import type { TestApp } from '../app.ts'
import { aBooking, type Booking, type BookingOptions, type Customer } from './booking.ts'

/** Takes a booking through its steps as the owner of its company, at the times of its day. Leaves the clock at the finish. */
export async function finishBooking(app: TestApp, booking: Pick<Booking, 'id' | 'startAt' | 'endAt'>): Promise<void> {
  const { companyId, unitId, ownerUserId } = await app.ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('companies.company as c', 'c.id', 'b.companyId')
    .select(['c.id as companyId', 'b.unitId', 'c.ownerUserId'])
    .where('b.id', '=', booking.id)
    .executeTakeFirstOrThrow()
  const person = { userId: ownerUserId ?? '', sessionId: ownerUserId ?? '' }
  const owner = withActor(app.ctx, { kind: 'driver', ...person, company: { id: companyId, unitIds: [unitId ?? ''] } })
  const step = async (name: 'confirm' | 'start' | 'finish') => {
    const refused = await owner.tx(async (tx) => {
      const now = await lockBooking(tx, booking.id)
      if (!now) throw new Error('The booking is gone')
      return transition(tx, now, name)
    })
    if (refused) throw new Error(`The step ${name} was refused: ${refused.detail}`)
  }
  await step('confirm')
  app.clock.set(booking.startAt)
  await step('start')
  app.clock.set(booking.endAt)
  await step('finish')
}

/** A booking whose day is over. */
export async function aFinishedBooking(
  app: TestApp,
  options: BookingOptions = {},
): Promise<Booking & { customer: Customer }> {
  const booking = await aBooking(app, options)
  await finishBooking(app, booking)
  return booking
}

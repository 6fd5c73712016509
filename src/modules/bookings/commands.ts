import type { TxCtx } from '#platform/ctx.ts'
import type { JobName } from '#platform/jobs.ts'
import type { Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { noOneTookDue, responseDue, transition } from './life/commands.ts'
import { columnsAfter, stateOf } from './life/rules.ts'
import { lockBooking } from './queries.ts'
import { noOneTookAt } from './rules.ts'

/** The driver let the time pass: the booking goes to everybody who can do it, or ends where the customer did not want that. */
export async function endResponseTime(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking?.respondBy || stateOf(booking) !== 'new_booking') return undefined
  if (booking.respondBy > ctx.clock.now()) return lookAgain(ctx, responseDue, bookingId, booking.respondBy)
  return transition(ctx, booking, booking.allowHotJob ? 'look_for_another' : 'not_taken')
}

/** An hour before the start, a booking that nobody took is over. */
export async function endWithoutDriver(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking) return undefined
  const due = noOneTookAt(booking.start)
  if (due > ctx.clock.now()) return lookAgain(ctx, noOneTookDue, bookingId, due)
  return columnsAfter(stateOf(booking), 'nobody') && transition(ctx, booking, 'nobody')
}

/** A job goes by the database's clock, which may be ahead of ours: one that is early is sent again, for a minute from now at the soonest. */
function lookAgain(ctx: TxCtx, job: JobName<{ bookingId: string }>, bookingId: string, due: Date): Promise<void> {
  const soonest = addMinutes(ctx.clock.now(), 1)
  return ctx.enqueue(job, { bookingId }, { startAfter: due > soonest ? due : soonest })
}

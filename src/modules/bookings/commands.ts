import type { TxCtx } from '#platform/ctx.ts'
import type { JobName } from '#platform/jobs.ts'
import type { Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { noOneTookDue, responseDue, transition } from './life/commands.ts'
import { columnsAfter, stateOf } from './life/rules.ts'
import { lockBooking } from './queries.ts'
import { noOneTookAt } from './rules.ts'

/** The driver did not answer in time: the booking becomes a hot job, or ends if the customer did not want another driver. */
export async function endResponseTime(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking?.respondBy || stateOf(booking) !== 'new_booking') return undefined
  if (booking.respondBy > ctx.clock.now()) return lookAgain(ctx, responseDue, bookingId, booking.respondBy)
  return transition(ctx, booking, booking.allowHotJob ? 'look_for_another' : 'not_taken')
}

/** A booking that nobody has taken an hour before its start expires. */
export async function endWithoutDriver(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking) return undefined
  const due = noOneTookAt(booking.start)
  if (due > ctx.clock.now()) return lookAgain(ctx, noOneTookDue, bookingId, due)
  return columnsAfter(stateOf(booking), 'nobody') && transition(ctx, booking, 'nobody')
}

/**
 * Jobs are due by the database's clock, which may run ahead of ours: a job that arrives early is queued again, at least a minute
 * from now.
 */
function lookAgain(ctx: TxCtx, job: JobName<{ bookingId: string }>, bookingId: string, due: Date): Promise<void> {
  const soonest = addMinutes(ctx.clock.now(), 1)
  return ctx.enqueue(job, { bookingId }, { startAfter: due > soonest ? due : soonest })
}

import type { StartedBooking } from '#modules/identity/registration/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { beginWaiting, endWaiting } from '../commands.ts'
import { hashOf } from '../gateway.ts'
import { takeTime } from '../making/commands.ts'
import { findJobOf, lockBooking } from '../queries.ts'
import { noOneTookAt, stateOf } from '../rules.ts'

/** An address was verified: the booking that waited for it takes its time now, or learns that it has gone. */
export async function startWaitingBooking(
  ctx: TxCtx,
  { bookingId, userId }: { bookingId: string; userId: string },
): Promise<StartedBooking | null> {
  const job = await findJobOf(ctx, bookingId)
  const booking = await lockBooking(ctx, bookingId)
  if (!job || !booking || booking.customerId !== userId) return null
  if (stateOf(booking) === 'awaiting_verification') {
    const isTooLate = noOneTookAt(booking.start) <= ctx.clock.now()
    const isGone = isTooLate || (await takeTime(ctx, bookingId, job)) !== undefined
    await (isGone ? endWaiting(ctx, booking) : beginWaiting(ctx, booking))
  }
  const now = await lockBooking(ctx, bookingId)
  return { hash: hashOf(ctx, bookingId), status: now?.status ?? booking.status, isHeld: now?.status === 'new_booking' }
}

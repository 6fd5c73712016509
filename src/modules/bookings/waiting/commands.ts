import { detachUpload } from '#modules/files/commands.ts'
import type { StartedBooking } from '#modules/identity/verification/commands.ts'
import { forgetMessages } from '#modules/notifications/commands.ts'
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

/** Bookings of an address that still wait, or ended waiting, were never its owner's: they go, whole, but the one that was just proved. */
export async function dropWaitingBookings(
  ctx: TxCtx,
  { userId, but }: { userId: string; but: string | null },
): Promise<void> {
  const bookings = await ctx.db
    .deleteFrom('bookings.booking')
    .where('customer_id', '=', userId)
    .where('awaiting_verification', '=', true)
    .$if(but !== null, (query) => query.where('id', '!=', but))
    .returning(['id', 'photos_id as photosId'])
    .execute()
  await forgetMessages(ctx, { subjectIds: bookings.map(({ id }) => id) })
  for (const { photosId } of bookings) if (photosId) await detachUpload(ctx, photosId)
}

import type { TxCtx } from '#platform/ctx.ts'
import { beginWaiting, endWaiting } from '../commands.ts'
import { hashOf } from '../gateway.ts'
import { takeTime } from '../making/commands.ts'
import { findJobOf, listWaitingBookings, lockBooking } from '../queries.ts'

export interface ContinuedBooking {
  hash: string
  status: string
  isHeld: boolean
}

/** An address was verified: each booking that waited for it takes its time now, or learns that it has gone. Answers the newest. */
export async function continueWaitingBookings(ctx: TxCtx, userId: string): Promise<ContinuedBooking | null> {
  let newest: ContinuedBooking | null = null
  for (const id of await listWaitingBookings(ctx, userId)) {
    const isHeld = await continueOne(ctx, id)
    const booking = await lockBooking(ctx, id)
    if (booking) newest = { hash: hashOf(ctx, id), status: booking.status, isHeld }
  }
  return newest
}

async function continueOne(ctx: TxCtx, id: string): Promise<boolean> {
  const job = await findJobOf(ctx, id)
  const booking = await lockBooking(ctx, id)
  if (!job || !booking) return false
  const isTooLate = booking.start <= ctx.clock.now()
  if (isTooLate || (await takeTime(ctx, id, job))) {
    await endWaiting(ctx, booking)
    return false
  }
  await beginWaiting(ctx, booking)
  return true
}

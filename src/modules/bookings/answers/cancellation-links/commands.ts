import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { tokenOf } from '../../changes/gateway.ts'
import { questionExpiry } from '../rules.ts'

/** The address that answers the report of this booking, once; an earlier one no longer answers anything. */
export async function makeCancellationLink(
  ctx: TxCtx,
  { id: bookingId, start, feePence }: { id: string; start: Date; feePence: number },
): Promise<string> {
  const createdAt = ctx.clock.now()
  const id = newId(ctx.clock)
  const expiresAt = questionExpiry(start, createdAt)
  await ctx.write(
    ctx.db
      .insertInto('bookings.cancellation_link')
      .values({ id, bookingId, claimedFeePence: feePence, createdAt, expiresAt }),
  )
  return `${ctx.config.publicUrl}/did-you-cancel/${tokenOf(ctx, 'cancellation', id)}`
}

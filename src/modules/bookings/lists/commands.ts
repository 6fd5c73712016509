import type { TxCtx } from '#platform/ctx.ts'

/** Its customer has reviewed it. */
export async function markReviewed(ctx: TxCtx, bookingId: string): Promise<void> {
  await ctx.db.updateTable('bookings.booking').set({ hasFeedback: true }).where('id', '=', bookingId).execute()
}

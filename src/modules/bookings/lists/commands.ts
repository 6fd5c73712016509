import type { TxCtx } from '#platform/ctx.ts'

/** Records that the customer has reviewed the booking. */
export async function markReviewed(ctx: TxCtx, bookingId: string): Promise<void> {
  await ctx.db.updateTable('bookings.booking').set({ hasFeedback: true }).where('id', '=', bookingId).execute()
}

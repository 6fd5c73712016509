import { detachUpload } from '#modules/files/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'

/**
 * Erases the words of a person from the records of days: of their own moves all, of others what they did themselves. The chains stay, and
 * still prove themselves.
 */
export async function forgetDays(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const bookings = await ctx.db.selectFrom('bookings.booking').select('id').where('customerId', '=', userId).execute()
  const ids = bookings.map(({ id }) => id)
  const nothing = { salt: null, payload: null, actorId: null }
  await ctx.db.updateTable('bookings.day_detail').set(nothing).where('actorId', '=', userId).execute()
  if (ids.length === 0) return
  await ctx.db.updateTable('bookings.day_detail').set(nothing).where('bookingId', 'in', ids).execute()
  await ctx.db.updateTable('bookings.day_question').set({ text: null }).where('bookingId', 'in', ids).execute()
  await ctx.db.deleteFrom('bookings.van_position').where('bookingId', 'in', ids).execute()
  await forgetDayPhotos(ctx, ids)
}

/** The next sweep for unclaimed uploads removes the files; their digests stay in the record. */
export async function forgetDayPhotos(ctx: TxCtx, bookingIds: readonly string[]): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('bookings.day_photo')
    .where('bookingId', 'in', [...bookingIds])
    .returning('uploadId')
    .execute()
  for (const uploadId of new Set(gone.map(({ uploadId: one }) => one))) await detachUpload(ctx, uploadId)
}

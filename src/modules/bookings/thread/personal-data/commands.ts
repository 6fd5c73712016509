import { detachUpload } from '#modules/files/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'

/** Everything about the bookings of a customer, and what anybody else wrote themselves. The photos go with the next sweep. */
export async function forgetThreads(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const ofCustomer = ctx.db.selectFrom('bookings.booking').select('id').where('customerId', '=', userId)
  await ctx.db.deleteFrom('bookings.message_report').where('reporterId', '=', userId).execute()
  const gone = await ctx.db
    .deleteFrom('bookings.message')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bookings.message')
        .select('id')
        .where('authorId', '=', userId)
        .union(eb.selectFrom('bookings.message').select('id').where('bookingId', 'in', ofCustomer)),
    )
    .returning('photosId')
    .execute()
  await ctx.db.deleteFrom('bookings.thread').where('customerId', '=', userId).execute()
  for (const { photosId } of gone) if (photosId) await detachUpload(ctx, photosId)
}

/** Photos that were sent before this; a message that was nothing else goes whole. Answers how many. */
export async function forgetMessagePhotos(ctx: TxCtx, before: Date, most: number): Promise<number> {
  const rows = await ctx.db
    .selectFrom('bookings.message')
    .select(['id', 'photosId', 'text'])
    .where('photosId', 'is not', null)
    .where('at', '<', before)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, photosId, text } of rows) {
    if (text) await ctx.db.updateTable('bookings.message').set({ photosId: null }).where('id', '=', id).execute()
    else await ctx.db.deleteFrom('bookings.message').where('id', '=', id).execute()
    if (photosId) await detachUpload(ctx, photosId)
  }
  return rows.length
}

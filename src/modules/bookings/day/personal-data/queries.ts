import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listEntries } from '../record/queries.ts'

/** The days of a customer's own moves: what the record says, and the photos with their bytes. */
export async function listOwnDays(ctx: Ctx, userId: string) {
  const bookings = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('bookings.day as d', 'd.bookingId', 'b.id')
    .select('b.id')
    .where('b.customerId', '=', userId)
    .where('b.awaitingVerification', '=', false)
    .orderBy('b.createdAt')
    .execute()
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return []
  const entries = await listEntries(ctx, ids)
  const photos = await ctx.db
    .selectFrom('bookings.day_photo')
    .select(['bookingId', 'uploadId'])
    .distinct()
    .where('bookingId', 'in', ids)
    .execute()
  const files = await listOwnFiles(
    ctx,
    photos.map(({ uploadId }) => uploadId),
  )
  return ids.map((id) => ({
    bookingId: id,
    entries: (entries.get(id) ?? []).map(({ kind, who, at, happenedAt, payload }) => ({
      kind,
      who,
      at,
      happenedAt,
      payload,
    })),
    photos: photos.filter(({ bookingId }) => bookingId === id).flatMap(({ uploadId }) => files.get(uploadId) ?? []),
  }))
}

import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'

/** What the person wrote, and what was written to them as a customer; with their own photos. */
export async function listOwnMessages(ctx: Ctx, userId: string) {
  const all = ctx.db
    .selectFrom('bookings.message as m')
    .select(['m.id', 'm.bookingId', 'm.at', 'm.side', 'm.text', 'm.authorId', 'm.photosId'])
  // Each half has an index, and an OR of both would use neither.
  const messages = await all
    .where('m.authorId', '=', userId)
    .union(all.innerJoin('bookings.booking as b', 'b.id', 'm.bookingId').where('b.customerId', '=', userId))
    .orderBy('at')
    .orderBy('id')
    .execute()
  const own = messages.filter(({ authorId }) => authorId === userId)
  const files = await listOwnFiles(
    ctx,
    own.map(({ photosId }) => photosId),
  )
  return messages.map(({ id: _id, authorId, photosId, ...message }) => ({
    ...message,
    isOwn: authorId === userId,
    photos: authorId === userId ? (files.get(photosId ?? '') ?? []) : [],
  }))
}

export const listOwnReports = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('bookings.message_report')
    .select(['messageId', 'reason', 'at', 'decision', 'decisionReason', 'decidedAt'])
    .where('reporterId', '=', userId)
    .orderBy('at')
    .execute()

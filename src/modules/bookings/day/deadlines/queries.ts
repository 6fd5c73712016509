import type { Ctx } from '#platform/ctx.ts'

/** For which start each was told; null where it was not. */
export const findMarks = async (ctx: Ctx, bookingId: string) =>
  (await ctx.db
    .selectFrom('bookings.day')
    .select(['remindedFor', 'lateToldFor', 'freeToldFor'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()) ?? { remindedFor: null, lateToldFor: null, freeToldFor: null }

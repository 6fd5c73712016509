import type { Ctx } from '#platform/ctx.ts'

/** Bookings that are agreed and not long over, whose deadlines of the day were never queued; those that end first come first. */
export async function listWithoutDeadlines(
  ctx: Ctx,
  { endedAfter, limit }: { endedAfter: Date; limit: number },
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('bookings.booking as b')
    .leftJoin('bookings.day_deadlines as d', 'd.bookingId', 'b.id')
    .select('b.id')
    .where('b.status', 'in', ['confirmed', 'in_progress'])
    .where('b.endAt', '>', endedAfter)
    .where('d.bookingId', 'is', null)
    .orderBy('b.endAt')
    .orderBy('b.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

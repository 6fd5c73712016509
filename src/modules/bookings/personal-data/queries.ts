import { sql, type SqlBool } from 'kysely'
import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * Whether the person still has a move ahead, as a customer or as a company's owner. Two queries, because each has an index and an OR
 * of both would use neither.
 */
export async function hasBookingAhead(ctx: Ctx, userId: string): Promise<boolean> {
  const isAhead = sql<SqlBool>`b.status in ('new_booking', 'confirmed', 'in_progress') and not b.awaiting_verification
    and (b.end_at > ${ctx.clock.now()} or b.status = 'in_progress')`
  const { rows } = await sql<{ isAhead: boolean }>`/* booking-ahead */
    select exists (select from bookings.booking b where b.customer_id = ${userId} and ${isAhead})
      or exists (select from companies.company c join bookings.booking b on b.company_id = c.id where c.owner_user_id = ${userId} and ${isAhead}) as is_ahead`.execute(
    ctx.db,
  )
  return rows[0]?.isAhead ?? false
}

/** A customer's moves in full, with photos. Unverified bookings are left out: they may be a stranger's who typed this address. */
export async function listOwnMoves(ctx: Ctx, userId: string) {
  const moves = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'status', 'startAt', 'endAt', 'createdAt'])
    .select(['paymentMethod', 'totalPence', 'lines', 'move'])
    .select(['routePoints', 'customerNote', 'photosId'])
    .where('customerId', '=', userId)
    .where('awaitingVerification', '=', false)
    .orderBy('createdAt')
    .execute()
  const files = await listOwnFiles(
    ctx,
    moves.map(({ photosId }) => photosId),
  )
  return moves.map(({ photosId, ...move }) => ({ ...move, photos: files.get(photosId ?? '') ?? [] }))
}

/** A driver's jobs: when, and for how much. The customers' details are not the driver's to export. */
export const listOwnJobs = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('companies.company as c', 'c.id', 'b.companyId')
    .select(['b.id', 'b.status', 'b.startAt', 'b.endAt', 'b.totalPence'])
    .select('b.paymentMethod')
    .where('c.ownerUserId', '=', userId)
    .orderBy('b.startAt')
    .execute()

import { literals } from '#platform/db.ts'
import { sql, type SqlBool } from 'kysely'
import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AHEAD, UNDER_WAY } from '../rules.ts'

/**
 * Whether the person still has a move ahead, as a customer or as a company's owner. Two queries, because each has an index and an OR
 * of both would use neither.
 */
export async function hasBookingAhead(ctx: Ctx, userId: string): Promise<boolean> {
  const hasAhead = sql<SqlBool>`b.status in ${literals(AHEAD)} and not b.awaiting_verification
    and (b.end_at > ${ctx.clock.now()} or b.status in ${literals(UNDER_WAY)})`
  const { rows } = await sql<{ isAhead: boolean }>`/* booking-ahead */
    select exists (select from bookings.booking b where b.customer_id = ${userId} and ${hasAhead})
      or exists (select from companies.company c join bookings.booking b on b.company_id = c.id where c.owner_user_id = ${userId} and ${hasAhead}) as is_ahead`.execute(
    ctx.db,
  )
  return rows[0]?.isAhead ?? false
}

/** A customer's moves in full, with photos. Unverified bookings are left out: they may be a stranger's who typed this address. */
export async function listOwnMoves(ctx: Ctx, userId: string) {
  const moves = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'status', 'startAt', 'endAt', 'createdAt'])
    .select(['paymentMethod', 'totalPence', 'ceilingPence', 'finalPence', 'lines', 'extraLines', 'move'])
    .select(['routePoints', 'customerNote', 'photosId', 'cameFrom'])
    // Who of the office took the call is not the customer's to read.
    .select(['specialPayMethod', 'isCongestionCharged', sql<boolean>`made_by is not null`.as('isMadeByPhone')])
    .select(
      sql<
        object[]
      >`coalesce((select json_agg(json_build_object('kind', c.kind, 'state', c.state, 'proposedBy', c.proposed_by,
        'words', c.words, 'label', c.label, 'amountPence', c.amount_pence, 'createdAt', c.created_at) order by c.created_at)
        from bookings.change c where c.booking_id = bookings.booking.id), '[]')`.as('changes'),
    )
    // The address of a link is left out, because a copy of the data can be passed on.
    .select(
      sql<
        object[]
      >`coalesce((select json_agg(json_build_object('forName', k.for_name, 'madeBy', k.made_by, 'createdAt', k.created_at,
        'releasedAt', k.released_at, 'withdrawnAt', k.withdrawn_at) order by k.created_at)
        from bookings.keys_link k where k.booking_id = bookings.booking.id), '[]')`.as('keysLinks'),
    )
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

/** What a member of the office booked for people on the phone: when, and nothing of those people. */
export const listMadeByPhone = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'createdAt'])
    .where('madeBy', '=', userId)
    .orderBy('createdAt')
    .execute()

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

/** What they claimed, with its photos, and what they answered as an owner. What the other side wrote is not theirs. */
export async function listOwnClaims(ctx: Ctx, userId: string) {
  const made = await ctx.db
    .selectFrom('bookings.claim_item as i')
    .innerJoin('bookings.booking as b', 'b.id', 'i.bookingId')
    .select(['i.bookingId', 'i.words', 'i.askedPence', 'i.photosId'])
    .where('b.customerId', '=', userId)
    .orderBy('i.bookingId')
    .orderBy('i.position')
    .execute()
  const answered = await ctx.db
    .selectFrom('bookings.claim as k')
    .innerJoin('companies.company as c', 'c.id', 'k.companyId')
    .select(['k.bookingId', 'k.acceptedPence', 'k.answer', 'k.answeredAt'])
    .where('c.ownerUserId', '=', userId)
    .where('k.answeredAt', 'is not', null)
    .execute()
  const files = await listOwnFiles(
    ctx,
    made.map(({ photosId }) => photosId),
  )
  return {
    made: made.map(({ photosId, ...item }) => ({ ...item, photos: files.get(photosId ?? '') ?? [] })),
    answered,
  }
}

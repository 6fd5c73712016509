import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import type { Contact } from '../sessions/commands.ts'
import { type LinkPurpose, dataOf } from './one-time-links-commands.ts'

/** Whether the link still works, without using it up. */
export async function isLinkGood(ctx: Ctx, purpose: LinkPurpose, secret: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('identity.one_time_token as t')
    .innerJoin('identity.user as u', 'u.id', 't.userId')
    .select('t.userId')
    .where('t.digest', '=', digestOf(secret))
    .where('t.purpose', '=', purpose)
    .where('t.usedAt', 'is', null)
    .where('t.expiresAt', '>', ctx.clock.now())
    .where('u.status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}

/** Time at which the newest working link of this purpose was emailed. */
export async function findLinkMailedAt(ctx: Ctx, purpose: LinkPurpose, userId: string): Promise<Date | undefined> {
  const row = await ctx.db
    .selectFrom('identity.one_time_token')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now())
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}

/** The person behind a booking token, as they registered; undefined once that registration is void. */
export async function findBooker(
  ctx: Ctx,
  bookingId: string,
): Promise<{ tokenDigest: Buffer; contact: Contact; mailId?: string } | undefined> {
  const row = await ctx.db
    .selectFrom('identity.one_time_token')
    .select(['digest', 'data'])
    .where('purpose', '=', 'booking')
    .where(sql<string>`data ->> 'bookingId'`, '=', bookingId)
    .executeTakeFirst()
  if (!row) return undefined
  const { contact, mailId } = dataOf('booking', row.data)
  return { tokenDigest: row.digest, contact, mailId }
}

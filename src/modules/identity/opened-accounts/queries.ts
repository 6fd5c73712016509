import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Contact } from '../sessions/commands.ts'
import { dataOf } from '../login-links/one-time-links-commands.ts'

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

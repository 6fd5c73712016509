import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'
import { dataOf } from '../../credentials/one-time-links/commands.ts'
import { bookingTokenSeconds } from '../../rules.ts'

/** The person booking, as they registered: never what an existing account with that address knows. */
export interface Contact {
  firstName: string
  lastName: string | null
  phone: string | null
  email: string
}

/** What is stored with a booking token. */
interface BookingTokenData {
  contact: Contact
  /** They had verified the address before they booked. */
  isVerified: boolean
  bookingId: string | null
  /** The mail with the registration's link, which the booking's own replaces while it waits. */
  mailId?: string
}

declare module '#modules/identity/credentials/one-time-links/commands.ts' {
  interface SecretData {
    booking: BookingTokenData
  }
}

export interface SpentBookingToken {
  contact: Contact
  /** They have verified the address since, so the booking need not wait. */
  isVerified: boolean
}

/** A token for one booking within half an hour. Answers the secret, of which only the digest is stored. */
export async function issueBookingToken(ctx: TxCtx, userId: string, contact: Contact): Promise<string> {
  const secret = newSecret()
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('identity.one_time_token')
    .values({
      digest: digestOf(secret),
      userId,
      purpose: 'booking',
      data: toJson({ contact, isVerified: false, bookingId: null }),
      createdAt: now,
      expiresAt: new Date(now.getTime() + bookingTokenSeconds * 1000),
    })
    .execute()
  return secret
}

/**
 * Spends the token for one `POST booking/`, in the booking's transaction and before anything is written. Undefined if it is spent,
 * expired or unknown. Call `linkBooking` afterwards.
 */
export async function spendBookingToken(ctx: TxCtx, digest: Buffer): Promise<SpentBookingToken | undefined> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .updateTable('identity.one_time_token')
    .set({ usedAt: now })
    .where('digest', '=', digest)
    .where('purpose', '=', 'booking')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('data')
    .executeTakeFirst()
  if (!row) return undefined
  const { contact, isVerified } = dataOf('booking', row.data)
  return { contact, isVerified }
}

/** Records the mail of its registration. */
export const linkMail = async (ctx: TxCtx, digest: Buffer, mailId: string): Promise<void> => {
  await ctx.db
    .updateTable('identity.one_time_token')
    .set({ data: sql`data || ${JSON.stringify({ mailId })}::jsonb` })
    .where('digest', '=', digest)
    .where('purpose', '=', 'booking')
    .execute()
}

/** Records which booking the token made, so that the mailed link of the same registration starts this booking and no other. */
export async function linkBooking(ctx: TxCtx, digest: Buffer, bookingId: string): Promise<void> {
  await ctx.db
    .updateTable('identity.one_time_token')
    .set({ data: sql`data || ${JSON.stringify({ bookingId })}::jsonb` })
    .where('digest', '=', digest)
    .where('purpose', '=', 'booking')
    .execute()
}

/** The owner has followed the link mailed with this token. Answers the booking made with it, if any. */
export async function markVerified(ctx: TxCtx, digest: Buffer): Promise<string | null> {
  const row = await ctx.db
    .updateTable('identity.one_time_token')
    .set({ data: sql`data || '{"isVerified": true}'::jsonb` })
    .where('digest', '=', digest)
    .where('purpose', '=', 'booking')
    .returning('data')
    .executeTakeFirst()
  return row ? dataOf('booking', row.data).bookingId : null
}

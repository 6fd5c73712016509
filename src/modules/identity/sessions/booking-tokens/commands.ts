import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'
import { bookingTokenSeconds } from '../../rules.ts'

/** Who booked, in their own words at registration: never what an account of that address already knows about its owner. */
export interface Contact {
  firstName: string
  lastName: string | null
  phone: string | null
  email: string
}

/** What the database keeps beside a booking token. */
interface BookingTokenData {
  contact: Contact
  /** The address turned out to be theirs before they booked. */
  isVerified: boolean
  bookingId: string | null
}

export interface SpentBookingToken {
  contact: Contact
  /** Their address is verified by now: nothing needs to wait. */
  isVerified: boolean
}

/** A token for one booking within half an hour. Answers the secret; its digest is all that stays. */
export async function issueBookingToken(ctx: TxCtx, userId: string, contact: Contact): Promise<string> {
  const secret = newSecret()
  const now = ctx.clock.now()
  const data: BookingTokenData = { contact, isVerified: false, bookingId: null }
  await ctx.db
    .insertInto('identity.one_time_token')
    .values({
      digest: digestOf(secret),
      user_id: userId,
      purpose: 'booking',
      data: JSON.stringify(data),
      created_at: now,
      expires_at: new Date(now.getTime() + bookingTokenSeconds * 1000),
    })
    .execute()
  return secret
}

/**
 * Spends the token for one `POST booking/`, in that booking's transaction and before anything of it is written. Undefined: spent
 * already, expired or unknown, so there is no booking. Afterwards call `linkBooking`.
 */
export async function spendBookingToken(ctx: TxCtx, digest: Buffer): Promise<SpentBookingToken | undefined> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .updateTable('identity.one_time_token')
    .set({ used_at: now })
    .where('digest', '=', digest)
    .where('purpose', '=', 'booking')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('data')
    .executeTakeFirst()
  if (!row) return undefined
  const { contact, isVerified } = row.data as BookingTokenData
  return { contact, isVerified }
}

/** Remembers which booking the token made, so that the mailed link of the same registration starts this one and no other. */
export async function linkBooking(ctx: TxCtx, digest: Buffer, bookingId: string): Promise<void> {
  await ctx.db
    .updateTable('identity.one_time_token')
    .set({ data: sql`data || ${JSON.stringify({ bookingId })}::jsonb` })
    .where('digest', '=', digest)
    .where('purpose', '=', 'booking')
    .execute()
}

/** The owner of the address has followed the link that went out with this token. Answers the booking made with it, if there is one. */
export async function markVerified(ctx: TxCtx, digest: Buffer): Promise<string | null> {
  const row = await ctx.db
    .updateTable('identity.one_time_token')
    .set({ data: sql`data || '{"isVerified": true}'::jsonb` })
    .where('digest', '=', digest)
    .where('purpose', '=', 'booking')
    .returning('data')
    .executeTakeFirst()
  return row ? (row.data as BookingTokenData).bookingId : null
}

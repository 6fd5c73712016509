import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'
import { dataOf } from '../../credentials/one-time-links/commands.ts'
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

declare module '#modules/identity/credentials/one-time-links/commands.ts' {
  interface SecretData {
    booking: BookingTokenData
  }
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
 * Spends the token for one `POST booking/`, in that booking's transaction and before anything of it is written. Undefined: spent
 * already, expired or unknown, so there is no booking. Afterwards call `linkBooking`.
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
  return row ? dataOf('booking', row.data).bookingId : null
}

import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import { refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import type { Contact } from '../sessions/commands.ts'
import { tokenExpired } from '../contract.ts'
import { dataOf } from '../one-time-links-commands.ts'
import type { validateVerifyToken } from './contract.ts'
import { originText, type Origin } from './rules.ts'

/** Data entered in one registration. */
export interface Registration extends Contact {
  userRole: 'customer' | 'driver'
  emailKey: string
  passwordHash: string
  companyName: string | null
}

/** Data stored with an emailed link. */
export interface LinkData {
  /** The link is valid for this address only, even if the account's changes. */
  emailKey: string
  /** The details of this registration, which the account takes when its link is followed. Null for a known address. */
  registration: Registration | null
  /** The registration of a known address used the account's own password. */
  knowsPassword: boolean
  /** Digest of the booking token issued with it, in hex. */
  bookingToken: string | null
  from: Origin
}

declare module '../one-time-links-commands.ts' {
  interface SecretData {
    verify_email: LinkData
  }
}

export interface FoundLink extends LinkData {
  userId: string
}

/** The link, if it still works; reading does not use it up. */
export async function findVerification(ctx: Ctx, token: string): Promise<FoundLink | undefined> {
  const row = await ctx.db
    .selectFrom('identity.one_time_token as t')
    .innerJoin('identity.user as u', 'u.id', 't.userId')
    .select(['t.userId', 't.data'])
    .where('t.digest', '=', digestOf(token))
    .where('t.purpose', '=', 'verify_email')
    .where('t.usedAt', 'is', null)
    .where('t.expiresAt', '>', ctx.clock.now())
    .where('u.status', '=', 'active')
    .executeTakeFirst()
  return row && { ...dataOf('verify_email', row.data), userId: row.userId }
}

/** When this account's unconfirmed registrations were made, oldest first; but not the one with this booking token, by its digest in hex. */
export async function listWaiting(ctx: Ctx, userId: string, but: string | null = null): Promise<Date[]> {
  // A link that was sent again is of the same registration.
  const rows = await ctx.db
    .selectFrom('identity.one_time_token')
    .select(({ fn }) => fn.min('createdAt').as('at'))
    .where('userId', '=', userId)
    .where('purpose', '=', 'verify_email')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now())
    .$if(but !== null, (query) => query.where(sql<boolean>`data ->> 'bookingToken' is distinct from ${but}`))
    .groupBy(sql`coalesce(data ->> 'bookingToken', digest::text)`)
    .orderBy('at')
    .execute()
  return rows.map(({ at }) => at)
}

/** Whether this device is the one that registered, knowing the password; `device` is the digest of its secret, in hex. */
export const isProvedBy = ({ registration, knowsPassword, from }: FoundLink, device: string | null): boolean =>
  device !== null && device === from.deviceDigest && (registration !== null || knowsPassword)

/** `device`: the digest of the caller's device secret, in hex. */
export async function lookAtVerification(
  ctx: Ctx,
  token: string,
  device: string | null,
): Promise<AnswerOf<typeof validateVerifyToken> | Refusal> {
  const link = await findVerification(ctx, token)
  if (!link) return refuse(tokenExpired)
  return {
    proof: isProvedBy(link, device) ? 'none' : 'password',
    hasAccount: link.registration === null,
    registeredAt: link.from.at,
    origin: originText(link.from),
    registrations: (await listWaiting(ctx, link.userId)).length,
  }
}

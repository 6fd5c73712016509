import type { Ctx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import { refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import type { Contact } from '../../sessions/booking-tokens/commands.ts'
import { tokenExpired } from '../../contract.ts'
import { dataOf } from '../../credentials/one-time-links/commands.ts'
import type { validateVerifyToken } from './contract.ts'
import { originText, type Origin } from './rules.ts'

/** What one registration said. */
export interface Registration extends Contact {
  userRole: 'customer' | 'driver'
  emailKey: string
  passwordHash: string
  companyName: string | null
}

/** What the database keeps beside a mailed link. */
export interface LinkData {
  /** The link speaks for this address only, whatever the account's becomes. */
  emailKey: string
  /** What this very registration said; the account takes it when its owner follows this link, not another's. Null for a known address. */
  registration: Registration | null
  /** For a known address: whoever registered typed the account's own password. */
  knowsPassword: boolean
  /** The digest of the booking token that was given out with it, in hex. */
  bookingToken: string | null
  from: Origin
}

declare module '#modules/identity/credentials/one-time-links/commands.ts' {
  interface SecretData {
    verify_email: LinkData
  }
}

export interface FoundLink extends LinkData {
  userId: string
}

/** The link, while it works; looking does not use it up. */
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

/** When the registrations of this account that still wait for their link were made, the oldest first. */
export async function listWaiting(ctx: Ctx, userId: string): Promise<Date[]> {
  const rows = await ctx.db
    .selectFrom('identity.one_time_token')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('purpose', '=', 'verify_email')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now())
    .orderBy('createdAt')
    .execute()
  return rows.map(({ createdAt: at }) => at)
}

/** `device`: the digest of the caller's, in hex. */
export async function lookAtVerification(
  ctx: Ctx,
  token: string,
  device: string | null,
): Promise<AnswerOf<typeof validateVerifyToken> | Refusal> {
  const link = await findVerification(ctx, token)
  if (!link) return refuse(tokenExpired)
  const isOwnDevice = device !== null && device === link.from.deviceDigest
  const isEnough = link.registration !== null || link.knowsPassword
  return {
    proof: isOwnDevice && isEnough ? 'none' : 'password',
    hasAccount: link.registration === null,
    registeredAt: link.from.at,
    origin: originText(link.from),
    registrations: (await listWaiting(ctx, link.userId)).length,
  }
}

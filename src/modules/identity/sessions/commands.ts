import { sql } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { notifyChange, SESSIONS } from '#platform/live.ts'
import { digestOf, newSecret, seal, unseal } from '#platform/secrets.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal, type Role } from '#shared/endpoint.ts'
import { accountBlocked, sessionEnded, unverifiedEmail } from '../contract.ts'
import { dataOf } from '../one-time-links-commands.ts'
import { accountRefusal, graceSeconds, sessionLife, bookingTokenSeconds } from '../rules.ts'
import { signAccessToken } from './gateway.ts'
import { knownMarks } from './known-devices-queries.ts'

export interface TokenPair {
  access: string
  refresh: string
}

/** A new session with its first pair of tokens. */
export async function startSession(
  ctx: TxCtx,
  user: { id: string; role: Role },
  userAgent?: string,
): Promise<TokenPair> {
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + sessionLife(user.role).absolute * 1000)
  const session = await ctx.db
    .insertInto('identity.session')
    .values({
      userId: user.id,
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
      userAgent: userAgent?.slice(0, 300) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refresh = await addRefreshToken(ctx, session.id, expiresAt)
  return { access: await signAccessToken(ctx, { userId: user.id, sessionId: session.id }), refresh }
}

/**
 * A new pair of tokens for a refresh token. A token that has just been replaced gives the same successor for ten seconds, for tabs
 * that refresh at once; an older one must have been copied, so the session ends.
 */
export async function rotateTokens(ctx: Ctx, refresh: string): Promise<TokenPair | Refusal> {
  const outcome = await ctx.tx((ctx) => rotate(ctx, refresh))
  // Ending the session has to be committed even though the command is refused.
  return outcome === 'ended' ? refuse(sessionEnded) : outcome
}

async function rotate(ctx: TxCtx, refresh: string): Promise<TokenPair | Refusal | 'ended'> {
  const digest = digestOf(refresh)
  const found = await lockToken(ctx, digest)
  if (!found) return 'ended'
  const state = accountRefusal(found)
  // Blocking ends the sessions; the refusal says why.
  if (state === accountBlocked) return refuse(state)
  const now = ctx.clock.now()
  const idleUntil = found.lastUsedAt.getTime() + sessionLife(found.role).idle * 1000
  if (found.revokedAt || found.sessionExpiresAt <= now || found.expiresAt <= now || idleUntil <= now.getTime())
    return 'ended'
  if (state) return state === unverifiedEmail ? 'ended' : refuse(state)
  const access = await signAccessToken(ctx, { userId: found.userId, sessionId: found.sessionId })
  if (!found.replacedAt) return { access, refresh: await replaceToken(ctx, digest, found) }
  const successor = await successorInGrace(ctx, digest, found)
  if (successor) return { access, refresh: successor }
  await endSession(ctx, found.sessionId)
  return 'ended'
}

const provenByPhone = sql<boolean>`u.opened_by = 'phone' and u.phone_verified_at is not null`

type FoundToken = NonNullable<Awaited<ReturnType<typeof lockToken>>>

const lockToken = (ctx: TxCtx, digest: Buffer) =>
  ctx.db
    .selectFrom('identity.refresh_token as t')
    .innerJoin('identity.session as s', 's.id', 't.sessionId')
    .innerJoin('identity.user as u', 'u.id', 's.userId')
    .select([
      't.expiresAt',
      't.replacedAt',
      't.successor',
      's.id as sessionId',
      's.expiresAt as sessionExpiresAt',
      's.revokedAt',
      's.lastUsedAt',
      'u.id as userId',
      'u.status',
      'u.emailVerifiedAt',
    ])
    .select((eb) => eb.ref('u.userRole').$castTo<Role>().as('role'))
    .select(provenByPhone.as('isProvenByPhone'))
    .where('t.digest', '=', digest)
    // Locking the session's row serialises changes to all its tokens.
    .forUpdate(['s', 't'])
    .executeTakeFirst()

async function replaceToken(ctx: TxCtx, digest: Buffer, found: FoundToken): Promise<string> {
  const now = ctx.clock.now()
  const next = await addRefreshToken(ctx, found.sessionId, found.sessionExpiresAt)
  await ctx.db
    .updateTable('identity.refresh_token')
    .set({ successor: null })
    .where('sessionId', '=', found.sessionId)
    .where('successor', 'is not', null)
    .execute()
  await ctx.db
    .updateTable('identity.refresh_token')
    .set({ replacedAt: now, successor: seal(ctx.config, purpose, digest, next) })
    .where('digest', '=', digest)
    .execute()
  await ctx.db.updateTable('identity.session').set({ lastUsedAt: now }).where('id', '=', found.sessionId).execute()
  return next
}

/** Older tokens no longer have a stored successor; only the one just replaced does. */
async function successorInGrace(ctx: TxCtx, digest: Buffer, found: FoundToken): Promise<string | undefined> {
  if (ctx.config.guardOff.has('refresh_grace')) return undefined
  const age = found.replacedAt ? (ctx.clock.now().getTime() - found.replacedAt.getTime()) / 1000 : Infinity
  return found.successor && age <= graceSeconds ? unseal(ctx.config, purpose, digest, found.successor) : undefined
}

async function addRefreshToken(ctx: TxCtx, sessionId: string, expiresAt: Date): Promise<string> {
  const secret = newSecret()
  await ctx.db
    .insertInto('identity.refresh_token')
    .values({ digest: digestOf(secret), sessionId, createdAt: ctx.clock.now(), expiresAt })
    .execute()
  return secret
}

/** Takes effect at once: the next request with any of its tokens is rejected. */
export async function endSession(ctx: Ctx, sessionId: string): Promise<void> {
  const ended = await ctx.db
    .updateTable('identity.session')
    .set({ revokedAt: ctx.clock.now() })
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  if (ended) await notifyEnded(ctx, ended.userId)
}

/** Makes this person's open streams check their session again. */
export const notifyEnded = (ctx: Ctx, userId: string) => notifyChange(ctx, { about: SESSIONS, ids: [], to: [userId] })

export async function endAllSessions(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('identity.session')
    .set({ revokedAt: ctx.clock.now() })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute()
  await notifyEnded(ctx, userId)
}

/** Ends the account's other sessions. Answers how many there were. */
export async function endOtherSessions(ctx: Ctx): Promise<number> {
  const { actor } = ctx
  if (!('sessionId' in actor)) return 0
  const ended = await ctx.db
    .updateTable('identity.session')
    .set({ revokedAt: ctx.clock.now() })
    .where('userId', '=', actor.userId)
    .where('id', '!=', actor.sessionId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now())
    .executeTakeFirst()
  await notifyEnded(ctx, actor.userId)
  return Number(ended.numUpdatedRows)
}

/** Ends a session of the caller's own; others are not found. */
export async function endOneSession(ctx: Ctx, sessionId: string): Promise<undefined | Refusal> {
  const ended = await ctx.db
    .updateTable('identity.session')
    .set({ revokedAt: ctx.clock.now() })
    .where('id', '=', sessionId)
    .where('userId', '=', userIdOf(ctx.actor))
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return refuse(commonRefusals.notFound)
  await notifyEnded(ctx, userIdOf(ctx.actor))
  return undefined
}

const purpose = 'refresh successor'

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

declare module '../one-time-links-commands.ts' {
  interface SecretData {
    booking: BookingTokenData
  }
}

interface SpentBookingToken {
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

/**
 * Records which booking the token made, so that the emailed link of the same registration starts this booking and no
 * other.
 */
export async function linkBooking(ctx: TxCtx, digest: Buffer, bookingId: string): Promise<void> {
  await ctx.db
    .updateTable('identity.one_time_token')
    .set({ data: sql`data || ${JSON.stringify({ bookingId })}::jsonb` })
    .where('digest', '=', digest)
    .where('purpose', '=', 'booking')
    .execute()
}

/** Records that the owner has followed the link emailed with this token. Returns the booking made with it, if any. */
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

/** The owner has logged in or verified the mailbox here, so wrong guesses from elsewhere no longer keep this device out. */
export async function rememberDevice(ctx: TxCtx, userId: string, device: string | null): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('identity.known_device')
    .values(knownMarks(ctx, device).map((mark) => ({ userId, ...mark, firstUsedAt: now, lastUsedAt: now })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'digest']).doUpdateSet((eb) => ({ lastUsedAt: now, kind: eb.ref('excluded.kind') })),
    )
    .execute()
  await ctx.db
    .deleteFrom('identity.known_device')
    .where('userId', '=', userId)
    .where('digest', 'not in', (eb) =>
      eb
        .selectFrom('identity.known_device as d')
        .select('d.digest')
        .where('d.userId', '=', userId)
        .orderBy('d.lastUsedAt', 'desc')
        .orderBy('d.digest')
        .limit(MOST_DEVICES),
    )
    .execute()
}

/** After a password change, devices that used the old one are no longer trusted. */
export async function eraseDevices(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db.deleteFrom('identity.known_device').where('userId', '=', userId).execute()
}

/** Browsers and networks together; the least recently used goes first. */
const MOST_DEVICES = 40

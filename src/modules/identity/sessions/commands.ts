import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { notifyChange, SESSIONS } from '#platform/live.ts'
import { deriveKey } from '#platform/secret-key.ts'
import { digestOf, newSecret, seal, unseal } from '#platform/secrets.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal, type Role } from '#shared/endpoint.ts'
import { signAccessToken } from './access-tokens/gateway.ts'
import { accountBlocked, sessionEnded, unverifiedEmail } from '../contract.ts'
import { accountRefusal, graceSeconds, sessionLife } from '../rules.ts'

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
      user_id: user.id,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
      user_agent: userAgent?.slice(0, 300) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refresh = await addRefreshToken(ctx, session.id, expiresAt)
  return { access: await signAccessToken(ctx, { userId: user.id, sessionId: session.id }), refresh }
}

/**
 * A new pair for a refresh token. The token just replaced gives the same successor for ten seconds, for tabs that refresh at once;
 * any older one has been copied, so the whole session ends.
 */
export async function rotateTokens(ctx: Ctx, refresh: string): Promise<TokenPair | Refusal> {
  const outcome = await ctx.tx((ctx) => rotate(ctx, refresh))
  // The end of a session is written down although the answer is a no.
  return outcome === 'ended' ? refuse(sessionEnded) : outcome
}

async function rotate(ctx: TxCtx, refresh: string): Promise<TokenPair | Refusal | 'ended'> {
  const digest = digestOf(refresh)
  const found = await lockToken(ctx, digest)
  if (!found) return 'ended'
  const state = accountRefusal(found)
  // A block ends the sessions, and whoever was in one is told why.
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

type FoundToken = NonNullable<Awaited<ReturnType<typeof lockToken>>>

const lockToken = (ctx: TxCtx, digest: Buffer) =>
  ctx.db
    .selectFrom('identity.refresh_token as t')
    .innerJoin('identity.session as s', 's.id', 't.session_id')
    .innerJoin('identity.user as u', 'u.id', 's.user_id')
    .select([
      't.expires_at as expiresAt',
      't.replaced_at as replacedAt',
      't.successor',
      's.id as sessionId',
      's.expires_at as sessionExpiresAt',
      's.revoked_at as revokedAt',
      's.last_used_at as lastUsedAt',
      'u.id as userId',
      'u.status',
      'u.email_verified_at as emailVerifiedAt',
    ])
    .select((eb) => eb.ref('u.user_role').$castTo<Role>().as('role'))
    .where('t.digest', '=', digest)
    // The session's row is the lock of its whole family of tokens.
    .forUpdate(['s', 't'])
    .executeTakeFirst()

async function replaceToken(ctx: TxCtx, digest: Buffer, found: FoundToken): Promise<string> {
  const now = ctx.clock.now()
  const next = await addRefreshToken(ctx, found.sessionId, found.sessionExpiresAt)
  await ctx.db
    .updateTable('identity.refresh_token')
    .set({ successor: null })
    .where('session_id', '=', found.sessionId)
    .where('successor', 'is not', null)
    .execute()
  await ctx.db
    .updateTable('identity.refresh_token')
    .set({ replaced_at: now, successor: seal(sealKey(ctx), digest, next) })
    .where('digest', '=', digest)
    .execute()
  await ctx.db.updateTable('identity.session').set({ last_used_at: now }).where('id', '=', found.sessionId).execute()
  return next
}

/** Older tokens have lost their successor already, so only the one just replaced has something to give. */
async function successorInGrace(ctx: TxCtx, digest: Buffer, found: FoundToken): Promise<string | undefined> {
  if (ctx.config.guardOff.has('refresh_grace')) return undefined
  const age = found.replacedAt ? (ctx.clock.now().getTime() - found.replacedAt.getTime()) / 1000 : Infinity
  return found.successor && age <= graceSeconds ? unseal(sealKey(ctx), digest, found.successor) : undefined
}

async function addRefreshToken(ctx: TxCtx, sessionId: string, expiresAt: Date): Promise<string> {
  const secret = newSecret()
  await ctx.db
    .insertInto('identity.refresh_token')
    .values({ digest: digestOf(secret), session_id: sessionId, created_at: ctx.clock.now(), expires_at: expiresAt })
    .execute()
  return secret
}

/** At once: the next request with any of its tokens finds it ended. */
export async function endSession(ctx: Ctx, sessionId: string): Promise<void> {
  const ended = await ctx.db
    .updateTable('identity.session')
    .set({ revoked_at: ctx.clock.now() })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (ended) await notifyEnded(ctx, ended.user_id)
}

/** Open streams of this person are looked at again. */
const notifyEnded = (ctx: Ctx, userId: string) => notifyChange(ctx, { about: SESSIONS, ids: [], to: [userId] })

export async function endAllSessions(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('identity.session')
    .set({ revoked_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  await notifyEnded(ctx, userId)
}

/** Signs this account out everywhere but here. Answers how many sessions that ended. */
export async function endOtherSessions(ctx: Ctx): Promise<number> {
  const { actor } = ctx
  if (!('sessionId' in actor)) return 0
  const ended = await ctx.db
    .updateTable('identity.session')
    .set({ revoked_at: ctx.clock.now() })
    .where('user_id', '=', actor.userId)
    .where('id', '!=', actor.sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  await notifyEnded(ctx, actor.userId)
  return Number(ended.numUpdatedRows)
}

/** One of one's own; somebody else's is not found. */
export async function endOneSession(ctx: Ctx, sessionId: string): Promise<undefined | Refusal> {
  const ended = await ctx.db
    .updateTable('identity.session')
    .set({ revoked_at: ctx.clock.now() })
    .where('id', '=', sessionId)
    .where('user_id', '=', userIdOf(ctx.actor))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return refuse(commonRefusals.notFound)
  await notifyEnded(ctx, userIdOf(ctx.actor))
  return undefined
}

const sealKey = (ctx: Ctx): Buffer => deriveKey(ctx.config.secretKey, 'refresh successor')

import { sql } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { tooFast } from '#platform/rate-limit.ts'
import { digestOf } from '#platform/secrets.ts'
import { userIdOf } from '#platform/session.ts'
import { Refusal, refuse } from '#shared/endpoint.ts'
import { freeTries, guardMemorySeconds, loginPause, freshSeconds } from '../rules.ts'
import { reauthRequired } from './contract.ts'
import { verifyPassword } from './gateway.ts'

/**
 * Counts a try at an account before its password is checked, one at a time, so that parallel guesses all count. Unknown
 * addresses count in the same way. A refused try is not counted, so no account is locked for more than fifteen minutes.
 * `key` identifies the counter: the address for unknown devices; a known device and a session have their own.
 */
export const spendTry = (ctx: Ctx, key: string): Promise<Refusal | undefined> =>
  ctx.tx(async (ctx) => {
    const now = ctx.clock.now()
    const digest = digestOf(key)
    const guard = await lockGuard(ctx, digest, now)
    const until = ctx.config.guardOff.has('login_guard') ? null : guard.blockedUntil
    if (until && until > now) return tooFast(secondsBetween(now, until))
    const isForgotten = secondsBetween(guard.lastTriedAt, now) > guardMemorySeconds
    const tries = isForgotten ? 1 : guard.tries + 1
    const pause = loginPause(tries, freeTries * ctx.config.rateLimitFactor)
    await ctx.db
      .updateTable('identity.login_guard')
      .set({ tries, lastTriedAt: now, blockedUntil: pause > 0 ? new Date(now.getTime() + pause * 1000) : null })
      .where('digest', '=', digest)
      .execute()
    return undefined
  })

/** After the right password the counter is reset. */
export async function eraseTries(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.deleteFrom('identity.login_guard').where('digest', '=', digestOf(key)).execute()
}

/** One statement: between finding a counter and locking it another login could end it. */
async function lockGuard(ctx: TxCtx, digest: Buffer, now: Date) {
  const { isNew, ...guard } = await ctx.db
    .insertInto('identity.login_guard')
    .values({ digest, tries: 1, lastTriedAt: now, blockedUntil: null })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ tries: sql`login_guard.tries` }))
    .returning(['tries', 'blockedUntil', 'lastTriedAt', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  return isNew ? { ...guard, tries: 0 } : guard
}

const secondsBetween = (from: Date, to: Date) => Math.ceil((to.getTime() - from.getTime()) / 1000)

/**
 * T-030: precedes a change that a stolen session must not be able to make. Passes if the password is right, or if none was sent and
 * the login is at most five minutes old. Call it before the transaction: a wrong password is counted as a guess, and a rollback
 * would undo the count. Each session has its own count, so neither a stranger at the login nor a thief with another session can
 * lock the owner out. Endpoints that use it therefore take no Idempotency-Key.
 */
export async function requireFreshLogin(
  ctx: Ctx,
  { currentPassword }: { currentPassword?: string | null },
): Promise<Refusal | undefined> {
  if ('enqueue' in ctx) throw new Error('requireFreshLogin belongs before the transaction')
  if (ctx.config.guardOff.has('fresh_login')) return undefined
  if (!currentPassword) return (await isFresh(ctx)) ? undefined : refuse(reauthRequired)
  const user = await ctx.db
    .selectFrom('identity.user')
    .select(['passwordHash'])
    .where('id', '=', userIdOf(ctx.actor))
    .executeTakeFirstOrThrow()
  const guardKey = `session ${'sessionId' in ctx.actor ? ctx.actor.sessionId : ''}`
  const tooFast = await spendTry(ctx, guardKey)
  if (tooFast) return tooFast
  const isRight = await verifyPassword(user.passwordHash, currentPassword)
  if (isRight instanceof Refusal) return isRight
  if (!isRight) return refuse(reauthRequired, { errors: { current_password: ['This isn’t your password.'] } })
  await eraseTries(ctx, guardKey)
  return undefined
}

async function isFresh(ctx: Ctx): Promise<boolean> {
  if (!('sessionId' in ctx.actor)) return false
  const session = await ctx.db
    .selectFrom('identity.session')
    .select('createdAt')
    .where('id', '=', ctx.actor.sessionId)
    .executeTakeFirst()
  return session !== undefined && ctx.clock.now().getTime() - session.createdAt.getTime() <= freshSeconds * 1000
}

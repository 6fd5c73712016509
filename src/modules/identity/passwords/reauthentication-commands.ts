import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { refuse, Refusal } from '#shared/endpoint.ts'
import { eraseTries, spendTry } from './login-guard-commands.ts'
import { verifyPassword } from './gateway.ts'
import { freshSeconds } from '../rules.ts'
import { reauthRequired } from './contract.ts'

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

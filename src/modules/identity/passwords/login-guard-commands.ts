import { sql } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { tooFast } from '#platform/rate-limit.ts'
import { digestOf } from '#platform/secrets.ts'
import type { Refusal } from '#shared/endpoint.ts'
import { freeTries, guardMemorySeconds, loginPause } from '../rules.ts'

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

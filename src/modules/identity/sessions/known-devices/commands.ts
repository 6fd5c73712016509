import type { TxCtx } from '#platform/ctx.ts'
import { deviceDigests } from './queries.ts'

/** The owner has logged in here, or proved the mailbox here: wrong tries from elsewhere do not keep them out any more. */
export async function rememberDevice(ctx: TxCtx, userId: string, device: string | null): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('identity.known_device')
    .values(deviceDigests(ctx, device).map((digest) => ({ userId, digest, lastUsedAt: now })))
    .onConflict((conflict) => conflict.columns(['userId', 'digest']).doUpdateSet({ lastUsedAt: now }))
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

/** Whoever logged in with the old password is a stranger from now on. */
export async function forgetDevices(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db.deleteFrom('identity.known_device').where('userId', '=', userId).execute()
}

/** Browsers and networks together; the one used longest ago goes first. */
const MOST_DEVICES = 40

import type { TxCtx } from '#platform/ctx.ts'
import { knownMarks } from './known-devices-queries.ts'

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
export async function forgetDevices(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db.deleteFrom('identity.known_device').where('userId', '=', userId).execute()
}

/** Browsers and networks together; the least recently used goes first. */
const MOST_DEVICES = 40

import { forgetMessages } from '#modules/notifications/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import { unverifiedSeconds } from '../../rules.ts'

/**
 * Deletes accounts whose address has not been verified in thirty days: they may belong to strangers who never asked for one.
 * Accounts with a link or booking token that still works are spared.
 */
export async function removeUnverified(ctx: Ctx): Promise<void> {
  for (const userId of await listStale(ctx)) await ctx.tx((ctx) => remove(ctx, userId))
}

async function listStale(ctx: Ctx): Promise<string[]> {
  const rows = await staleUsers(ctx).select('u.id').execute()
  return rows.map(({ id }) => id)
}

const staleUsers = (ctx: Ctx) =>
  ctx.db
    .selectFrom('identity.user as u')
    .where('u.emailVerifiedAt', 'is', null)
    // An account opened by phone has no address to verify, and holds a booking.
    .where('u.openedBy', '=', 'email')
    // Blocked accounts stay blocked; closed ones have their own deadline.
    .where('u.status', '=', 'active')
    .where('u.createdAt', '<', new Date(ctx.clock.now().getTime() - unverifiedSeconds * 1000))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('identity.one_time_token as t')
            .select('t.userId')
            .whereRef('t.userId', '=', 'u.id')
            .where('t.expiresAt', '>', ctx.clock.now()),
        ),
      ),
    )

async function remove(ctx: TxCtx, userId: string): Promise<void> {
  // Checked again under a lock, because somebody may be registering with this address or verifying it right now.
  await ctx.db.selectFrom('identity.user').select('id').where('id', '=', userId).forUpdate().execute()
  const user = await staleUsers(ctx).select(['u.email', 'u.emailKey']).where('u.id', '=', userId).executeTakeFirst()
  if (!user) return
  // Messages to its number stay: they may be another account's.
  await forgetMessages(ctx, { addresses: [{ to: user.email }] })
  await removeWhole(ctx, { id: userId, emailKey: user.emailKey })
}

/** Deletes an account that was never verified, with everything that refers to it. Waits for writes in progress. */
export async function removeWhole(ctx: TxCtx, { id, emailKey }: { id: string; emailKey: string }): Promise<void> {
  await ctx.db.selectFrom('identity.user').select('id').where('id', '=', id).forUpdate().execute()
  await ctx.emit({ type: 'identity.account-removed', userId: id })
  await forgetMessages(ctx, { subjectIds: [id] })
  await ctx.db.deleteFrom('identity.login_guard').where('digest', '=', digestOf(emailKey)).execute()
  await ctx.db.deleteFrom('identity.user').where('id', '=', id).execute()
  await recordAudit(ctx, { action: 'account.never_verified', object: `user ${id}` })
}

import { forgetMessages } from '#modules/notifications/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import { unverifiedSeconds } from '../../rules.ts'

/**
 * Accounts whose address nobody has verified in thirty days go, whole: whoever opened them never proved that it is theirs, and it may
 * be a stranger's who never asked for anything. One whose link still works, or booking token, is waited for.
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
    // One opened by phone never had an address to verify, and holds a booking.
    .where('u.openedBy', '=', 'email')
    // A blocked one is kept blocked, and a closed one has its own end.
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
  // Locked, and looked at again: somebody may be registering with this address, or verifying it, at this moment.
  await ctx.db.selectFrom('identity.user').select('id').where('id', '=', userId).forUpdate().execute()
  const user = await staleUsers(ctx).select(['u.email', 'u.emailKey']).where('u.id', '=', userId).executeTakeFirst()
  if (!user) return
  // Not those to its number: that may be somebody else's, who has an account.
  await forgetMessages(ctx, { addresses: [{ to: user.email }] })
  await removeWhole(ctx, { id: userId, emailKey: user.emailKey })
}

/** An account that was never anybody's, with all that was said of it. Whatever is being written for it meanwhile is waited for. */
export async function removeWhole(ctx: TxCtx, { id, emailKey }: { id: string; emailKey: string }): Promise<void> {
  await ctx.db.selectFrom('identity.user').select('id').where('id', '=', id).forUpdate().execute()
  await ctx.emit({ type: 'identity.account-removed', userId: id })
  await forgetMessages(ctx, { subjectIds: [id] })
  await ctx.db.deleteFrom('identity.login_guard').where('digest', '=', digestOf(emailKey)).execute()
  await ctx.db.deleteFrom('identity.user').where('id', '=', id).execute()
  await recordAudit(ctx, { action: 'account.never_verified', object: `user ${id}` })
}

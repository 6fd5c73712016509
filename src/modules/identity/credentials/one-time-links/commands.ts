import type { TxCtx } from '#platform/ctx.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'

/** What a mailed link is for. A token of one purpose is nothing to the others (T-024). */
const LINK_PURPOSES = ['reset_password', 'change_email', 'delete_account', 'bank_account', 'login'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/**
 * A secret for a mailed link; its digest is all that stays. The newest of a purpose is the only one that works (T-016).
 */
export async function issueLink(
  ctx: TxCtx,
  link: { userId: string; purpose: LinkPurpose; seconds: number; data?: object },
): Promise<string> {
  const secret = newSecret()
  const now = ctx.clock.now()
  await voidLinks(ctx, link.userId, [link.purpose])
  await ctx.db
    .insertInto('identity.one_time_token')
    .values({
      digest: digestOf(secret),
      user_id: link.userId,
      purpose: link.purpose,
      data: JSON.stringify(link.data ?? {}),
      created_at: now,
      expires_at: new Date(now.getTime() + link.seconds * 1000),
    })
    .execute()
  return secret
}

/** Uses a link up: of any number who try at once, one gets an answer. A refusal afterwards, in the same transaction, undoes it. */
export async function spendLink(
  ctx: TxCtx,
  purpose: LinkPurpose,
  secret: string,
): Promise<{ userId: string; data: unknown } | undefined> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .updateTable('identity.one_time_token')
    .set({ used_at: now })
    .where('digest', '=', digestOf(secret))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .$if(!ctx.config.guardOff.has('single_use'), (update) => update.where('used_at', 'is', null))
    .returning(['user_id as userId', 'data'])
    .executeTakeFirst()
  return row
}

/** Links that are still on their way open nothing any more: all of them, or those of some purposes. */
export async function voidLinks(
  ctx: TxCtx,
  userId: string,
  purposes: readonly LinkPurpose[] = LINK_PURPOSES,
): Promise<void> {
  await ctx.db
    .updateTable('identity.one_time_token')
    .set({ used_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

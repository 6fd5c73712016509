import type { Ctx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import type { LinkPurpose } from './commands.ts'

/** Whether the link still works, without using it up. */
export async function isLinkGood(ctx: Ctx, purpose: LinkPurpose, secret: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('identity.one_time_token as t')
    .innerJoin('identity.user as u', 'u.id', 't.user_id')
    .select('t.user_id')
    .where('t.digest', '=', digestOf(secret))
    .where('t.purpose', '=', purpose)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', ctx.clock.now())
    .where('u.status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}

/** When the newest link of this purpose that still works was mailed. */
export async function findLinkMailedAt(ctx: Ctx, purpose: LinkPurpose, userId: string): Promise<Date | undefined> {
  const row = await ctx.db
    .selectFrom('identity.one_time_token')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

import type { TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'

/** What is stored with a link, by purpose. Each purpose declares its own type beside the code that reads it. */
export interface SecretData {
  reset_password: object
  login: object
  delete_account: object
}

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'identity.one_time_token.data': SecretData[keyof SecretData]
  }
}

/** All purposes share one column; the statement that found the row knows which type it holds. */
export const dataOf = <Purpose extends keyof SecretData>(
  _: Purpose,
  data: SecretData[keyof SecretData],
): SecretData[Purpose] => data as SecretData[Purpose]

/** Purposes of emailed links. A token works for its own purpose only (T-024). */
const LINK_PURPOSES = ['reset_password', 'change_email', 'delete_account', 'bank_account', 'login'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/** Links that anyone who knows the address may ask for: a new one voids none that its owner holds. */
const ASKED_BY_ANYBODY: readonly LinkPurpose[] = ['reset_password', 'login']

/**
 * Issues a secret for an emailed link, of which only the digest is stored. Only the newest link that its owner asked
 * for works (T-016).
 */
export async function issueLink<Purpose extends LinkPurpose>(
  ctx: TxCtx,
  link: { userId: string; purpose: Purpose; seconds: number; data: SecretData[Purpose] },
): Promise<string> {
  const secret = newSecret()
  const now = ctx.clock.now()
  if (!ASKED_BY_ANYBODY.includes(link.purpose)) await voidLinks(ctx, link.userId, [link.purpose])
  await ctx.db
    .insertInto('identity.one_time_token')
    .values({
      digest: digestOf(secret),
      userId: link.userId,
      purpose: link.purpose,
      data: toJson(link.data),
      createdAt: now,
      expiresAt: new Date(now.getTime() + link.seconds * 1000),
    })
    .execute()
  return secret
}

/** Uses up a link: of several simultaneous tries only one succeeds. A later refusal in the same transaction undoes it. */
export async function spendLink<Purpose extends LinkPurpose>(
  ctx: TxCtx,
  purpose: Purpose,
  secret: string,
): Promise<{ userId: string; data: SecretData[Purpose] } | undefined> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .updateTable('identity.one_time_token')
    .set({ usedAt: now })
    .where('digest', '=', digestOf(secret))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .$if(!ctx.config.guardOff.has('single_use'), (update) => update.where('usedAt', 'is', null))
    .returning(['userId', 'data'])
    .executeTakeFirst()
  return row && { userId: row.userId, data: dataOf(purpose, row.data) }
}

/** Voids outstanding links: all of them, or those of some purposes. */
export async function voidLinks(
  ctx: TxCtx,
  userId: string,
  purposes: readonly LinkPurpose[] = LINK_PURPOSES,
): Promise<void> {
  await ctx.db
    .updateTable('identity.one_time_token')
    .set({ usedAt: ctx.clock.now() })
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .execute()
}

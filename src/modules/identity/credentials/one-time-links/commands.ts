import type { TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'

/** What is kept beside the digest of a secret, by what it is for: each purpose adds its own beside the code that reads it. */
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

/** The column is one for all purposes; which of them a row has is known from the statement that found it. */
export const dataOf = <Purpose extends keyof SecretData>(
  _: Purpose,
  data: SecretData[keyof SecretData],
): SecretData[Purpose] => data as SecretData[Purpose]

/** What a mailed link is for. A token of one purpose is nothing to the others (T-024). */
const LINK_PURPOSES = ['reset_password', 'change_email', 'delete_account', 'bank_account', 'login'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/**
 * A secret for a mailed link; its digest is all that stays. The newest of a purpose is the only one that works (T-016).
 */
export async function issueLink<Purpose extends LinkPurpose>(
  ctx: TxCtx,
  link: { userId: string; purpose: Purpose; seconds: number; data: SecretData[Purpose] },
): Promise<string> {
  const secret = newSecret()
  const now = ctx.clock.now()
  await voidLinks(ctx, link.userId, [link.purpose])
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

/** Uses a link up: of any number who try at once, one gets an answer. A refusal afterwards, in the same transaction, undoes it. */
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

/** Links that are still on their way open nothing any more: all of them, or those of some purposes. */
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

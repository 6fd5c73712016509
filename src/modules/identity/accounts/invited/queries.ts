import type { Ctx } from '#platform/ctx.ts'
import { emailKey } from '#shared/email.ts'

/**
 * What an address has to do with us, for whoever can read its mailbox: `none` may open an account, `hired` is a hired driver’s account
 * to log in with, `other` cannot be hired (a customer’s, an owner’s, the office’s, or one that is not open).
 */
export type AddressAccount = 'none' | 'hired' | 'other'

export async function accountOfAddress(ctx: Ctx, email: string): Promise<AddressAccount> {
  const user = await ctx.db
    .selectFrom('identity.user')
    .select(['status', 'openedBy', 'emailVerifiedAt'])
    .where('emailKey', '=', emailKey(email))
    .executeTakeFirst()
  if (!user) return 'none'
  if (user.status !== 'active') return 'other'
  if (!user.emailVerifiedAt) return 'none'
  return user.openedBy === 'invitation' ? 'hired' : 'other'
}

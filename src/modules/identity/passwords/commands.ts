import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { invalidField, Refusal } from '#shared/endpoint.ts'
import { mailAbout } from '../mail/commands.ts'
import { voidLinks } from '../one-time-links/commands.ts'
import { passwordChangedMail } from '../password-reset/messages.ts'
import { requireFreshLogin } from '../reauthentication/commands.ts'
import { endOtherSessions } from '../sessions/commands.ts'
import { costOf, hashPassword } from './gateway.ts'
import { passwordFlaw } from './rules.ts'

/** The owner changes the password; whoever else is signed in is not any more. */
export async function updatePassword(
  ctx: Ctx,
  input: { currentPassword?: string | null; newPassword: string },
): Promise<{ detail: string } | Refusal> {
  const flaw = passwordFlaw(input.newPassword)
  if (flaw) return invalidField('new_password', flaw)
  const refused = await requireFreshLogin(ctx, input)
  if (refused) return refused
  const hash = await hashPassword(input.newPassword, costOf(ctx.config))
  if (hash instanceof Refusal) return hash
  const userId = userIdOf(ctx.actor)
  await ctx.tx(async (ctx) => {
    await setPassword(ctx, userId, hash)
    await endOtherSessions(ctx)
  })
  return { detail: 'Your password is changed. Every other device is signed out.' }
}

/** Tells the owner, and voids the links that the old password's time left behind. */
export async function setPassword(ctx: TxCtx, userId: string, hash: string): Promise<void> {
  const user = await ctx.db
    .updateTable('identity.user')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .returning(['email', 'first_name as firstName'])
    .executeTakeFirstOrThrow()
  await voidLinks(ctx, userId, ['reset_password', 'change_email', 'bank_account'])
  const { publicUrl, contacts } = ctx.config
  await mailAbout(
    ctx,
    userId,
    user.email,
    passwordChangedMail({ ...user, ...contacts, email: contacts.email, url: publicUrl }),
  )
}

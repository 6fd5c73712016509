import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { invalidField, Refusal } from '#shared/endpoint.ts'
import { forgetDevices, rememberDevice } from '../../sessions/known-devices/commands.ts'
import { mailAbout } from '../../accounts/mail/commands.ts'
import { isPlaceholder } from '../../accounts/opened-by-phone/rules.ts'
import { voidLinks } from '../one-time-links/commands.ts'
import { passwordChangedMail } from '../password-reset/messages.ts'
import { requireFreshLogin } from '../reauthentication/commands.ts'
import { endOtherSessions } from '../../sessions/commands.ts'
import { costOf, hashPassword } from './gateway.ts'
import { passwordFlaw } from './rules.ts'

/** The owner changes the password; every other session ends. */
export async function updatePassword(
  ctx: Ctx,
  input: { currentPassword?: string | null; newPassword: string },
  device: string | null,
): Promise<{ detail: string } | Refusal> {
  const flaw = passwordFlaw(input.newPassword)
  if (flaw) return invalidField('new_password', flaw)
  const refused = await requireFreshLogin(ctx, input)
  if (refused) return refused
  const hash = await hashPassword(input.newPassword, costOf(ctx.config))
  if (hash instanceof Refusal) return hash
  const userId = userIdOf(ctx.actor)
  await ctx.tx(async (ctx) => {
    await setPassword(ctx, userId, hash, device)
    await endOtherSessions(ctx)
  })
  return { detail: 'Your password is changed. Every other device is logged out.' }
}

/** Notifies the owner, and voids links and known devices from before the change, except this device. */
export async function setPassword(ctx: TxCtx, userId: string, hash: string, device: string | null): Promise<void> {
  const user = await ctx.db
    .updateTable('identity.user')
    .set({ passwordHash: hash })
    .where('id', '=', userId)
    .returning(['email', 'firstName'])
    .executeTakeFirstOrThrow()
  await forgetDevices(ctx, userId)
  await rememberDevice(ctx, userId, device)
  // An account opened by phone has one link at most: the one to the address that it is to have.
  if (!isPlaceholder(user.email))
    await voidLinks(ctx, userId, ['reset_password', 'change_email', 'bank_account', 'login'])
  const { publicUrl, contacts } = ctx.config
  await mailAbout(
    ctx,
    userId,
    user.email,
    passwordChangedMail({ ...user, ...contacts, email: contacts.email, url: publicUrl }),
  )
}

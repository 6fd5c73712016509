import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { spendDurable, spendFromNetwork } from '#platform/rate-limit.ts'
import { seal, unseal } from '#platform/secrets.ts'
import { userIdOf } from '#platform/session.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { invalidField, Refusal, refuse } from '#shared/endpoint.ts'
import { tokenExpired } from '../contract.ts'
import { eraseTries, requireFreshLogin } from './login-guard-commands.ts'
import { voidLinks, issueLink, spendLink } from '../one-time-links-commands.ts'
import { isLinkGood } from '../queries.ts'
import { passwordChangedMail, resetMail, shutMail, unconfirmedMail } from '../messages.ts'
import { isPlaceholder } from '../verification/rules.ts'
import { mailAbout } from '../profile/commands.ts'
import { accountRefusal, resetSeconds } from '../rules.ts'
import { endOtherSessions, endAllSessions, eraseDevices, rememberDevice } from '../sessions/commands.ts'
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
  await eraseDevices(ctx, userId)
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

/** The address is encrypted, because jobs stay in their table for a week. */
interface Asked {
  sealed: string
}

export const resetAsked = jobName<Asked>('identity.reset-asked')

const perNetwork = { name: 'reset-network', per: 'user', count: 3, seconds: 3600 } as const
/**
 * Limit of emails to one address. A person who is refused by it has a newer link in their mailbox than this limit is
 * long.
 */
const perAddress = { name: 'reset-address', per: 'user', count: 3, seconds: resetSeconds } as const

/**
 * Only queues a job, which checks later whether the account exists, so that neither the answer nor its timing reveals it (T-004,
 * T-005).
 */
export async function askReset(ctx: Ctx, address: string): Promise<{ detail: string } | Refusal> {
  const email = parseEmail(address)
  if (!email) return invalidField('email', 'Invalid email')
  const key = emailKey(email)
  const tooFast = await spendFromNetwork(ctx, perNetwork, key)
  if (tooFast) return tooFast
  await ctx.tx((ctx) => ctx.enqueue(resetAsked, { sealed: seal(ctx.config, purpose, label, key) }))
  return { detail: 'Go to your email and follow the link.' }
}

export const mailReset = (ctx: Ctx, { sealed }: Asked): Promise<unknown> =>
  ctx.tx(async (ctx) => {
    const user = await ctx.db
      .selectFrom('identity.user')
      .select(['id', 'email', 'status', 'firstName', 'emailVerifiedAt'])
      .where('emailKey', '=', unseal(ctx.config, purpose, label, sealed))
      .where('openedBy', '!=', 'phone')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user || (await spendDurable(ctx, perAddress, user.id))) return
    await mailAbout(ctx, user.id, user.email, await mailFor(ctx, user))
  })

async function mailFor(
  ctx: TxCtx,
  user: { id: string; status: string; firstName: string; emailVerifiedAt: Date | null },
) {
  const { publicUrl, contacts } = ctx.config
  const to = { firstName: user.firstName, url: publicUrl }
  if (user.status !== 'active') return shutMail({ ...to, ...contacts })
  if (!user.emailVerifiedAt) return unconfirmedMail(to)
  const token = await issueLink(ctx, { userId: user.id, purpose: 'reset_password', seconds: resetSeconds, data: {} })
  return resetMail({ ...to, url: `${publicUrl}/reset-password?token=${token}` })
}

export const validateReset = async (ctx: Ctx, token: string): Promise<{ detail: string } | Refusal> =>
  (await isLinkGood(ctx, 'reset_password', token)) ? { detail: 'Choose a new password.' } : refuse(tokenExpired)

/** T-016: the link works once, and ends all sessions and other links. */
export async function confirmReset(
  ctx: Ctx,
  { token, password }: { token: string; password: string },
  device: string | null,
): Promise<{ detail: string } | Refusal> {
  const flaw = passwordFlaw(password)
  if (flaw) return invalidField('password', flaw)
  // Checked before hashing and again in the transaction: hashing is expensive, and a wrong link must not trigger it.
  if (!(await isLinkGood(ctx, 'reset_password', token))) return refuse(tokenExpired)
  const hash = await hashPassword(password, costOf(ctx.config))
  if (hash instanceof Refusal) return hash
  return ctx.tx(async (ctx) => {
    const link = await spendLink(ctx, 'reset_password', token)
    if (!link) return refuse(tokenExpired)
    const user = await ctx.db
      .selectFrom('identity.user')
      .select(['id', 'status', 'emailKey', 'emailVerifiedAt'])
      .where('id', '=', link.userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (accountRefusal(user)) return refuse(tokenExpired)
    await setPassword(ctx, user.id, hash, device)
    await endAllSessions(ctx, user.id)
    // The owner is back, so earlier wrong guesses no longer slow them down.
    await eraseTries(ctx, user.emailKey)
    return { detail: 'Your password is changed. Log in with it.' }
  })
}

const label = Buffer.from('reset asked')
const purpose = 'reset asked'

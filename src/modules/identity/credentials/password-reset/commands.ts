import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { spendDurable, spendFromNetwork } from '#platform/rate-limit.ts'
import { deriveKey } from '#platform/secret-key.ts'
import { seal, unseal } from '#platform/secrets.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { tokenExpired } from '../../contract.ts'
import { forgetTries } from '../login-guard/commands.ts'
import { mailAbout } from '../../accounts/mail/commands.ts'
import { issueLink, spendLink } from '../one-time-links/commands.ts'
import { isLinkGood } from '../one-time-links/queries.ts'
import { setPassword } from '../passwords/commands.ts'
import { costOf, hashPassword } from '../passwords/gateway.ts'
import { passwordFlaw } from '../passwords/rules.ts'
import { accountRefusal, resetSeconds } from '../../rules.ts'
import { endAllSessions } from '../../sessions/commands.ts'
import { resetMail, shutMail, unconfirmedMail } from './messages.ts'

/** The address is encrypted, because jobs stay in their table for a week. */
interface Asked {
  sealed: string
}

export const resetAsked = jobName<Asked>('identity.reset-asked')

const perNetwork = { name: 'reset-network', per: 'user', count: 3, seconds: 3600 } as const
/** Mails to one address. Whoever is refused by it has a newer link in their mailbox than this limit is long. */
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
  await ctx.tx((ctx) => ctx.enqueue(resetAsked, { sealed: seal(sealKey(ctx), label, key) }))
  return { detail: 'Go to your email and follow the link.' }
}

export const mailReset = (ctx: Ctx, { sealed }: Asked): Promise<unknown> =>
  ctx.tx(async (ctx) => {
    const user = await ctx.db
      .selectFrom('identity.user')
      .select(['id', 'email', 'status', 'firstName', 'emailVerifiedAt'])
      .where('emailKey', '=', unseal(sealKey(ctx), label, sealed))
      .where('openedBy', '!=', 'phone')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user || (await spendDurable(ctx, perAddress, user.id))) return
    await mailAbout(ctx, user.id, user.email, await wordsFor(ctx, user))
  })

async function wordsFor(
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
    await forgetTries(ctx, user.emailKey)
    return { detail: 'Your password is changed. Log in with it.' }
  })
}

const label = Buffer.from('reset asked')
const sealKey = (ctx: Ctx): Buffer => deriveKey(ctx.config.secretKey, 'reset asked')

import type { Ctx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { spendDurable, spendFromNetwork } from '#platform/rate-limit.ts'
import { digestOf, newSecret, seal, unseal } from '#platform/secrets.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { invalidField, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { tokenExpired } from './contract.ts'
import { issueLink, spendLink } from './one-time-links-commands.ts'
import { loginLinkMail } from './messages.ts'
import { mailAbout } from './profile/commands.ts'
import { accountRefusal, resetSeconds } from './rules.ts'
import { rememberDevice } from './sessions/commands.ts'
import type { confirmLoginLink } from './sessions/contract.ts'
import { isDeviceSecret } from './sessions/gateway.ts'

/** The address is encrypted, because jobs stay in their table for a week. */
interface Asked {
  sealed: string
}

export const loginLinkAsked = jobName<Asked>('identity.login-link-asked')

const perNetwork = { name: 'login-link-network', per: 'user', count: 3, seconds: 3600 } as const
/**
 * Limit of emails to one address. A person who is refused by it has a newer link in their mailbox than this limit is
 * long.
 */
const perAddress = { name: 'login-link-address', per: 'user', count: 3, seconds: resetSeconds } as const

/** Only queues a job, like a password reset, so that neither the answer nor its timing reveals whether the account exists. */
export async function noteLoginLink(ctx: Ctx, address: string): Promise<{ detail: string } | Refusal> {
  const email = parseEmail(address)
  if (!email) return invalidField('email', 'Invalid email')
  const key = emailKey(email)
  const tooFast = await spendFromNetwork(ctx, perNetwork, key)
  if (tooFast) return tooFast
  await ctx.tx((ctx) => ctx.enqueue(loginLinkAsked, { sealed: seal(ctx.config, purpose, label, key) }))
  return { detail: 'Go to your email and follow the link.' }
}

export const mailLoginLink = (ctx: Ctx, { sealed }: Asked): Promise<unknown> =>
  ctx.tx(async (ctx) => {
    const user = await ctx.db
      .selectFrom('identity.user')
      .select(['id', 'email', 'status', 'firstName', 'emailVerifiedAt'])
      .where('emailKey', '=', unseal(ctx.config, purpose, label, sealed))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user || accountRefusal(user) || (await spendDurable(ctx, perAddress, user.id))) return
    const token = await issueLink(ctx, { userId: user.id, purpose: 'login', seconds: resetSeconds, data: {} })
    const url = `${ctx.config.publicUrl}/login-link?token=${token}`
    await mailAbout(ctx, user.id, user.email, loginLinkMail({ firstName: user.firstName, url }))
  })

/**
 * Lets a person who can read the mailbox try the password here, regardless of failed tries elsewhere. The link itself
 * does not log them in.
 */
export const openLogin = (
  ctx: Ctx,
  token: string,
  sent: unknown,
): Promise<AnswerOf<typeof confirmLoginLink> | Refusal> =>
  ctx.tx(async (ctx) => {
    const link = await spendLink(ctx, 'login', token)
    if (!link) return refuse(tokenExpired)
    const user = await ctx.db
      .selectFrom('identity.user')
      .select(['status', 'emailVerifiedAt'])
      .where('id', '=', link.userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (accountRefusal(user)) return refuse(tokenExpired)
    const device = isDeviceSecret(sent) ? sent : newSecret()
    await rememberDevice(ctx, link.userId, digestOf(device).toString('hex'))
    return { detail: 'You can log in from here now.', device }
  })

const label = Buffer.from('login link asked')
const purpose = 'login link asked'

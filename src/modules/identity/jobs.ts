import { deleteInBatches } from '#platform/housekeeping.ts'
import { job } from '#platform/jobs.ts'
import { loginLinkAsked, mailLoginLink } from './login-links-commands.ts'
import { claimCodeAsked, textClaimCode } from './opened-accounts/claim-by-phone-commands.ts'
import { mailReset, resetAsked } from './passwords/commands.ts'
import { erasureDue, eraseAccount } from './privacy/commands.ts'
import { removeUnverified } from './registration/commands.ts'
import { guardMemorySeconds, knownDeviceSeconds, verificationSeconds } from './rules.ts'

export const removeUnverifiedJob = job<object>({
  name: 'identity.remove-unverified',
  cron: '40 3 * * *',
  handle: removeUnverified,
})

const eraseAccountJob = job({ ...erasureDue, handle: eraseAccount })

const mailResetJob = job({ ...resetAsked, isUnhurried: true, handle: mailReset })

const textClaimCodeJob = job({ ...claimCodeAsked, isUnhurried: true, handle: textClaimCode })

const mailLoginLinkJob = job({ ...loginLinkAsked, isUnhurried: true, handle: mailLoginLink })

const days = (count: number) => count * 86_400_000

/** Deletes what has expired: links, sessions with their tokens, counted guesses. */
export const eraseExpired = job<object>({
  name: 'identity.forget-expired',
  cron: '20 3 * * *',
  handle: async (ctx) => {
    const now = ctx.clock.now().getTime()
    // A booking token expires long before the link that starts its booking, but must be found until then.
    const firstToken = new Date(now - verificationSeconds * 1000 - days(1))
    await deleteInBatches(ctx, 'identity.one_time_token', 'expires_at', firstToken)
    await deleteInBatches(ctx, 'identity.session', 'expires_at', new Date(now - days(1)))
    await deleteInBatches(ctx, 'identity.login_guard', 'last_tried_at', new Date(now - guardMemorySeconds * 1000))
    await ctx.db
      .deleteFrom('identity.known_device')
      .where('lastUsedAt', '<', new Date(now - knownDeviceSeconds * 1000))
      .execute()
    await ctx.db
      .deleteFrom('identity.phone_code')
      .where('expiresAt', '<', new Date(now - days(1)))
      .execute()
  },
})

export const identityJobs = [
  eraseExpired,
  mailResetJob,
  mailLoginLinkJob,
  textClaimCodeJob,
  eraseAccountJob,
  removeUnverifiedJob,
]

import { job } from '#platform/jobs.ts'
import { checkExpiry } from './expiry/commands.ts'

/** A minute after midnight: a paper counts until its last day begins. */
export const onboardingJobs = [job({ name: 'onboarding.check-expiry', cron: '1 0 * * *', handle: checkExpiry })]

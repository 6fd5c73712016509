import { job } from '#platform/jobs.ts'
import { checkExpiry, tellFirstMots } from './expiry/commands.ts'

export const onboardingJobs = [
  // A minute past midnight, because a document is valid until its expiry day begins; then every other hour, in case the server was down.
  job({ name: 'onboarding.check-expiry', cron: '1 * * * *', handle: checkExpiry }),
  job({ name: 'onboarding.tell-first-mots', cron: '1 0 * * *', handle: tellFirstMots }),
]

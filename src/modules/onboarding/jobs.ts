import { job } from '#platform/jobs.ts'
import { checkExpiry, tellFirstMots } from './expiry/commands.ts'
import { checkPeopleExpiry } from './expiry/people/commands.ts'

export const onboardingJobs = [
  // A minute after midnight, because a document counts until its last day begins; and after every other hour, for a house that slept then.
  job({ name: 'onboarding.check-expiry', cron: '1 * * * *', handle: checkExpiry }),
  job({ name: 'onboarding.check-people-expiry', cron: '2 * * * *', handle: checkPeopleExpiry }),
  job({ name: 'onboarding.tell-first-mots', cron: '1 0 * * *', handle: tellFirstMots }),
]

import { job } from '#platform/jobs.ts'
import { documentsShortened, notifyOfShorterCover } from './commands.ts'
import { checkExpiry, notifyFirstMots, checkPeopleExpiry } from './expiry-commands.ts'
import { decisionFinal } from './decisions/commands.ts'
import { concludeDecision } from './decisions/notices-commands.ts'

export const onboardingJobs = [
  // A minute past midnight, because a document is valid until its expiry day begins; then every other hour, in case the server was down.
  job({ name: 'onboarding.check-expiry', cron: '1 * * * *', handle: checkExpiry }),
  job({ name: 'onboarding.check-people-expiry', cron: '2 * * * *', handle: checkPeopleExpiry }),
  job({ name: 'onboarding.tell-first-mots', cron: '1 0 * * *', handle: notifyFirstMots }),
  job<{ unitId: string; papersUntil: string }>({ name: documentsShortened.name, handle: notifyOfShorterCover }),
  job<{ decisionId: string }>({ name: decisionFinal.name, handle: concludeDecision }),
]

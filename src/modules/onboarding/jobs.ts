import { job } from '#platform/jobs.ts'
import { papersShortened, tellOfShorterPapers } from './commands.ts'
import { checkExpiry, tellFirstMots, checkPeopleExpiry } from './expiry/commands.ts'
import { decisionStands } from './decisions/commands.ts'
import { concludeDecision } from './decisions/notices-commands.ts'

export const onboardingJobs = [
  // A minute past midnight, because a document is valid until its expiry day begins; then every other hour, in case the server was down.
  job({ name: 'onboarding.check-expiry', cron: '1 * * * *', handle: checkExpiry }),
  job({ name: 'onboarding.check-people-expiry', cron: '2 * * * *', handle: checkPeopleExpiry }),
  job({ name: 'onboarding.tell-first-mots', cron: '1 0 * * *', handle: tellFirstMots }),
  job<{ unitId: string; papersUntil: string }>({ name: papersShortened.name, handle: tellOfShorterPapers }),
  job<{ decisionId: string }>({ name: decisionStands.name, handle: concludeDecision }),
]

import { job } from '#platform/jobs.ts'
import { removeUnverified } from './commands.ts'

export const removeUnverifiedJob = job<object>({
  name: 'identity.remove-unverified',
  cron: '40 3 * * *',
  handle: removeUnverified,
})

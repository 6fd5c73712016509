import { job } from '#platform/jobs.ts'
import { dropOldSearches } from './commands.ts'

export const quotingJobs = [job({ name: 'quoting.drop-old-searches', cron: '20 3 * * *', handle: dropOldSearches })]

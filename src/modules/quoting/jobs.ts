import { job } from '#platform/jobs.ts'
import { forgetSearches } from './commands.ts'

export const quotingJobs = [job({ name: 'quoting.drop-old-searches', cron: '*/10 * * * *', handle: forgetSearches })]

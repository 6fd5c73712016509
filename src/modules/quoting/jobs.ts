import { job } from '#platform/jobs.ts'
import { forgetSearches } from './commands.ts'
import { forgetKeptMoves } from './saved-moves/commands.ts'

export const quotingJobs = [
  job({ name: 'quoting.drop-old-searches', cron: '*/10 * * * *', handle: forgetSearches }),
  job({ name: 'quoting.drop-kept-moves', cron: '*/10 * * * *', handle: forgetKeptMoves }),
]

import { job } from '#platform/jobs.ts'
import { eraseSearches } from './commands.ts'
import { eraseKeptMoves } from './saved-moves/commands.ts'

export const quotingJobs = [
  job({ name: 'quoting.drop-old-searches', cron: '*/10 * * * *', handle: eraseSearches }),
  job({ name: 'quoting.drop-kept-moves', cron: '*/10 * * * *', handle: eraseKeptMoves }),
]

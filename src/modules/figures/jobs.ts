import { job } from '#platform/jobs.ts'
import { countDue, countFigures } from './commands.ts'

export const figuresJobs = [
  // Long for the first time, and after npm run figures:count.
  job({ ...countDue, cron: '*/5 * * * *', long: { minutes: 60 }, handle: countFigures }),
]

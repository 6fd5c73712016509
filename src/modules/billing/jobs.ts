import { job } from '#platform/jobs.ts'
import { catchUpDue, catchUpOn } from './ledger/commands.ts'

export const billingJobs = [
  // At night: every settled booking has its entry already, unless it was settled by a version that had no ledger.
  job({ ...catchUpDue, cron: '25 3 * * *', long: { minutes: 10 }, handle: catchUpOn }),
]

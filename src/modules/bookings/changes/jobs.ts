import { job } from '#platform/jobs.ts'
import { changeExpires, expireChange } from './commands.ts'
import { checkLaterJobs, laterJobsAtRisk } from '../day/lateness/commands.ts'

export const changeJobs = [
  job({ ...changeExpires, handle: (ctx, { bookingId }) => ctx.tx((tx) => expireChange(tx, bookingId)) }),
  job({ ...laterJobsAtRisk, handle: (ctx, { bookingId }) => ctx.tx((tx) => checkLaterJobs(tx, bookingId)) }),
]

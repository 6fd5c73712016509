import { job } from '#platform/jobs.ts'
import { mailReset, resetAsked } from './commands.ts'

export const mailResetJob = job({ ...resetAsked, isUnhurried: true, handle: mailReset })

import { job } from '#platform/jobs.ts'
import { raiseDue, tellOfCommission } from './dated-values/notices-commands.ts'

export const settingsJobs = [job({ ...raiseDue, long: { minutes: 30 }, handle: tellOfCommission })]

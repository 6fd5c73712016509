import { job } from '#platform/jobs.ts'
import { raiseDue, notifyOfCommission } from './dated-values/notices-commands.ts'

export const settingsJobs = [job({ ...raiseDue, long: { minutes: 30 }, handle: notifyOfCommission })]

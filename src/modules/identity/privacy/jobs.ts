import { job } from '#platform/jobs.ts'
import { erasureDue, eraseAccount } from './commands.ts'

export const eraseAccountJob = job({ ...erasureDue, handle: eraseAccount })

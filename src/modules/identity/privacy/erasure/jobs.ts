import { job } from '#platform/jobs.ts'
import { erasureDue } from '../closure/commands.ts'
import { eraseAccount } from './commands.ts'

export const eraseAccountJob = job({ ...erasureDue, handle: eraseAccount })

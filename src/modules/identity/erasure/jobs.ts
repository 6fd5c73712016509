import { job } from '#platform/jobs.ts'
import { erasureDue } from '../closing/commands.ts'
import { eraseAccount } from './commands.ts'

export const eraseAccountJob = job({ ...erasureDue, handle: eraseAccount })

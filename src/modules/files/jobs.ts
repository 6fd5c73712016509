import { job } from '#platform/jobs.ts'
import { removeOrphans } from './commands.ts'

export const filesJobs = [job({ name: 'files.remove-orphans', cron: '7,37 * * * *', handle: removeOrphans })]

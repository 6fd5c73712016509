import { job } from '#platform/jobs.ts'
import { removeOrphans } from './commands.ts'
import { drawKeptPapers } from './document-pages/commands.ts'

export const filesJobs = [
  job({ name: 'files.remove-orphans', cron: '7,37 * * * *', handle: removeOrphans }),
  job({ name: 'files.draw-kept-papers', cron: '11 * * * *', handle: drawKeptPapers }),
]

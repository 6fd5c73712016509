import { job } from '#platform/jobs.ts'
import { removeOrphans } from './commands.ts'
import { drawKeptDocuments } from './document-pages/commands.ts'

export const filesJobs = [
  job({ name: 'files.remove-orphans', cron: '7,37 * * * *', handle: removeOrphans }),
  job({ name: 'files.draw-kept-documents', cron: '11 * * * *', handle: drawKeptDocuments }),
]

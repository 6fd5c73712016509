import { job } from '#platform/jobs.ts'
import { bytesUnused, removeOrphans, removeUnusedBytes } from './commands.ts'
import { drawKeptDocuments } from './document-pages-commands.ts'

/** Retried for three weeks, because nothing else would ever find bytes without rows. */
const TRIES = 100

export const filesJobs = [
  job<{ keys: string[] }>({
    ...bytesUnused,
    retryLimit: TRIES,
    handle: (ctx, { keys }) => removeUnusedBytes(ctx, keys),
  }),
  job({ name: 'files.remove-orphans', cron: '7,37 * * * *', handle: removeOrphans }),
  job({ name: 'files.draw-kept-documents', cron: '11 * * * *', handle: drawKeptDocuments }),
]

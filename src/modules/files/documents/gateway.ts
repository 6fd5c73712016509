import type { Log } from '#platform/log.ts'
import { WorkerHost } from '#platform/worker-host.ts'
import type { RefusalKind } from '#shared/endpoint.ts'
import { encodePage, type Photo } from '../photos/gateway.ts'
import { activePaper, encryptedPaper, slowPaper, tooManyPages, unreadablePaper } from './contract.ts'
import type { PaperFlaw } from './rules.ts'
import type { DrawnPart } from './worker.ts'

/** For one PDF: twenty pages of scans take a tenth of it. */
const PAPER_MS = 20_000

export type PaperReader = WorkerHost<{ path: string }, DrawnPart>

export const createPaperReader = (log: Log, limitMs = PAPER_MS): PaperReader =>
  new WorkerHost({
    module: 'modules/files/documents/worker',
    limitMs,
    heapMegabytes: 256,
    onEnded: (why) => log.warn({ why }, 'a PDF ended its reader'),
  })

const refusals: Record<PaperFlaw, RefusalKind> = {
  encrypted: encryptedPaper,
  active: activePaper,
  'too many pages': tooManyPages,
  unreadable: unreadablePaper,
}

/** Hands over a picture of each page of a PDF; answers why not, where there can be none. What is in the file besides stays behind. */
export async function drawPaper(
  reader: PaperReader,
  caller: { person: string; until: AbortSignal },
  path: string,
  keep: (page: Photo) => Promise<void>,
): Promise<RefusalKind | undefined> {
  let flaw: PaperFlaw | undefined
  const outcome = await reader.run(caller, { path }, async (part) => {
    if ('flaw' in part) flaw = part.flaw
    else await keep(await encodePage(part))
  })
  if (outcome === 'late') return slowPaper
  if (outcome === 'failed') return unreadablePaper
  return flaw && refusals[flaw]
}

import type { Log } from '#platform/log.ts'
import { WorkerHost } from '#platform/worker-host.ts'
import type { RefusalKind } from '#shared/endpoint.ts'
import { encodePage, type Photo } from '../photos-gateway.ts'
import { activeDocument, encryptedDocument, slowDocument, tooManyPages, unreadableDocument } from '../contract.ts'
import type { DocumentFlaw } from './rules.ts'
import type { DrawnPart } from './worker.ts'

/** Milliseconds for one PDF; twenty scanned pages need a tenth of it. */
const DOCUMENT_MS = 20_000

export type DocumentReader = WorkerHost<{ path: string }, DrawnPart>

export const createDocumentReader = (log: Log, limitMs = DOCUMENT_MS): DocumentReader =>
  new WorkerHost({
    module: 'modules/files/documents/worker',
    limitMs,
    heapMegabytes: 256,
    onEnded: (why) => log.warn({ why }, 'a PDF ended its reader'),
  })

const refusals: Record<DocumentFlaw, RefusalKind> = {
  encrypted: encryptedDocument,
  active: activeDocument,
  'too many pages': tooManyPages,
  unreadable: unreadableDocument,
}

/** Passes a picture of each page of a PDF to `take`, or answers why there is none. Nothing else in the file is kept. */
export async function drawDocument(
  reader: DocumentReader,
  caller: { person: string; until: AbortSignal },
  path: string,
  keep: (page: Photo) => Promise<void>,
): Promise<RefusalKind | undefined> {
  let flaw: DocumentFlaw | undefined
  const outcome = await reader.run(caller, { path }, async (part) => {
    if ('flaw' in part) flaw = part.flaw
    else await keep(await encodePage(part))
  })
  if (outcome === 'late') return slowDocument
  if (outcome === 'failed') return unreadableDocument
  return flaw && refusals[flaw]
}

import type { Log } from '#platform/log.ts'
import { WorkerHost } from '#platform/worker-host.ts'
import type { PdfContent } from './layout-rules.ts'

/** What is printed, and the data that are embedded with it. */
export interface Print {
  pdf: PdfContent
  attachments: readonly { name: string; text: string; description: string; at: string }[]
}

/** One step of a file: opened by the first, ended by the last. */
export interface PdfStep {
  file: string
  open?: { title: string; author: string; at: string } | undefined
  prints?: readonly Print[]
  isLast?: boolean
  /** The download was aborted. */
  isAborted?: boolean
}

/** Each round is a sequence of steps. */
export type PdfWriter = WorkerHost<readonly PdfStep[], Uint8Array>

export const createPdfWriter = (log: Log): PdfWriter =>
  new WorkerHost({
    module: 'modules/billing/pdf-documents/worker',
    limitMs: 60_000,
    heapMegabytes: 512,
    // A slow reader may take long between two steps.
    idleMs: 120_000,
    onEnded: (why) => log.warn({ why }, 'PDF layout failed'),
  })

const WAIT_MS = 30_000

/**
 * Runs one round of the writer: throws if a document of it cannot be laid out. Every round waits for its turn, so that
 * a file of thousands does not block others.
 */
async function inRound(writer: PdfWriter, person: string, steps: readonly PdfStep[]): Promise<Buffer[]> {
  const parts: Buffer[] = []
  const outcome = await writer.run({ person, until: AbortSignal.timeout(WAIT_MS) }, steps, (bytes) => {
    parts.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return Promise.resolve()
  })
  if (outcome !== 'done') throw new Error(`PDF layout ended as ${outcome}`)
  return parts
}

/** Files written per round trip to the worker thread. */
const FILES_AT_ONCE = 10

/** A file for each paper, in their order. */
export async function writeEach(
  writer: PdfWriter,
  person: string,
  prints: readonly { print: Print; at: Date }[],
): Promise<Buffer[]> {
  const files: Buffer[] = []
  for (let from = 0; from < prints.length; from += FILES_AT_ONCE) {
    const steps = prints.slice(from, from + FILES_AT_ONCE).map(({ print, at }): PdfStep => ({
      file: crypto.randomUUID(),
      open: { title: print.pdf.title, author: print.pdf.author, at: at.toISOString() },
      prints: [print],
      isLast: true,
    }))
    const parts = await inRound(writer, person, steps)
    // A file that is begun and ended in one step comes in one part.
    if (parts.length !== steps.length) throw new Error('A file is missing')
    files.push(...parts)
  }
  return files
}

interface Printed {
  title: string
  author: string
  at: Date
  /** In the order of the file; the next is asked for once those before are written. */
  prints: AsyncIterable<Print> | Iterable<Print>
}

/** The bytes of one file, a paper at a time. Throws if it cannot be laid out. */
export async function* writePdfFile(
  writer: PdfWriter,
  person: string,
  { prints, at, ...meta }: Printed,
): AsyncGenerator<Buffer> {
  const file = crypto.randomUUID()
  let open: PdfStep['open'] = { ...meta, at: at.toISOString() }
  let isOver = false
  const step = async (more: Omit<PdfStep, 'file' | 'open'>): Promise<Buffer[]> => {
    const chunks = await inRound(writer, person, [{ file, open, ...more }])
    open = undefined
    return chunks
  }
  try {
    // One behind, so that the last paper and the end of the file are one step.
    let last: Print | undefined
    for await (const print of prints) {
      if (last) yield* await step({ prints: [last] })
      last = print
    }
    yield* await step({ prints: last ? [last] : [], isLast: true })
    isOver = true
  } finally {
    if (!isOver) await step({ isAborted: true }).catch(() => undefined)
  }
}

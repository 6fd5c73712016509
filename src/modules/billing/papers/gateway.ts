import type { Log } from '#platform/log.ts'
import { WorkerHost } from '#platform/worker-host.ts'
import type { Paper } from './blocks/rules.ts'

/** What is printed, and the data that are embedded with it. */
export interface Print {
  paper: Paper
  attachments: readonly { name: string; text: string; description: string; at: string }[]
}

/** One step of a file: opened by the first, ended by the last. */
export interface PaperStep {
  file: string
  open?: { title: string; author: string; at: string } | undefined
  papers?: readonly Print[]
  isLast?: boolean
  /** Nobody takes it any more. */
  isGivenUp?: boolean
}

export type PaperWriter = WorkerHost<PaperStep, Uint8Array>

export const createPaperWriter = (log: Log): PaperWriter =>
  new WorkerHost({
    module: 'modules/billing/papers/worker',
    limitMs: 60_000,
    heapMegabytes: 512,
    // Between two steps somebody may take long to read.
    idleMs: 120_000,
    onEnded: (why) => log.warn({ why }, 'a paper could not be laid out'),
  })

const WAIT_MS = 30_000

interface Printed {
  title: string
  author: string
  at: Date
  /** In the order of the file; the next is asked for once those before are written. */
  prints: AsyncIterable<Print> | Iterable<Print>
}

/** The bytes of one file, a paper at a time. Throws if it cannot be laid out. */
export async function* writePapers(
  writer: PaperWriter,
  person: string,
  { prints, at, ...meta }: Printed,
): AsyncGenerator<Buffer> {
  const file = crypto.randomUUID()
  let open: PaperStep['open'] = { ...meta, at: at.toISOString() }
  let isOver = false
  const step = async (more: Omit<PaperStep, 'file' | 'open'>): Promise<Buffer[]> => {
    const chunks: Buffer[] = []
    // Every paper waits for its turn, so that a file of thousands keeps nobody else waiting.
    const until = AbortSignal.timeout(WAIT_MS)
    const outcome = await writer.run({ person, until }, { file, open, ...more }, (bytes) => {
      chunks.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      return Promise.resolve()
    })
    if (outcome !== 'done') throw new Error(`The papers were ${outcome}`)
    open = undefined
    return chunks
  }
  try {
    for await (const print of prints) yield* await step({ papers: [print] })
    yield* await step({ isLast: true })
    isOver = true
  } finally {
    if (!isOver) await step({ isGivenUp: true }).catch(() => undefined)
  }
}

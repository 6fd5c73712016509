import { parentPort, type Transferable } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './worker-host.ts'

export interface Part<Value> {
  value: Value
  /** Buffers to transfer instead of copy. */
  transfer?: Transferable[]
}

/** The worker's half of `WorkerHost`: produces the parts of each result, one at a time, as the previous one is taken. */
export function answerParts<Value>(work: (input: unknown) => AsyncIterable<Part<Value>>): void {
  const port = parentPort
  if (!port) throw new Error('This runs in a worker')
  const post = (message: FromWorker<Value>, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  let isTaken: () => void = () => undefined
  const answer = async (input: unknown) => {
    for await (const { value, transfer } of work(input)) {
      const taken = new Promise<void>((resolve) => (isTaken = resolve))
      post({ kind: 'part', part: value }, transfer)
      await taken
    }
  }
  port.on('message', (message: ToWorker<unknown>) => {
    if (message.kind === 'next') isTaken()
    else
      answer(message.input).then(
        () => post({ kind: 'done' }),
        (error: unknown) => post({ kind: 'failed', message: String(error) }),
      )
  })
}

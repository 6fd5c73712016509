import { parentPort, type Transferable } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './worker-host.ts'

export interface Part<Value> {
  value: Value
  /** Buffers that are handed over instead of copied. */
  transfer?: Transferable[]
}

/** The worker's half of `WorkerHost`: makes the parts of each result, the next one when the last was taken. */
export function answerParts<Value>(work: (input: unknown) => AsyncIterable<Part<Value>>): void {
  const port = parentPort
  if (!port) throw new Error('This runs in a worker')
  const say = (message: FromWorker<Value>, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  let isTaken: () => void = () => undefined
  const answer = async (input: unknown) => {
    for await (const { value, transfer } of work(input)) {
      const taken = new Promise<void>((resolve) => (isTaken = resolve))
      say({ kind: 'part', part: value }, transfer)
      await taken
    }
  }
  port.on('message', (message: ToWorker<unknown>) => {
    if (message.kind === 'next') isTaken()
    else
      answer(message.input).then(
        () => say({ kind: 'done' }),
        (error: unknown) => say({ kind: 'failed', message: String(error) }),
      )
  })
}

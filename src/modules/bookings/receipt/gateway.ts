import type { Log } from '#platform/log.ts'
import { WorkerHost } from '#platform/worker-host.ts'
import type { ReceiptText } from './rules.ts'

export type ReceiptWriter = WorkerHost<ReceiptText, Uint8Array>

export const createReceiptWriter = (log: Log): ReceiptWriter =>
  new WorkerHost({
    module: 'modules/bookings/receipt/worker',
    limitMs: 10_000,
    heapMegabytes: 256,
    onEnded: (why) => log.warn({ why }, 'receipt layout failed'),
  })

export async function writeReceipt(
  writer: ReceiptWriter,
  caller: { person: string; until: AbortSignal },
  text: ReceiptText,
): Promise<Buffer | undefined> {
  let pdf: Buffer | undefined
  const outcome = await writer.run(caller, text, (bytes) => {
    pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return Promise.resolve()
  })
  return outcome === 'done' ? pdf : undefined
}

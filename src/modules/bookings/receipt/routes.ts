import { serve, type Api } from '#platform/serve.ts'
import { getReceipt } from './contract.ts'
import { createReceiptWriter } from './gateway.ts'
import { getReceiptFile } from './queries.ts'

export function receiptRoutes(api: Api): void {
  const writer = createReceiptWriter(api.ctx.log)
  api.fastify.addHook('onClose', () => writer.close())
  serve(api, getReceipt, (ctx, { params }) =>
    // Laying out takes a tenth of a second; ten wait for those before.
    getReceiptFile(ctx, writer, params.id, AbortSignal.timeout(10_000)),
  )
}

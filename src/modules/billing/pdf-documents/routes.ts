import { serve, type Api } from '#platform/serve.ts'
import { sendDocument } from './commands.ts'
import { creditPapers, downloadOwnStatement, invoicePapers, statementPapers } from './contract.ts'
import { createPaperWriter } from './gateway.ts'
import { downloadAll, downloadDocument, downloadOwn } from './queries.ts'

export function paperRoutes(api: Api): void {
  const writer = createPaperWriter(api.ctx.log)
  api.fastify.addHook('onClose', () => writer.close())
  serve(api, downloadOwnStatement, (ctx, { params }) => downloadOwn(ctx, writer, params.id))
  for (const { kind, noun, download, downloadAll: all, send, sendByGet } of [
    statementPapers,
    invoicePapers,
    creditPapers,
  ]) {
    serve(api, all, (ctx, { query }) => downloadAll(ctx, writer, { ...query, kind, noun }))
    serve(api, download, (ctx, { params, query }) => downloadDocument(ctx, writer, { ...params, ...query, kind, noun }))
    serve(api, send, (ctx, { params }) => sendDocument(ctx, writer, kind, params.id))
    serve(api, sendByGet, (ctx, { params }) => sendDocument(ctx, writer, kind, params.id))
  }
}

import { serve, type Api } from '#platform/serve.ts'
import { sendUndelivered } from './commands.ts'
import { listUndelivered as listEndpoint, sendUndelivered as sendEndpoint } from './contract.ts'
import { listUndelivered } from './queries.ts'

export function undeliveredRoutes(api: Api): void {
  serve(api, listEndpoint, (ctx, { query }) => listUndelivered(ctx, query))
  serve(api, sendEndpoint, (ctx, { params }) => sendUndelivered(ctx, params.id))
}

import { serve, type Api } from '#platform/serve.ts'
import { bookSomebodyElse } from './commands.ts'
import { bookInstead, findFreeNow } from './contract.ts'
import { listFreeNow } from './queries.ts'

export function freeNowRoutes(api: Api): void {
  serve(api, findFreeNow, (ctx, { params }) => listFreeNow(ctx, params.id))
  serve(api, bookInstead, (ctx, { params, body }) => bookSomebodyElse(ctx, params.id, body))
}

import { serve, type Api } from '#platform/serve.ts'
import { markCharged, markRefunded } from './commands.ts'
import { markCharged as charged, markRefunded as refunded } from './contract.ts'

export function cardRoutes(api: Api): void {
  serve(api, charged, (ctx, { params, body }) => markCharged(ctx, params.id, body.reference))
  serve(api, refunded, (ctx, { params, body }) => markRefunded(ctx, params.id, body.reference))
}

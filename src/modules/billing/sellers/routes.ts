import { serve, type Api } from '#platform/serve.ts'
import { exportSellers as all, listSellers as list } from './contract.ts'
import { exportSellers, listSellers } from './queries.ts'

export function sellerRoutes(api: Api): void {
  serve(api, list, (ctx, { query }) => listSellers(ctx, query))
  serve(api, all, (ctx, { query }) => exportSellers(ctx, query))
}

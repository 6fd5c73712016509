import { serve, type Api } from '#platform/serve.ts'
import { exportFigures, getEarnings, getFigures, getSources, getUnmetSearches } from './contract.ts'
import { rememberedEarnings, findFigures, findSources, exportTable } from './queries.ts'
import { findUnmetSearches } from './unmet-queries.ts'

export function routes(api: Api): void {
  serve(api, getFigures, (ctx, { query }) => findFigures(ctx, query))
  serve(api, getUnmetSearches, (ctx, { query: { startDate: from, endDate: to } }) =>
    findUnmetSearches(ctx, { from, to }),
  )
  const earnings = rememberedEarnings()
  serve(api, getEarnings, (ctx, { query }) => earnings(ctx, query))
  serve(api, getSources, (ctx, { query: { startDate: from, endDate: to } }) => findSources(ctx, { from, to }))
  serve(api, exportFigures, (ctx, { query }) => exportTable(ctx, query))
}

import { serve, type Api } from '#platform/serve.ts'
import { getJobSheet } from './contract.ts'
import { findJobSheet } from './queries.ts'

export function jobSheetRoutes(api: Api): void {
  serve(api, getJobSheet, (ctx, { params }) => findJobSheet(ctx, params.id))
}

import { serve, type Api } from '#platform/serve.ts'
import { exportIncome as totals, exportRecords as records, getIncome as get } from './contract.ts'
import { exportIncome, exportRecords, getIncome } from './queries.ts'

export function incomeRoutes(api: Api): void {
  serve(api, get, (ctx, { query }) => getIncome(ctx, query))
  serve(api, totals, (ctx, { query }) => exportIncome(ctx, query))
  serve(api, records, (ctx, { query }) => exportRecords(ctx, query))
}

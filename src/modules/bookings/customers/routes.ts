import { serve, type Api } from '#platform/serve.ts'
import { findCustomers } from './contract.ts'
import { findCustomers as find } from './queries.ts'

export function customerRoutes(api: Api): void {
  serve(api, findCustomers, (ctx, { query }) => find(ctx, query))
}

import { serve, type Api } from '#platform/serve.ts'
import { findCustomers, getMoveAgain } from './contract.ts'
import { findCustomers as find, readMoveAgain } from './queries.ts'

export function customerRoutes(api: Api): void {
  serve(api, findCustomers, (ctx, { query }) => find(ctx, query))
  serve(api, getMoveAgain, (ctx, { params }) => readMoveAgain(ctx, params.id))
}

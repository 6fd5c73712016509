import { serve, type Api } from '#platform/serve.ts'
import { bookSpecial as endpoint, getMoveAgain, getOwnMoveAgain, findCustomers } from './contract.ts'
import { bookSpecial } from './phone-bookings-commands.ts'
import { readMoveAgain, findCustomers as find } from './queries.ts'

export function specialRoutes(api: Api): void {
  serve(api, endpoint, (ctx, { body }) => bookSpecial(ctx, body))
}

export function moveAgainRoutes(api: Api): void {
  serve(api, getMoveAgain, (ctx, { params }) => readMoveAgain(ctx, params.id))
  serve(api, getOwnMoveAgain, (ctx, { params }) => readMoveAgain(ctx, params.id))
}

export function customerRoutes(api: Api): void {
  serve(api, findCustomers, (ctx, { query }) => find(ctx, query))
}

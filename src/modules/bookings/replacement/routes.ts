import { withOwnUnit } from '#modules/fleet/queries.ts'
import { serve, type Api } from '#platform/serve.ts'
import { Refusal } from '#shared/endpoint.ts'
import { bookReplacement, askAgain, confirmAgain, declineAgain } from './commands.ts'
import {
  bookInstead,
  findFreeNow,
  askForRebook,
  confirmRebook,
  declineRebook,
  getRebookPrice,
  listRebookings as list,
} from './contract.ts'
import { listFreeNow, listRebookings, quoteRebooking } from './queries.ts'

export function freeNowRoutes(api: Api): void {
  serve(api, findFreeNow, (ctx, { params }) => listFreeNow(ctx, params.id))
  serve(api, bookInstead, (ctx, { params, body }) => bookReplacement(ctx, params.id, body))
}

export function rebookingRoutes(api: Api): void {
  serve(api, getRebookPrice, async (ctx, { params, query }) => {
    const priced = await quoteRebooking(ctx, params.id, query)
    if (priced instanceof Refusal) return priced
    const { start, end, quote } = priced
    return { ...quote, startAt: start.toISOString(), endAt: end.toISOString() }
  })
  serve(api, askForRebook, (ctx, { params, body }) => askAgain(ctx, params.id, body))
  serve(api, confirmRebook, (ctx, { params }) => confirmAgain(ctx, params.id))
  serve(api, declineRebook, (ctx, { params }) => declineAgain(ctx, params.id))
  serve(api, list, (ctx, { params, query }) => withOwnUnit(ctx, params.id, (unit) => listRebookings(ctx, unit, query)))
}

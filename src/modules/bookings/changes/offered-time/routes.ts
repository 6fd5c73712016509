import { refuseMiss } from '#platform/rate-limit.ts'
import { serve, type Api } from '#platform/serve.ts'
import { answerOffer, offerTime } from './commands.ts'
import { answerOfferedTime, getOfferedTime, offerTime as offerTimeEndpoint } from './contract.ts'
import { findOfferedTime } from './queries.ts'

export function offeredTimeRoutes(api: Api): void {
  serve(api, offerTimeEndpoint, (ctx, { params, body }) => offerTime(ctx, params.id, new Date(body.newStartAt)))
  serve(api, getOfferedTime, async (ctx, { params }) => {
    const found = await findOfferedTime(ctx, params.token)
    return found ? found.view : refuseMiss(ctx, 'offered-time-link')
  })
  serve(api, answerOfferedTime, (ctx, { params, body }) => answerOffer(ctx, params.token, body.agree))
}

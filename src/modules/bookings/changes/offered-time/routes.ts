import { serve, type Api } from '#platform/serve.ts'
import { offerTime } from './commands.ts'
import { offerTime as offerTimeEndpoint } from './contract.ts'

export function offeredTimeRoutes(api: Api): void {
  serve(api, offerTimeEndpoint, (ctx, { params, body }) => offerTime(ctx, params.id, new Date(body.newStartAt)))
}

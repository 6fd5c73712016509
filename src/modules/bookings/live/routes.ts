import { serve, type Api } from '#platform/serve.ts'
import { watchBookings } from './contract.ts'
import { liveBookings } from './queries.ts'

export function liveRoutes(api: Api): void {
  serve(api, watchBookings, async (ctx) => liveBookings(ctx, api.live))
}

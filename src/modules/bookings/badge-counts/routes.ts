import { serve, type Api } from '#platform/serve.ts'
import { getWaiting } from './contract.ts'
import { countWaiting } from './queries.ts'

export function waitingCountRoutes(api: Api): void {
  serve(api, getWaiting, (ctx) => countWaiting(ctx))
}

import { serve, type Api } from '#platform/serve.ts'
import { getProgress, getSettings } from './contract.ts'
import { getFlags, getSetup } from './queries.ts'

export function routes(api: Api): void {
  serve(api, getProgress, (ctx) => getFlags(ctx))
  serve(api, getSettings, (ctx) => getSetup(ctx))
}

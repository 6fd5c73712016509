import { serve, type Api } from '#platform/serve.ts'
import { linkForKeys, release, showKeys } from './commands.ts'
import { getKeys, makeKeysLink, releaseKeys } from './contract.ts'

export function keysRoutes(api: Api): void {
  serve(api, makeKeysLink, (ctx, { params }) => linkForKeys(ctx, params.id))
  serve(api, getKeys, (ctx, { params }) => showKeys(ctx, params.token))
  serve(api, releaseKeys, (ctx, { params }) => release(ctx, params.token))
}

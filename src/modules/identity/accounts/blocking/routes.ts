import { serve, type Api } from '#platform/serve.ts'
import { blockPerson, unblockPerson } from './commands.ts'
import { blockPerson as blockEndpoint, unblockPerson as unblockEndpoint } from './contract.ts'

export function blockingRoutes(api: Api): void {
  serve(api, blockEndpoint, (ctx, { params, body }) => blockPerson(ctx, params.id, body.reason))
  serve(api, unblockEndpoint, (ctx, { params, body }) => unblockPerson(ctx, params.id, body.reason))
}

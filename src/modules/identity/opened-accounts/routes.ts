import { serve, type Api } from '#platform/serve.ts'
import { claim, noteClaim } from './claim-by-phone-commands.ts'
import { askClaimCode, claimByPhone } from './contract.ts'

export function claimRoutes(api: Api): void {
  serve(api, askClaimCode, (ctx, { body }) => noteClaim(ctx, body.phone))
  serve(api, claimByPhone, (ctx, { body }, { headers }) => claim(ctx, body, headers['user-agent']))
}

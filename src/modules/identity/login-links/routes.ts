import { serve, type Api } from '#platform/serve.ts'
import { deviceHeader } from '../sessions/gateway.ts'
import { noteLoginLink, openLogin } from './commands.ts'
import { askLoginLink, confirmLoginLink } from './contract.ts'

export function loginLinkRoutes(api: Api): void {
  serve(api, askLoginLink, (ctx, { body }) => noteLoginLink(ctx, body.email))
  serve(api, confirmLoginLink, (ctx, { body }, { headers }) => openLogin(ctx, body.token, headers[deviceHeader]))
}

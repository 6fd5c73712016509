import { serve, type Api } from '#platform/serve.ts'
import {
  getUser,
  logIn as logInEndpoint,
  logInCustomer,
  logOut,
  refreshTokens,
  register as registerEndpoint,
  verifyEmail as verifyEndpoint,
} from './contract.ts'
import { logIn } from './commands.ts'
import { getSignedInUser } from './queries.ts'
import { register, verifyEmail } from './registration/commands.ts'
import { endSession, rotateTokens } from './sessions/commands.ts'

export function routes(api: Api): void {
  serve(api, logInEndpoint, (ctx, { body }, request) => logIn(ctx, body, { userAgent: request.headers['user-agent'] }))
  serve(api, logInCustomer, (ctx, { body }, request) =>
    logIn(ctx, body, { roles: ['customer'], userAgent: request.headers['user-agent'] }),
  )
  serve(api, registerEndpoint, (ctx, { body }) => register(ctx, body))
  serve(api, verifyEndpoint, (ctx, { body }) => verifyEmail(ctx, body.token))
  serve(api, refreshTokens, (ctx, { body }) => rotateTokens(ctx, body.refresh))
  serve(api, logOut, async (ctx) => {
    if ('sessionId' in ctx.actor) await endSession(ctx, ctx.actor.sessionId)
    return undefined
  })
  serve(api, getUser, (ctx) => getSignedInUser(ctx))
}

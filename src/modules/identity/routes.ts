import type { IncomingHttpHeaders } from 'node:http'
import { serve, type Api } from '#platform/serve.ts'
import { administrationRoutes, blockingRoutes } from './administration/routes.ts'
import { closingRoutes, ownDataRoutes } from './privacy/routes.ts'
import { logIn } from './commands.ts'
import {
  getUser,
  logIn as logInEndpoint,
  logInCustomer,
  logOut,
  refreshTokens,
  register as registerEndpoint,
} from './contract.ts'
import { claimRoutes } from './opened-accounts/routes.ts'
import { loginLinkRoutes } from './login-links/routes.ts'
import { messageSettingRoutes, savedAddressRoutes } from './profile/routes.ts'
import { passwordResetRoutes } from './passwords/routes.ts'
import { updatePassword } from './passwords/commands.ts'
import { updatePassword as updatePasswordEndpoint } from './passwords/contract.ts'
import { sendPhoneCode, verifyPhone } from './verification/phones-commands.ts'
import { getPhoneCode, verifyPhone as verifyPhoneEndpoint } from './verification/contract.ts'
import { confirmNewAddress, updateUser } from './profile/commands.ts'
import { confirmEmailChange, updateUser as updateUserEndpoint } from './profile/contract.ts'
import { getSignedInUser } from './queries.ts'
import { deviceOf } from './sessions/known-devices-queries.ts'
import { register } from './registration/commands.ts'
import { endSession, rotateTokens } from './sessions/commands.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { twoStepRoutes } from './two-step/routes.ts'
import { verificationRoutes } from './verification/routes.ts'

const clientOf = (headers: IncomingHttpHeaders) => ({ userAgent: headers['user-agent'], device: deviceOf(headers) })

export function routes(api: Api): void {
  serve(api, logInEndpoint, (ctx, { body }, { headers }) => logIn(ctx, body, clientOf(headers)))
  serve(api, logInCustomer, (ctx, { body }, { headers }) =>
    logIn(ctx, body, { roles: ['customer'], ...clientOf(headers) }),
  )
  serve(api, registerEndpoint, (ctx, { body }, { headers }) => register(ctx, body, clientOf(headers)))
  serve(api, refreshTokens, (ctx, { body }) => rotateTokens(ctx, body.refresh))
  serve(api, logOut, async (ctx) => {
    if ('sessionId' in ctx.actor) await endSession(ctx, ctx.actor.sessionId)
    return undefined
  })
  serve(api, getUser, (ctx) => getSignedInUser(ctx))
  serve(api, updateUserEndpoint, (ctx, { body }) => updateUser(ctx, body))
  serve(api, confirmEmailChange, (ctx, { body }) => confirmNewAddress(ctx, body.token))
  serve(api, updatePasswordEndpoint, (ctx, { body }, { headers }) => updatePassword(ctx, body, deviceOf(headers)))
  serve(api, getPhoneCode, (ctx, { body }) => sendPhoneCode(ctx, body))
  serve(api, verifyPhoneEndpoint, (ctx, { body }) => verifyPhone(ctx, body))
  verificationRoutes(api)
  passwordResetRoutes(api)
  loginLinkRoutes(api)
  claimRoutes(api)
  sessionRoutes(api)
  twoStepRoutes(api)
  savedAddressRoutes(api)
  messageSettingRoutes(api)
  closingRoutes(api)
  blockingRoutes(api)
  administrationRoutes(api)
  ownDataRoutes(api)
}

import type { IncomingHttpHeaders } from 'node:http'
import { serve, type Api } from '#platform/serve.ts'
import { administrationRoutes } from './accounts/administration/routes.ts'
import { blockingRoutes } from './accounts/blocking/routes.ts'
import { closingRoutes } from './privacy/closure/routes.ts'
import { logIn } from './commands.ts'
import {
  getUser,
  logIn as logInEndpoint,
  logInCustomer,
  logOut,
  refreshTokens,
  register as registerEndpoint,
} from './contract.ts'
import { claimRoutes } from './credentials/claim-by-phone/routes.ts'
import { loginLinkRoutes } from './credentials/login-links/routes.ts'
import { messageSettingRoutes } from './accounts/message-settings/routes.ts'
import { ownDataRoutes } from './privacy/export/routes.ts'
import { passwordResetRoutes } from './credentials/password-reset/routes.ts'
import { updatePassword } from './credentials/passwords/commands.ts'
import { updatePassword as updatePasswordEndpoint } from './credentials/passwords/contract.ts'
import { sendPhoneCode, verifyPhone } from './accounts/phones/commands.ts'
import { getPhoneCode, verifyPhone as verifyPhoneEndpoint } from './accounts/phones/contract.ts'
import { confirmNewAddress, updateUser } from './accounts/profile/commands.ts'
import { confirmEmailChange, updateUser as updateUserEndpoint } from './accounts/profile/contract.ts'
import { getSignedInUser } from './queries.ts'
import { deviceOf } from './sessions/known-devices/queries.ts'
import { register } from './accounts/registration/commands.ts'
import { savedAddressRoutes } from './accounts/saved-addresses/routes.ts'
import { endSession, rotateTokens } from './sessions/commands.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { twoStepRoutes } from './credentials/two-step/routes.ts'
import { verificationRoutes } from './accounts/verification/routes.ts'

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

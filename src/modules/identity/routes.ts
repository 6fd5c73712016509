import type { IncomingHttpHeaders } from 'node:http'
import { serve, type Api } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { pageLinks } from '#shared/page.ts'
import { changeRole, endAccess, inviteMember, blockPerson, unblockPerson } from './administration/commands.ts'
import {
  changeStaffRole,
  endStaffAccess,
  inviteStaff,
  listStaff,
  blockPerson as blockEndpoint,
  unblockPerson as unblockEndpoint,
} from './administration/contract.ts'
import { listOffice } from './administration/queries.ts'
import { logIn } from './commands.ts'
import {
  getUser,
  logIn as logInEndpoint,
  logInCustomer,
  logOut,
  refreshTokens,
  register as registerEndpoint,
  verifyEmail as verifyEndpoint,
} from './contract.ts'
import { noteLoginLink, openLogin } from './login-links-commands.ts'
import { claim, noteClaim } from './opened-accounts/claim-by-phone-commands.ts'
import { askClaimCode, claimByPhone } from './opened-accounts/contract.ts'
import { updatePassword, askReset, confirmReset, validateReset } from './passwords/commands.ts'
import {
  updatePassword as updatePasswordEndpoint,
  askPasswordReset,
  confirmPasswordReset,
  validateResetToken,
} from './passwords/contract.ts'
import { askClosing, confirmClosing } from './privacy/commands.ts'
import { exportOwn } from './privacy/queries.ts'
import {
  confirmNewAddress,
  updateUser,
  saveSettingsOf,
  addAddress,
  changeAddress,
  removeAddress,
} from './profile/commands.ts'
import {
  confirmEmailChange,
  updateUser as updateUserEndpoint,
  getMessageSettings,
  saveMessageSettings,
  addSavedAddress,
  changeSavedAddress,
  listSavedAddresses,
  removeSavedAddress,
  deleteAccount,
  verifyDeleteAccount,
  exportOwnData,
} from './profile/contract.ts'
import { getSettingsOf, listOwnAddresses } from './profile/queries.ts'
import { getSignedInUser, getOwnTwoStep } from './queries.ts'
import { register } from './registration/commands.ts'
import { endSession, rotateTokens, endOneSession, endOtherSessions } from './sessions/commands.ts'
import {
  endOneSession as endOneEndpoint,
  endOtherSessions as endOthersEndpoint,
  listSessions,
  askLoginLink,
  confirmLoginLink,
} from './sessions/contract.ts'
import { deviceHeader } from './sessions/gateway.ts'
import { deviceOf } from './sessions/known-devices-queries.ts'
import { listOwnSessions } from './sessions/queries.ts'
import { confirmOwnTwoStep, renewOwnCodes, startOwnTwoStep, stopOwnTwoStep } from './two-step/commands.ts'
import { confirmTwoStep, getTwoStep, renewRecoveryCodes, startTwoStep, stopTwoStep } from './two-step/contract.ts'
import { verifyEmail } from './verification/commands.ts'
import { getPhoneCode, verifyPhone as verifyPhoneEndpoint, validateVerifyToken } from './verification/contract.ts'
import { sendPhoneCode, verifyPhone } from './verification/phones-commands.ts'
import { lookAtVerification } from './verification/queries.ts'

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

function claimRoutes(api: Api): void {
  serve(api, askClaimCode, (ctx, { body }) => noteClaim(ctx, body.phone))
  serve(api, claimByPhone, (ctx, { body }, { headers }) => claim(ctx, body, headers['user-agent']))
}

function loginLinkRoutes(api: Api): void {
  serve(api, askLoginLink, (ctx, { body }) => noteLoginLink(ctx, body.email))
  serve(api, confirmLoginLink, (ctx, { body }, { headers }) => openLogin(ctx, body.token, headers[deviceHeader]))
}

function passwordResetRoutes(api: Api): void {
  serve(api, askPasswordReset, (ctx, { body }) => askReset(ctx, body.email))
  serve(api, validateResetToken, (ctx, { body }) => validateReset(ctx, body.token))
  serve(api, confirmPasswordReset, (ctx, { body }, { headers }) => confirmReset(ctx, body, deviceOf(headers)))
}

function twoStepRoutes(api: Api): void {
  serve(api, getTwoStep, (ctx) => getOwnTwoStep(ctx))
  serve(api, startTwoStep, (ctx, { body }) => startOwnTwoStep(ctx, body))
  serve(api, confirmTwoStep, (ctx, { body }) => confirmOwnTwoStep(ctx, body.code))
  serve(api, renewRecoveryCodes, (ctx, { body }) => renewOwnCodes(ctx, body))
  serve(api, stopTwoStep, (ctx, { body }) => stopOwnTwoStep(ctx, body))
}

function closingRoutes(api: Api): void {
  serve(api, deleteAccount, (ctx) => askClosing(ctx))
  serve(api, verifyDeleteAccount, (ctx, { body }) => confirmClosing(ctx, body.token))
}

function ownDataRoutes(api: Api): void {
  serve(api, exportOwnData, (ctx) => exportOwn(ctx))
}

function verificationRoutes(api: Api): void {
  serve(api, verifyEndpoint, (ctx, { body }, { headers }) => verifyEmail(ctx, { ...body, device: deviceOf(headers) }))
  serve(api, validateVerifyToken, (ctx, { body }, { headers }) =>
    lookAtVerification(ctx, body.token, deviceOf(headers)),
  )
}

function sessionRoutes(api: Api): void {
  serve(api, listSessions, async (ctx, { query }) => {
    const { count, results } = await listOwnSessions(ctx, query)
    return { count, ...pageLinks('/api/users/sessions/', {}, query, count), results }
  })
  serve(api, endOthersEndpoint, async (ctx) => ({ ended: await endOtherSessions(ctx) }))
  serve(api, endOneEndpoint, (ctx, { params }) => endOneSession(ctx, params.id))
}

function administrationRoutes(api: Api): void {
  serve(api, listStaff, (ctx) => listOffice(ctx))
  serve(api, inviteStaff, (ctx, { body }) => inviteMember(ctx, body))
  serve(api, changeStaffRole, (ctx, { params, body }) => changeRole(ctx, params.id, body.staffRole))
  serve(api, endStaffAccess, (ctx, { params }) => endAccess(ctx, params.id))
}

function blockingRoutes(api: Api): void {
  serve(api, blockEndpoint, (ctx, { params, body }) => blockPerson(ctx, params.id, body.reason))
  serve(api, unblockEndpoint, (ctx, { params, body }) => unblockPerson(ctx, params.id, body.reason))
}

function messageSettingRoutes(api: Api): void {
  serve(api, getMessageSettings, (ctx) => getSettingsOf(ctx, userIdOf(ctx.actor)))
  serve(api, saveMessageSettings, async (ctx, { body }) => {
    const userId = userIdOf(ctx.actor)
    await saveSettingsOf(ctx, userId, body)
    return getSettingsOf(ctx, userId)
  })
}

function savedAddressRoutes(api: Api): void {
  serve(api, listSavedAddresses, async (ctx, { query }) => {
    const { count, results } = await listOwnAddresses(ctx, query)
    return { count, ...pageLinks('/api/users/addresses/', {}, query, count), results }
  })
  serve(api, addSavedAddress, (ctx, { body }) => addAddress(ctx, body))
  serve(api, changeSavedAddress, (ctx, { params, body }) => changeAddress(ctx, params.id, body))
  serve(api, removeSavedAddress, (ctx, { params }) => removeAddress(ctx, params.id))
}

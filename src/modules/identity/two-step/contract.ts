import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { currentPassword, reauthRequired, sixDigits } from '../passwords/contract.ts'

/** An optional second step at login: a code from an app (TOTP, RFC 6238). */

export const twoStepIsOn = refusal('two_step_is_on', 409, 'Two-step login is on already.')
export const twoStepIsOff = refusal('two_step_is_off', 409, 'Two-step login isn’t on.')

const roles = ['customer', 'driver', 'hired', 'admin'] as const
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
const limit = { name: 'two-step', per: 'user', count: 30, seconds: 3600, isDurable: true } as const

export const getTwoStep = endpoint({
  id: 'getTwoStep',
  method: 'GET',
  path: '/users/totp/',
  summary: 'Whether two-step login is on, and how many recovery codes are left',
  access: roles,
  staff: 'self',
  answer: z.object({
    is_on: z.boolean(),
    since: z.iso.datetime().nullable(),
    recovery_codes_left: z.int(),
  }),
})

export const startTwoStep = endpoint({
  id: 'startTwoStep',
  method: 'POST',
  path: '/users/totp/',
  summary: 'A new secret for an authenticator app; two-step login is on once a code of it is confirmed',
  access: roles,
  staff: 'self',
  body: z.strictObject({ current_password: currentPassword }).nullish(),
  status: 201,
  answer: z.object({
    /** Base32, for typing in. */
    secret: z.string(),
    /** Address for a QR code or a link on a phone: `otpauth://totp/…`. */
    otpauth_uri: z.string(),
  }),
  refusals: [reauthRequired, twoStepIsOn],
  keyless: 'the answer is a secret, which is written down nowhere; the one asked for last is the one to confirm.',
  limit,
})

export const confirmTwoStep = endpoint({
  id: 'confirmTwoStep',
  method: 'POST',
  path: '/users/totp/confirm/',
  summary:
    'Switch two-step login on with a code of the new secret; answers the recovery codes, once; other sessions end',
  access: roles,
  staff: 'self',
  body: z.strictObject({
    code: sixDigits,
  }),
  answer: recoveryCodes,
  refusals: [twoStepIsOn, twoStepIsOff],
  limit,
})

export const renewRecoveryCodes = endpoint({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/users/totp/recovery-codes/',
  summary: 'Ten new recovery codes; those before no longer work',
  access: roles,
  staff: 'self',
  body: z.strictObject({ current_password: currentPassword }).nullish(),
  answer: recoveryCodes,
  refusals: [reauthRequired, twoStepIsOff],
  limit,
})

export const stopTwoStep = endpoint({
  id: 'stopTwoStep',
  method: 'POST',
  path: '/users/totp/turn-off/',
  summary: 'Switch two-step login off',
  access: roles,
  staff: 'self',
  body: z.strictObject({ current_password: currentPassword }).nullish(),
  answer: z.object({ detail: z.string() }),
  refusals: [reauthRequired, twoStepIsOff],
  limit,
})

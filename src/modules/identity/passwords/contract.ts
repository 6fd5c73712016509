import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { email, tokenExpired } from '../contract.ts'

/** T-030: changes that a stolen session must not be able to make require the password, unless the login is at most five minutes old. */
export const reauthRequired = refusal('reauth_required', 403, 'Enter your password to do this.')

/** Code from a text message or an app; both display it in two groups. */
export const sixDigits = z
  .string({ error: 'Required' })
  .overwrite((text) => text.replaceAll(/\s/g, ''))
  .regex(/^[0-9]{6}$/, 'The code has six digits.')

/** Field in the body of every endpoint that may require it. */
export const currentPassword = z.string().min(1, 'Required').max(1024).nullish()

const newPassword = z.string({ error: 'Required' }).min(1, 'Required').max(1024)

export const updatePassword = endpoint({
  id: 'updatePassword',
  method: 'PUT',
  path: '/users/update-password/',
  summary: 'Change the password; every other session ends',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  body: z.strictObject({ current_password: currentPassword, new_password: newPassword }),
  answer: z.object({ detail: z.string() }),
  refusals: [reauthRequired],
  limit: { name: 'update-password', per: 'user', count: 20, seconds: 3600, isDurable: true },
})

const token = z.string({ error: 'Required' }).min(1, 'Required').max(500)
const done = z.object({ detail: z.string() })

export const askPasswordReset = endpoint({
  id: 'askPasswordReset',
  method: 'POST',
  path: '/users/reset_password/',
  summary: 'Email a link to choose a new password; the same answer whether or not the address is known',
  access: 'public',
  body: z.strictObject({ email }),
  answer: done,
  limit: { name: 'reset-password', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

export const validateResetToken = endpoint({
  id: 'validateResetToken',
  method: 'POST',
  path: '/users/reset_password/validate_token/',
  summary: 'Whether an emailed link to choose a new password still works; it is not used up',
  access: 'public',
  body: z.strictObject({ token }),
  answer: done,
  refusals: [tokenExpired],
  limit: { name: 'validate-reset-token', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

export const confirmPasswordReset = endpoint({
  id: 'confirmPasswordReset',
  method: 'POST',
  path: '/users/reset_password/confirm/',
  summary: 'Set a new password with the emailed token; every session ends',
  access: 'public',
  body: z.strictObject({ token, password: z.string({ error: 'Required' }).min(1, 'Required').max(1024) }),
  answer: done,
  refusals: [tokenExpired],
  limit: { name: 'confirm-reset', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

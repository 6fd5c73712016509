import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { email, tokenExpired } from '../../contract.ts'

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

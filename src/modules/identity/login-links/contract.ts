import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { email, tokenExpired } from '../contract.ts'

const token = z.string({ error: 'Required' }).min(1, 'Required').max(500)

/** Login link for an owner slowed down by a stranger's wrong guesses. The password is still required. */
export const askLoginLink = endpoint({
  id: 'askLoginLink',
  method: 'POST',
  path: '/users/login-link/',
  summary:
    'Email a link that opens the login on one device whatever others have tried; the same answer whether or not the address is known',
  access: 'public',
  body: z.strictObject({ email }),
  answer: z.object({ detail: z.string() }),
  limit: { name: 'login-link', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

export const confirmLoginLink = endpoint({
  id: 'confirmLoginLink',
  method: 'POST',
  path: '/users/login-link/confirm/',
  summary:
    'Open the login on the device that sends the emailed token (header Vanfare-Device); it has its own count of wrong tries from then on',
  access: 'public',
  body: z.strictObject({ token }),
  answer: z.object({
    detail: z.string(),
    /** The secret to send in the `Vanfare-Device` header with the login; newly made if the call sent none. */
    device: z.string(),
  }),
  refusals: [tokenExpired],
  limit: { name: 'confirm-login-link', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'
import { email, tokenExpired } from '../contract.ts'

const session = z.object({
  id: z.uuid(),
  /** "Firefox on Windows"; null if the client does not say. */
  device: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  is_current: z.boolean(),
})

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/users/sessions/',
  summary: 'Where this account is logged in, the present session first',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  query: z.object(pageQuery),
  answer: pageOf(session),
})

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'POST',
  path: '/users/sessions/end-others/',
  summary: 'Log out everywhere else',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  body: z.strictObject({}).nullish(),
  answer: z.object({ ended: z.int() }),
})

export const endOneSession = endpoint({
  id: 'endOneSession',
  method: 'DELETE',
  path: '/users/sessions/{id}/',
  summary: 'Log out one session',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  params: z.object({ id: z.uuid() }),
  status: 204,
  answer: z.undefined(),
})

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

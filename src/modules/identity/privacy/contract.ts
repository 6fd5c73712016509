import { z } from 'zod'
import { endpoint, refusal, file } from '#shared/endpoint.ts'
import { lastOwner } from '../administration/contract.ts'
import { tokenExpired } from '../contract.ts'

export const bookingAhead = refusal(
  'booking_ahead',
  409,
  'You have an upcoming booking. Cancel it first, then close your account.',
)
/** A link has been emailed, or the account is already closing. */
export const pendingDelete = refusal('pending_delete', 409, 'pending_delete')

export const deleteAccount = endpoint({
  id: 'deleteAccount',
  method: 'POST',
  path: '/users/delete-account/',
  summary: 'Email a link that closes the account',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'everyone',
  body: z.strictObject({}).nullish(),
  answer: z.object({ detail: z.string() }),
  refusals: [bookingAhead, lastOwner, pendingDelete],
  limit: { name: 'delete-account', per: 'user', count: 10, seconds: 86_400, isDurable: true },
})

export const verifyDeleteAccount = endpoint({
  id: 'verifyDeleteAccount',
  method: 'POST',
  path: '/users/verify-delete-account/',
  summary: 'Close the account with the emailed token; it is erased 30 days later',
  access: 'public',
  body: z.strictObject({ token: z.string({ error: 'Required' }).min(1, 'Required').max(500) }),
  answer: z.object({ detail: z.string(), erased_at: z.iso.datetime() }),
  refusals: [tokenExpired, bookingAhead, lastOwner],
  limit: { name: 'verify-delete-account', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

export const exportOwnData = endpoint({
  id: 'exportOwnData',
  method: 'GET',
  path: '/users/export/',
  summary: 'Everything held about the signed-in user, as one JSON file',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'everyone',
  // A file to keep, not an interface: its contents grow with what is stored.
  answer: file('application/json'),
  limit: { name: 'export', per: 'user', count: 10, seconds: 3600, isDurable: true },
})

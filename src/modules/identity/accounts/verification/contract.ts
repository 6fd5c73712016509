import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { tokenExpired } from '../../contract.ts'

const token = z.string({ error: 'Required' }).min(1, 'Required').max(500)

export const validateVerifyToken = endpoint({
  id: 'validateVerifyToken',
  method: 'POST',
  path: '/users/verify-email/validate_token/',
  summary:
    'Which registration an emailed link speaks for, and what following it asks of this device; it is not used up',
  access: 'public',
  body: z.strictObject({ token }),
  answer: z.object({
    /** `none` on the device that registered. Elsewhere the password distinguishes the owner from a stranger who typed the same address. */
    proof: z.enum(['none', 'password']),
    /** The account exists already: the password is its own, and only a booking is started. */
    has_account: z.boolean(),
    registered_at: z.iso.datetime(),
    /** "on Sunday 22 November at 14:03:07, with Firefox on Windows, …" */
    origin: z.string(),
    /** How many registrations of this address still wait for their link. */
    registrations: z.int(),
  }),
  refusals: [tokenExpired],
  limit: { name: 'validate-verify-token', per: 'address', count: 60, seconds: 3600, isDurable: true },
})

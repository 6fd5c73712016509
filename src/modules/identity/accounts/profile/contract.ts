import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { email, getUser, tokenExpired } from '../../contract.ts'
import { currentPassword, reauthRequired } from '../../credentials/reauthentication/contract.ts'

export const phoneNotVerified = refusal(
  'phone_not_verified',
  409,
  'Confirm this number with the code that we send to it, then save it.',
)

/**
 * A field that is not sent keeps its value. A new email address takes effect when its link is followed; until then `pending_email`
 * shows it. A phone number takes effect with its code (`users/mobile-phone/…`); sending the current one changes nothing.
 */
export const updateUser = endpoint({
  id: 'updateUser',
  method: 'PUT',
  path: '/users/',
  summary: 'Change name, email address or phone number',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'everyone',
  body: z.strictObject({
    first_name: z.string().trim().min(1, 'Required').max(100).optional(),
    last_name: z.string().trim().max(100).nullish(),
    email: email.optional(),
    phone: z.string().trim().max(30).optional(),
    current_password: currentPassword,
  }),
  answer: getUser.answer,
  refusals: [reauthRequired, phoneNotVerified],
  limit: { name: 'update-user', per: 'user', count: 60, seconds: 3600 },
})

export const confirmEmailChange = endpoint({
  id: 'confirmEmailChange',
  method: 'POST',
  path: '/users/change-email/',
  summary: 'Move the account to a new email address with the token emailed there',
  access: 'public',
  body: z.strictObject({ token: z.string({ error: 'Required' }).min(1, 'Required').max(500) }),
  answer: z.object({ detail: z.string(), email: z.string() }),
  refusals: [tokenExpired],
  limit: { name: 'change-email', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

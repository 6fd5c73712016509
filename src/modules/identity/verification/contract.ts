import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { tokenExpired } from '../contract.ts'
import { currentPassword, reauthRequired, sixDigits } from '../passwords/contract.ts'

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

export const codeExpired = refusal('code_expired', 409, 'This code is no longer valid. Ask for a new one.')

export const noSms = refusal(
  'sms_unavailable',
  409,
  'We can’t send text messages at the moment. Please call us instead.',
)

const phone = z.string().trim().max(30).nullish()

/** T-028: six digits, ten minutes, five tries; once a minute, five times a day. */
export const getPhoneCode = endpoint({
  id: 'getPhoneCode',
  method: 'POST',
  path: '/users/mobile-phone/get-code/',
  summary: 'Send a code to a phone number: a new one, or without one that of the account',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'everyone',
  body: z.strictObject({ phone, current_password: currentPassword }),
  answer: z.object({ detail: z.string(), phone: z.string(), expires_at: z.iso.datetime() }),
  refusals: [reauthRequired, noSms],
})

export const verifyPhone = endpoint({
  id: 'verifyPhone',
  method: 'POST',
  path: '/users/mobile-phone/verify/',
  summary: 'Confirm a phone number with its code; it becomes the number of the account',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'everyone',
  body: z.strictObject({
    phone,
    code: sixDigits,
  }),
  answer: z.object({ detail: z.string(), phone: z.string() }),
  refusals: [codeExpired],
  limit: { name: 'verify-phone', per: 'user', count: 30, seconds: 3600, isDurable: true },
})

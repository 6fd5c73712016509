import { z } from 'zod'
import { refusal, endpoint } from '#shared/endpoint.ts'
import { logIn } from '../contract.ts'
import { sixDigits } from '../passwords/contract.ts'
import { codeExpired } from '../verification/contract.ts'

export const noMobile = refusal(
  'no_mobile',
  409,
  'We can only text UK mobile numbers. Follow the link that we sent by email instead.',
)

/**
 * The way in for a customer whose account was opened by phone and has neither an address nor a password: a code to the number (decisions
 * §11). Signed in, they give the account both, in its settings.
 */

const phone = z.string({ error: 'Required' }).trim().min(1, 'Required').max(30)

export const askClaimCode = endpoint({
  id: 'askClaimCode',
  method: 'POST',
  path: '/users/claim-by-phone/get-code/',
  summary: 'Text a code to the number of an account opened by phone; the same answer whether or not there is one',
  access: 'public',
  body: z.strictObject({ phone }),
  answer: z.object({ detail: z.string() }),
  limit: { name: 'claim-code', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

export const claimByPhone = endpoint({
  id: 'claimByPhone',
  method: 'POST',
  path: '/users/claim-by-phone/verify/',
  summary: 'Log in to an account opened by phone with the texted code',
  access: 'public',
  body: z.strictObject({ phone, code: sixDigits }),
  answer: logIn.answer,
  refusals: [codeExpired],
  limit: { name: 'claim-by-phone', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

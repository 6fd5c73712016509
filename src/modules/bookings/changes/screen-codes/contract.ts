import { z } from 'zod'
import { codeExpired, noSms } from '#modules/identity/verification/contract.ts'
import { noMobile } from '#modules/identity/opened-accounts/contract.ts'
import { sixDigits } from '#modules/identity/passwords/contract.ts'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'

/** A code on the driver’s screen leads the customer to their own page, once they have signed in or typed a code that was texted to them. It proves nothing itself. */

export const makeScreenCode = endpoint({
  id: 'makeScreenCode',
  method: 'POST',
  path: '/booking/{id}/screen-code/',
  summary: 'A code to show to the customer, who finds their own page by it; it replaces the one before',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({}).optional(),
  answer: z.object({ code: z.string(), expires_at: z.iso.datetime() }),
  refusals: [commonRefusals.conflict],
  limit: { name: 'screen-code', per: 'user', count: 60, seconds: 3600 },
})

const code = z.string('Enter the code on your driver’s screen.').max(20)

export const textDayCode = endpoint({
  id: 'textDayCode',
  method: 'POST',
  path: '/day-codes/get-code/',
  summary: 'Text a code to the customer of the booking whose driver shows this code',
  access: 'public',
  isSecret: true,
  body: z.strictObject({ code }),
  answer: z.object({ detail: z.string(), phone_ending: z.string(), expires_at: z.iso.datetime() }),
  refusals: [noSms, noMobile],
  limit: { name: 'text-day-code', per: 'address', count: 30, seconds: 3600, isDurable: true },
})

export const findPageByCode = endpoint({
  id: 'findPageByCode',
  method: 'POST',
  path: '/day-codes/',
  summary: 'The address of the customer’s page, by the code on their driver’s screen and proof of being the customer',
  access: 'public',
  isSecret: true,
  body: z.strictObject({ code, text_code: sixDigits.optional() }),
  /** Null until the customer shows who they are: signed in, or by the code from `day-codes/get-code/`. */
  answer: z.object({ address: z.string().nullable() }),
  refusals: [codeExpired],
  limit: { name: 'day-code', per: 'address', count: 30, seconds: 600, isDurable: true },
})

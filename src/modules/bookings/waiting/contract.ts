import { z } from 'zod'
import { codeExpired, noSms } from '#modules/identity/verification/contract.ts'
import { sixDigits } from '#modules/identity/passwords/contract.ts'
import { noMobile } from '#modules/identity/opened-accounts/contract.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { getSharedBooking, tooManyOpen } from '../contract.ts'

/**
 * A second way to start a waiting booking: a code to the booker's phone. It proves the phone; the address stays
 * unconfirmed.
 */

export const notWaiting = refusal('not_waiting', 409, 'This booking no longer needs a code.')

export const getStartCode = endpoint({
  id: 'getStartCode',
  method: 'POST',
  path: '/booking/{hash}/get-code/',
  isSecret: true,
  summary: 'Text a code to the number that was given with a booking that waits for its customer to be verified',
  access: 'public',
  params: getSharedBooking.params,
  body: z.strictObject({}).nullish(),
  answer: z.object({
    detail: z.string(),
    /** The last three digits of the number. */
    phone_ending: z.string(),
    expires_at: z.iso.datetime(),
  }),
  refusals: [notWaiting, noSms, noMobile],
  limit: { name: 'start-code', per: 'address', count: 60, seconds: 3600, isDurable: true },
})

export const sendAgain = endpoint({
  id: 'sendAgain',
  method: 'POST',
  path: '/booking/{hash}/send-again/',
  isSecret: true,
  summary: 'Email the link of a waiting booking again, and text a code where that is possible',
  access: 'public',
  params: getSharedBooking.params,
  body: z.strictObject({}).nullish(),
  answer: z.object({
    detail: z.string(),
    /** The last three digits of the number; null if no code was texted. */
    phone_ending: z.string().nullable(),
  }),
  refusals: [notWaiting],
  limit: { name: 'send-again', per: 'address', count: 30, seconds: 3600, isDurable: true },
})

export const startBooking = endpoint({
  id: 'startBooking',
  method: 'POST',
  path: '/booking/{hash}/verify/',
  isSecret: true,
  summary: 'Start a booking that waits, with the code that was texted; the email address stays unconfirmed',
  access: 'public',
  params: getSharedBooking.params,
  body: z.strictObject({ code: sixDigits }),
  answer: z.object({
    detail: z.string(),
    booking: z.object({ hash: z.string(), status: z.string(), is_held: z.boolean() }),
  }),
  refusals: [notWaiting, codeExpired, tooManyOpen],
  limit: { name: 'start-booking', per: 'address', count: 30, seconds: 3600, isDurable: true },
})

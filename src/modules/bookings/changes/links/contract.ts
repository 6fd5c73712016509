import { z } from 'zod'
import { noMobile } from '#modules/identity/opened-accounts/contract.ts'
import { sixDigits } from '#modules/identity/passwords/contract.ts'
import { codeExpired, noSms } from '#modules/identity/verification/contract.ts'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { LONGEST_NAME, MOST_KEYS_LINKS } from '../rules.ts'

/** Links for agents and solicitors, who have no account: one tap says that the keys are released. */

export const keysLink = z.object({
  id: z.uuid(),
  /** Name of the person whom the link is for, as entered; null if none was. */
  for_name: z.string().nullable(),
  /** Which side made it; null of an older one. */
  made_by: z.enum(['mover', 'customer']).nullable(),
  /** What is sent to the agent; null once it is withdrawn. */
  url: z.string().nullable(),
  made_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** When it was tapped. The keys are released once, so of one link only. */
  released_at: z.iso.datetime().nullable(),
  withdrawn_at: z.iso.datetime().nullable(),
})

const ofBooking = z.object({ id: z.uuid() })
const access = ['customer', 'driver', 'hired'] as const

export const listKeysLinks = endpoint({
  id: 'listKeysLinks',
  method: 'GET',
  path: '/booking/{id}/keys-links/',
  summary: 'List the key links of a booking, latest first, with who each is for and its state',
  access,
  params: ofBooking,
  answer: z.array(keysLink).max(MOST_KEYS_LINKS),
})

export const tooManyKeysLinks = refusal(
  'too_many_keys_links',
  409,
  `A booking has ${MOST_KEYS_LINKS} links for its keys at most. Send one of those that you have.`,
)

export const makeKeysLink = endpoint({
  id: 'makeKeysLink',
  method: 'POST',
  path: '/booking/{id}/keys-link/',
  summary: 'A link by which an agent or solicitor says that the keys are released; for the same name the same one',
  access,
  params: ofBooking,
  body: z
    .strictObject({
      for_name: z
        .string()
        .trim()
        .max(LONGEST_NAME, `Keep this under ${LONGEST_NAME} characters.`)
        .regex(/^[^\p{Cc}]*$/u, 'Write it on one line.')
        .nullish(),
    })
    .optional(),
  answer: keysLink,
  refusals: [commonRefusals.conflict, tooManyKeysLinks],
})

export const linkUsed = refusal(
  'link_used',
  409,
  'The keys were released with this link already, so it can’t be withdrawn.',
)

export const withdrawKeysLink = endpoint({
  id: 'withdrawKeysLink',
  method: 'POST',
  path: '/booking/{id}/withdraw-keys-link/',
  summary: 'Withdraw a key link; anyone who opens it sees only that it was withdrawn',
  access,
  params: ofBooking,
  body: z.strictObject({ keys_link_id: z.uuid() }),
  answer: keysLink,
  refusals: [linkUsed],
})

export const linkOver = refusal('link_over', 409, 'This link worked on the day of the move. It has now expired.')
export const linkWithdrawn = refusal(
  'link_withdrawn',
  409,
  'The person who sent you this link has withdrawn it. If you have keys to release, ask them for a new link.',
)

const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) })

/** All that a stranger with the link learns. */
const keys = z.object({
  /** District of the keys. */
  outcode: z.string(),
  start_at: z.iso.datetime(),
  mover_name: z.string(),
  released_at: z.iso.datetime().nullable(),
})

export const getKeys = endpoint({
  id: 'getKeys',
  method: 'GET',
  path: '/keys/{token}/',
  summary: 'Get what a key link is about',
  access: 'public',
  isSecret: true,
  params,
  answer: keys,
  refusals: [linkOver, linkWithdrawn],
  limit: { name: 'keys-link', per: 'address', count: 60, seconds: 60 },
})

export const releaseKeys = endpoint({
  id: 'releaseKeys',
  method: 'POST',
  path: '/keys/{token}/',
  summary: 'Confirm that the keys are released and notify both sides; repeating it returns the time',
  access: 'public',
  isSecret: true,
  params,
  body: z.strictObject({}).nullish(),
  answer: keys,
  refusals: [linkOver, linkWithdrawn],
  limit: { name: 'keys-link', per: 'address', count: 60, seconds: 60 },
})

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

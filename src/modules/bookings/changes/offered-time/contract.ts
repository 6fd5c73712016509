import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { driverBooking } from '../../lists/contract.ts'
import { notCovered, vanKeptOut } from '../../contract.ts'
import { changeOpen, timeNotFree } from '../contract.ts'

/** The driver of a new booking offers its customer another time at the same price. The customer answers it like any change. */

export const offerTime = endpoint({
  id: 'offerTime',
  method: 'POST',
  path: '/booking/{id}/offer-time/',
  summary:
    'Offer the customer of a new booking another time; a yes moves and confirms it at once, and until then the time to answer stays as it is',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ new_start_at: z.iso.datetime({ error: 'Choose a day and a time.' }).max(40) }),
  answer: driverBooking,
  refusals: [changeOpen, commonRefusals.conflict],
  limit: { name: 'offer-time', per: 'user', count: 30, seconds: 3600 },
})

const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) })

const offered = z.object({
  /** `over`: it has expired, was replaced or withdrawn, or the booking was answered in another way. */
  state: z.enum(['open', 'agreed', 'refused', 'over']),
  reference: z.string(),
  from: z.string(),
  to: z.string(),
  /** The company that offers it; null once the booking has left them. */
  company_name: z.string().nullable(),
  start_at: z.iso.datetime(),
  new_start_at: z.iso.datetime(),
  /** The price, which stays. */
  total_pence: z.int(),
  expires_at: z.iso.datetime(),
})

export const offerOver = refusal(
  'offered_time_over',
  409,
  'This link has expired, or the offer was replaced or taken back. Nothing has changed. Log in to see your booking.',
)
export const offerAnswered = refusal(
  'offered_time_answered',
  409,
  'You gave the other answer with this link before, and it works once. If that was a mistake, call us.',
)

const limit = { name: 'offered-time-link', per: 'address', count: 60, seconds: 60 } as const

export const getOfferedTime = endpoint({
  id: 'getOfferedTime',
  method: 'GET',
  path: '/another-time/{token}/',
  summary: 'Another time that the driver of a new booking offers, for the holder of the link that answers it',
  access: 'public',
  isSecret: true,
  params,
  answer: offered,
  limit,
})

export const answerOfferedTime = endpoint({
  id: 'answerOfferedTime',
  method: 'POST',
  path: '/another-time/{token}/answer/',
  summary:
    'Say yes or no to the offered time by the link; yes moves and confirms the booking at the same price. The same answer again changes nothing',
  access: 'public',
  isSecret: true,
  params,
  body: z.strictObject({ agree: z.boolean('Choose yes or no.') }),
  answer: offered,
  refusals: [offerOver, offerAnswered, timeNotFree, notCovered, vanKeptOut, commonRefusals.conflict],
  limit,
})

import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { timeNotFree } from '../changes/contract.ts'
import { notCovered, vanKeptOut } from '../contract.ts'

/**
 * Two questions that the booker answers without signing in, each by a link in a message to them: whether they cancelled, as the driver
 * reported, and whether they take another time, which the driver of a new booking offers. Reading one does nothing.
 */

const byLink = (name: string) =>
  ({
    access: 'public',
    isSecret: true,
    params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) }),
    limit: { name, per: 'address', count: 60, seconds: 60 },
  }) as const

/** The booking that a question is about. */
const ofBooking = {
  reference: z.string(),
  from: z.string(),
  to: z.string(),
  /** The company that reported it or offers it; null once the booking has left them. */
  company_name: z.string().nullable(),
  start_at: z.iso.datetime(),
}

const otherAnswerGiven = <const Code extends string>(code: Code) =>
  refusal(
    code,
    409,
    'You gave the other answer with this link before, and it works once. If that was a mistake, call us.',
  )

const question = z.object({
  /** `over`: it has expired, or the question was answered in another way. */
  state: z.enum(['open', 'agreed', 'denied', 'over']),
  /** Whether the move goes ahead as things are now, other drivers are asked, or it is off. */
  outlook: z.enum(['goes_ahead', 'others_asked', 'off']),
  ...ofBooking,
  /** What it costs the customer to say that they did. */
  fee_pence: z.int(),
  expires_at: z.iso.datetime(),
})

export const questionOver = refusal(
  'cancellation_question_over',
  409,
  'This link has expired, or the question was answered in another way. Nothing has changed. Log in to see your booking.',
)
export const questionAnswered = otherAnswerGiven('cancellation_question_answered')

const cancellation = byLink('cancellation-link')

export const getCancellationQuestion = endpoint({
  ...cancellation,
  id: 'getCancellationQuestion',
  method: 'GET',
  path: '/did-you-cancel/{token}/',
  summary: 'A cancellation that the driver reported, for the holder of the link that answers it',
  answer: question,
})

export const answerCancellationQuestion = endpoint({
  ...cancellation,
  id: 'answerCancellationQuestion',
  method: 'POST',
  path: '/did-you-cancel/{token}/answer/',
  summary:
    'Say by the link whether the customer cancelled; yes costs what the link names. Said again, it is said already',
  body: z.strictObject({ did_cancel: z.boolean('Choose whether you cancelled.') }),
  answer: question,
  refusals: [questionOver, questionAnswered],
})

const offered = z.object({
  /** `over`: it has expired, was replaced or withdrawn, or the booking was answered in another way. */
  state: z.enum(['open', 'agreed', 'refused', 'over']),
  ...ofBooking,
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
export const offerAnswered = otherAnswerGiven('offered_time_answered')

const offeredTime = byLink('offered-time-link')

export const getOfferedTime = endpoint({
  ...offeredTime,
  id: 'getOfferedTime',
  method: 'GET',
  path: '/another-time/{token}/',
  summary: 'Another time that the driver of a new booking offers, for the holder of the link that answers it',
  answer: offered,
})

export const answerOfferedTime = endpoint({
  ...offeredTime,
  id: 'answerOfferedTime',
  method: 'POST',
  path: '/another-time/{token}/answer/',
  summary:
    'Say yes or no to the offered time by the link; yes moves and confirms the booking at the same price. The same answer again changes nothing',
  body: z.strictObject({ agree: z.boolean('Choose yes or no.') }),
  answer: offered,
  refusals: [offerOver, offerAnswered, timeNotFree, notCovered, vanKeptOut, commonRefusals.conflict],
})

import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { timeNotFree } from '../changes/contract.ts'
import { notCovered, vanKeptOut } from '../contract.ts'

/**
 * A question that one person answers without signing in, by the one-time link in a message to them: whether they cancelled, as the driver
 * reported; whether they take another time, which the driver of a new booking offers; whether the hours count from a start before the
 * agreed one (ADR 0064). Reading it does nothing.
 */

const about = {
  /** `over`: it has expired, or the question was replaced, withdrawn or answered in another way. */
  state: z.enum(['open', 'agreed', 'refused', 'over']),
  reference: z.string(),
  from: z.string(),
  to: z.string(),
  /** The company that asks; null once the booking has left it. */
  company_name: z.string().nullable(),
  /** The agreed start. */
  start_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
}

export const askedByLink = z.discriminatedUnion('purpose', [
  z.object({
    purpose: z.literal('cancellation'),
    ...about,
    /** Whether the move goes ahead as things are now, other drivers are asked, or it is off. */
    outlook: z.enum(['goes_ahead', 'others_asked', 'off']),
    /** What it costs the customer to say that they did. */
    fee_pence: z.int(),
  }),
  z.object({
    purpose: z.literal('offered_time'),
    ...about,
    new_start_at: z.iso.datetime(),
    /** The price, which stays. */
    total_pence: z.int(),
  }),
  z.object({
    purpose: z.literal('early_start'),
    ...about,
    started_at: z.iso.datetime(),
    /** The most that agreeing can add to the price. */
    most_pence: z.int(),
  }),
])

export const linkOver = refusal(
  'answer_link_over',
  409,
  'This link has expired, or the question was answered in another way. Nothing has changed. Log in to see your booking.',
)
export const linkAnswered = refusal(
  'answer_link_answered',
  409,
  'You gave the other answer with this link before, and it works once. If that was a mistake, call us.',
)

const byLink = {
  path: '/answer/{token}/',
  access: 'public',
  isSecret: true,
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) }),
  answer: askedByLink,
  limit: { name: 'answer-link', per: 'address', count: 60, seconds: 60 },
} as const

export const getAnswerLink = endpoint({
  ...byLink,
  id: 'getAnswerLink',
  method: 'GET',
  summary: 'What one person is asked, for the holder of the link that answers it',
})

export const answerByLink = endpoint({
  ...byLink,
  id: 'answerByLink',
  method: 'POST',
  summary: 'Answer by the link, for what it names. The same answer again changes nothing',
  body: z.strictObject({ answer: z.enum(['yes', 'no'], 'Choose yes or no.') }),
  refusals: [linkOver, linkAnswered, timeNotFree, notCovered, vanKeptOut, commonRefusals.conflict],
})

import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'

/** Whether the customer cancelled, as the driver reported, without signing in: by a link in a message to the booker. Reading it does nothing. */

const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) })

const question = z.object({
  /** `over`: it has expired, or the question was answered in another way. */
  state: z.enum(['open', 'agreed', 'denied', 'over']),
  /** Whether the move goes ahead as things are now, other drivers are asked, or it is off. */
  outlook: z.enum(['goes_ahead', 'others_asked', 'off']),
  reference: z.string(),
  from: z.string(),
  to: z.string(),
  /** The name of the company that reported it; null once the booking has left them. */
  company_name: z.string().nullable(),
  start_at: z.iso.datetime(),
  /** What it costs the customer to say that they did. */
  fee_pence: z.int(),
  expires_at: z.iso.datetime(),
})

export const questionOver = refusal(
  'cancellation_question_over',
  409,
  'This link has expired, or the question was answered in another way. Nothing has changed. Log in to see your booking.',
)
export const questionAnswered = refusal(
  'cancellation_question_answered',
  409,
  'You gave the other answer with this link before, and it works once. If that was a mistake, call us.',
)

const limit = { name: 'cancellation-link', per: 'address', count: 60, seconds: 60 } as const

export const getCancellationQuestion = endpoint({
  id: 'getCancellationQuestion',
  method: 'GET',
  path: '/did-you-cancel/{token}/',
  summary: 'A cancellation that the driver reported, for the holder of the link that answers it',
  access: 'public',
  isSecret: true,
  params,
  answer: question,
  limit,
})

export const answerCancellationQuestion = endpoint({
  id: 'answerCancellationQuestion',
  method: 'POST',
  path: '/did-you-cancel/{token}/answer/',
  summary:
    'Say by the link whether the customer cancelled; yes costs what the link names. Said again, it is said already',
  access: 'public',
  isSecret: true,
  params,
  body: z.strictObject({ did_cancel: z.boolean('Choose whether you cancelled.') }),
  answer: question,
  refusals: [questionOver, questionAnswered],
  limit,
})

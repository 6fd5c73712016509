import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/shape.ts'
import { bookingStatus } from '../../contract.ts'
import { cash, clock, hours } from '../contract.ts'
import { MOST_MINUTES } from '../hours/contract.ts'
import { DECISIONS } from './rules.ts'
import { QUESTION_KINDS } from '../rules.ts'

/** What the office has to decide about a day. Until then it is not billed. */

export const dayQuestion = z.object({
  id: z.uuid(),
  kind: z.enum(QUESTION_KINDS),
  asked_at: z.iso.datetime(),
  booking: z.object({
    id: z.uuid(),
    reference: z.string(),
    status: bookingStatus,
    start_at: z.iso.datetime(),
    end_at: z.iso.datetime(),
  }),
  customer: z.object({ name: z.string(), phone: z.string().nullable(), email: z.string().nullable() }),
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  working_unit: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  clock,
  hours,
  /** What was paid in cash; null where nobody said it. */
  cash: cash.nullable(),
  /** Of disputed hours: what the customer says. */
  text: z.string().nullable(),
  minutes: z.int().nullable(),
  /** What the office may decide now. */
  decisions: z.array(z.enum(DECISIONS)),
})
nameShape('DayQuestion', dayQuestion)

export const decidedAlready = refusal('decided_already', 409, 'This was decided meanwhile.')

export const listDayQuestions = endpoint({
  id: 'listDayQuestions',
  method: 'GET',
  path: '/admin/day-questions/',
  summary: 'What waits for the office about moving days, the oldest first',
  access: ['admin'],
  query: z.object(keyPageQuery),
  answer: keyPageOf(dayQuestion),
})

export const decideDayQuestion = endpoint({
  id: 'decideDayQuestion',
  method: 'POST',
  path: '/admin/day-questions/{id}/decide/',
  summary: 'Decide about a day: it was done, it was not done, these are the hours, or what was done for a changed job',
  access: ['admin'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(DECISIONS, 'Choose a decision.'),
    reason: z.string().trim().min(3, 'Say why.').max(1000, 'At most 1,000 characters.'),
    /** Of `finish`: when it began and ended, where the clock does not say. */
    started_at: z.iso.datetime().max(40).optional(),
    finished_at: z.iso.datetime().max(40).optional(),
    /** Of `accept_hours`: minutes of work instead of the clock’s. */
    minutes: z.int().min(0).max(MOST_MINUTES).optional(),
    /** Of `accept_cash`: what was paid, instead of what the driver says. */
    taken_pence: z.int().min(0).max(100_000_000).optional(),
  }),
  answer: z.object({ id: z.uuid(), decision: z.enum(DECISIONS), decided_at: z.iso.datetime() }),
  refusals: [decidedAlready, commonRefusals.conflict],
})

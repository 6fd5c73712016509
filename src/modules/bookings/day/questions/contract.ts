import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { AMOUNT_HINT } from '#shared/money.ts'
import { bookingStatus } from '../../contract.ts'
import { phoneAction, phoneRefusals } from '../actions/contract.ts'
import { cash, clock, dayEvent, hours, driverDay } from '../contract.ts'
import { MOST_MINUTES } from '../hours/contract.ts'
import { QUESTION_KINDS } from '../rules.ts'
import { DECISIONS } from './rules.ts'

/** What the office has to decide about a day, and what it has decided. Until then the day is not billed. */

export const dayQuestion = z.object({
  id: z.uuid(),
  kind: z.enum(QUESTION_KINDS),
  asked_at: z.iso.datetime(),
  booking: z.object({
    id: z.uuid(),
    /** Hash of the address of the booking’s own page. */
    hash: z.string(),
    reference: z.string(),
    status: bookingStatus,
    start_at: z.iso.datetime(),
    end_at: z.iso.datetime(),
    /** Towns of the first and the last place. */
    from: z.string(),
    to: z.string(),
  }),
  customer: z.object({ name: z.string(), phone: z.string().nullable(), email: z.string().nullable() }),
  /** Company of the unit that the question is about, with the owner’s number. */
  company: z.object({ id: z.uuid(), name: z.string(), phone: z.string().nullable() }).nullable(),
  working_unit: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Who drives that unit for its owner. */
  driver: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
  clock,
  hours,
  /** What each side did, with its own time and ours. */
  events: z.array(dayEvent),
  /** Cash paid; null if none was recorded. */
  cash: cash.nullable(),
  /** Statement of the customer about disputed hours. */
  text: z.string().nullable(),
  minutes: z.int().nullable(),
  /** Decisions open to the office now. */
  decisions: z.array(z.enum(DECISIONS)),
  /** What it has decided; null while it waits. */
  decided: z
    .object({
      decision: z.enum(DECISIONS),
      reason: z.string(),
      at: z.iso.datetime(),
      /** First name; null where the account is erased. */
      by: z.string().nullable(),
    })
    .nullable(),
})
nameShape('DayQuestion', dayQuestion)

export const decidedAlready = refusal('decided_already', 409, 'Someone has already decided this. Reload the page.')

export const listDayQuestions = endpoint({
  id: 'listDayQuestions',
  method: 'GET',
  path: '/admin/day-questions/',
  summary:
    'Questions about moving days: those that wait for the office, the oldest first; or those decided, the last first',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'day_questions',
  query: z.object({ ...keyPageQuery, show: z.enum(['waiting', 'decided']).default('waiting') }),
  answer: keyPageOf(dayQuestion),
})

export const decideDayQuestion = endpoint({
  id: 'decideDayQuestion',
  method: 'POST',
  path: '/admin/day-questions/{id}/decide/',
  summary: 'Decide about a day: it was done, it was not done, these are the hours, or what was done for a changed job',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(DECISIONS, 'Choose a decision.'),
    reason: z.string().trim().min(3, 'Enter a reason.').max(1000, 'At most 1,000 characters.'),
    /** Start and end for `finish`, where the clock has none. */
    started_at: z.iso.datetime('Enter a day and a time.').max(40).optional(),
    finished_at: z.iso.datetime('Enter a day and a time.').max(40).optional(),
    /** Minutes of work instead of the clock’s, for `finish` and `accept_hours`. */
    minutes: z.int().min(0, 'Enter hours and minutes.').max(MOST_MINUTES, 'At most 48 hours.').optional(),
    /** Amount paid instead of the driver’s figure, for `accept_cash`. */
    taken_pence: z.int(AMOUNT_HINT).min(0, AMOUNT_HINT).max(100_000_000, 'Enter less than £1,000,000.').optional(),
  }),
  answer: z.object({ id: z.uuid(), decision: z.enum(DECISIONS), decided_at: z.iso.datetime() }),
  refusals: [decidedAlready, commonRefusals.conflict],
})

export const reachStop = endpoint({
  id: 'reachStop',
  method: 'POST',
  path: '/booking/{id}/at-stop/',
  summary: 'The van has reached a stop; the customer sees which, and when',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    ...phoneAction,
    /** The number of its route point, from 0; only the pick-up can be reached before the clock runs. */
    stop: z.int('Choose a stop.').min(0).max(99),
  }),
  answer: driverDay,
  refusals: phoneRefusals,
})

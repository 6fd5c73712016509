import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { AMOUNT_HINT } from '#shared/money.ts'
import { phoneAction, phoneRefusals } from '../actions/contract.ts'
import { day, driverDay } from '../contract.ts'

const params = z.object({ id: z.uuid() })
const pence = z.int(AMOUNT_HINT).min(0, AMOUNT_HINT).max(100_000_000)

export const recordCash = endpoint({
  id: 'recordCash',
  method: 'POST',
  path: '/booking/{id}/cash/',
  summary: 'Record the cash paid, and why if it was less; the customer is notified and can dispute it',
  access: ['driver', 'hired'],
  params,
  body: z.strictObject({
    ...phoneAction,
    /**
     * Amount shown on the driver’s phone, which may have been offline and unaware of overtime. Stored beside the true
     * amount due.
     */
    due_pence: pence,
    /** Amount in pence, up to what is due. */
    taken_pence: pence,
    /** Needed if it is less. */
    reason: z.string().trim().max(500, 'At most 500 characters.').default(''),
  }),
  answer: driverDay,
  refusals: phoneRefusals,
})

export const disputeCash = endpoint({
  id: 'disputeCash',
  method: 'POST',
  path: '/booking/{id}/dispute-cash/',
  summary: 'The customer says that they paid another amount in cash: the office decides',
  access: ['customer'],
  params,
  answer: day,
  refusals: [commonRefusals.conflict],
})

/** Longer than any day's work, with what was waited. */
export const MOST_MINUTES = 2880

export const agreeToStart = endpoint({
  id: 'agreeToStart',
  method: 'POST',
  path: '/booking/{id}/agree-to-start/',
  summary: 'The customer agrees that the hours count from a start before the agreed one',
  access: ['customer'],
  params: z.object({ id: z.uuid() }),
  /** The start that they read, so that they agree to no other. */
  body: z.strictObject({ started_at: z.iso.datetime('Enter the start that you agree to.').max(40) }),
  answer: day,
  refusals: [commonRefusals.conflict],
})

export const changeUndecided = refusal(
  'change_undecided',
  409,
  'A change of this move still waits for its answer, and the price depends on it. Answer or withdraw it first.',
)

export const confirmHours = endpoint({
  id: 'confirmHours',
  method: 'POST',
  path: '/booking/{id}/confirm-hours/',
  summary: 'The customer confirms the hours of the clock, or says how long it was: then the office decides',
  access: ['customer'],
  params: z.object({ id: z.uuid() }),
  /** Empty to confirm the hours; to dispute them takes both fields. */
  body: z
    .strictObject({
      minutes: z.int('Enter the minutes of work.').min(0).max(MOST_MINUTES).optional(),
      text: z.string().trim().min(1, 'Enter what was different.').max(2000, 'At most 2,000 characters.').optional(),
    })
    .optional(),
  answer: day,
  refusals: [commonRefusals.conflict, changeUndecided],
})

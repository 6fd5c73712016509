import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { day } from '../contract.ts'

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
  /** Without a body they are confirmed; to dispute them takes both. */
  body: z
    .strictObject({
      minutes: z.int('Enter the minutes of work.').min(0).max(MOST_MINUTES).optional(),
      text: z.string().trim().min(1, 'Say what was different.').max(2000, 'At most 2,000 characters.').optional(),
    })
    .optional(),
  answer: day,
  refusals: [commonRefusals.conflict, changeUndecided],
})

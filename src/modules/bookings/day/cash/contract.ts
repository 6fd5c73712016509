import { z } from 'zod'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'
import { jobChanged, phoneAction } from '../actions/contract.ts'
import { day, driverDay } from '../contract.ts'

const params = z.object({ id: z.uuid() })
const pence = z.int('Enter an amount.').min(0, 'Enter an amount.').max(100_000_000)

export const recordCash = endpoint({
  id: 'recordCash',
  method: 'POST',
  path: '/booking/{id}/cash/',
  summary: 'What was paid in cash at the end, and why if it was less; the customer is told and may say otherwise',
  access: ['driver', 'hired'],
  params,
  body: z.strictObject({
    ...phoneAction,
    /** As the phone showed it, which may not have known of time over. Kept beside what there really is to take. */
    due_pence: pence,
    /** At most what there is to take. */
    taken_pence: pence,
    /** Needed if it is less. */
    reason: z.string().trim().max(500, 'At most 500 characters.').default(''),
  }),
  answer: driverDay,
  refusals: [jobChanged, commonRefusals.conflict, commonRefusals.keyReused],
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

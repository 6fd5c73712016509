import { z } from 'zod'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'
import { jobChanged, phoneAction } from '../actions/contract.ts'
import { driverDay } from '../contract.ts'

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
  refusals: [jobChanged, commonRefusals.conflict, commonRefusals.keyReused],
})

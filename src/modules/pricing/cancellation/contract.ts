import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const getPlatformTerms = endpoint({
  id: 'getPlatformTerms',
  method: 'GET',
  path: '/platform-terms/',
  summary: 'The figures in our own terms as they are in force now: what cancelling costs, and our commission',
  access: 'public',
  answer: z.object({
    /** Cancelling is free until so long before the start; then it costs a part of the minimum time; from the last hours on all of it. */
    free_until_hours: z.int(),
    part_until_hours: z.int(),
    part_percent: z.int(),
    /** Of a price before road charges, of movers without an agreement of their own. */
    commission_percent: z.number(),
  }),
  freshSeconds: 60,
})

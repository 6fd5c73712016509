import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/shape.ts'

/** How much waits for somebody, for the badge beside their name. Each is 0 where it does not concern them. */
export const waitingCounts = z.object({
  /** New bookings to confirm or reject. */
  jobs_to_answer: z.int(),
  /** Jobs about which they are asked whether they stand. */
  reconfirmations: z.int(),
  /** Conversations with something unread. */
  unread_messages: z.int(),
  /** Changes that the other side proposed. */
  changes_proposed: z.int(),
  total: z.int(),
})
nameShape('WaitingCounts', waitingCounts)

export const getWaiting = endpoint({
  id: 'getWaiting',
  method: 'GET',
  path: '/users/waiting/',
  summary: 'What waits for an answer of the user who is logged in',
  access: ['customer', 'driver', 'hired'],
  answer: waitingCounts,
})

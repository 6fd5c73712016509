import { z } from 'zod'
import { moveAgain } from '#modules/quoting/saved-moves/contract.ts'
import { endpoint } from '#shared/endpoint.ts'

/** A move as it was booked, to ask for it again: places and things. No day, and nobody's name, number or note. */

const params = z.object({ id: z.uuid() })

export const getMoveAgain = endpoint({
  id: 'getMoveAgain',
  method: 'GET',
  path: '/admin/bookings/{id}/move-again/',
  summary: 'What a booking moved, to fill in the next one of the same customer',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'booking',
  params,
  answer: moveAgain,
})

export const getOwnMoveAgain = endpoint({
  id: 'getOwnMoveAgain',
  method: 'GET',
  path: '/booking/{id}/move-again/',
  summary: 'What one’s own booking moved, to fill in the next one',
  access: ['customer'],
  params,
  answer: moveAgain,
})

import { z } from 'zod'
import { endpoint, file, refusal } from '#shared/endpoint.ts'
import { getSharedBooking } from '../contract.ts'

/** What can be saved of a booking: its time for a calendar, and the photos that its customer sent. */

export const getCalendarFile = endpoint({
  id: 'getCalendarFile',
  method: 'GET',
  path: '/booking/{hash}/calendar-file/',
  summary: 'Download a booking as iCalendar by its link: towns and outward codes, no streets',
  access: 'public',
  isSecret: true,
  params: getSharedBooking.params,
  answer: file('text/calendar'),
  limit: getSharedBooking.limit,
})

export const getOwnCalendarFile = endpoint({
  id: 'getOwnCalendarFile',
  method: 'GET',
  path: '/booking/{id}/calendar/',
  summary: 'The time of a booking as iCalendar, with its addresses, to its customer',
  access: ['customer'],
  params: z.object({ id: z.uuid() }),
  answer: file('text/calendar'),
})

export const listMovePhotos = endpoint({
  id: 'listMovePhotos',
  method: 'GET',
  path: '/booking/{id}/photos/',
  summary: 'The photos of a move, to its customer, and to its driver once it is confirmed',
  access: ['customer', 'driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  answer: z.object({
    results: z.array(z.object({ id: z.uuid(), url: z.string(), width: z.int(), height: z.int() })),
  }),
})

export const getMovePhoto = endpoint({
  id: 'getMovePhoto',
  method: 'GET',
  path: '/booking/{id}/photos/{photo_id}/',
  summary: 'One photo of a move, to its customer, and to its driver once it is confirmed',
  access: ['customer', 'driver', 'hired'],
  params: z.object({ id: z.uuid(), photo_id: z.uuid() }),
  answer: file('image/webp'),
})

export const notDone = refusal('not_done', 409, 'There is a receipt once the move is done.')

/**
 * Receipt in the company's name, because the company sells the move and we take the booking as their agent (decisions
 * §11).
 */
export const getReceipt = endpoint({
  id: 'getReceipt',
  method: 'GET',
  path: '/booking/{id}/receipt/',
  summary: 'The receipt of a completed move as a PDF, in the company’s name, to its customer',
  access: ['customer'],
  params: z.object({ id: z.uuid() }),
  answer: file('application/pdf'),
  refusals: [notDone],
  limit: { name: 'receipt', per: 'user', count: 60, seconds: 3600 },
})

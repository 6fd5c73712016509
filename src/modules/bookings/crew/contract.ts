import { z } from 'zod'
import { endpoint, file, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'

/**
 * The crew that comes (decisions §6). The driver names checked people; the customer sees first names and photos once
 * the booking is confirmed. For all others there is no such booking.
 */

const member = z.object({
  id: z.uuid(),
  first_name: z.string(),
  /** Approved photo (image/webp). */
  photo_url: z.string(),
})

export const crew = z.object({
  /** How many people the job needs, the driver included. */
  needed: z.int(),
  /** The driver has said who comes. */
  is_named: z.boolean(),
  /** Empty for the customer until the booking is confirmed. */
  members: z.array(member),
  /**
   * People the owner may name, with the reason against one who cannot come; null for the customer and a hired driver.
   */
  choices: z.array(member.extend({ last_name: z.string(), why_not: z.enum(['check', 'busy']).nullable() })).nullable(),
})
nameShape('Crew', crew)

export const crewBusy = refusal('crew_busy', 409, 'One of these people is on another job at that time.')
export const crewClosed = refusal('crew_closed', 409, 'This booking is over, so you can’t change its crew.')

const bookingId = z.object({ id: z.uuid() })
/** The van, of a booking of several; the one that leads unless it is named. A hired driver has their own, the customer all. */
const van = z.uuid().optional()

export const getCrew = endpoint({
  id: 'getCrew',
  method: 'GET',
  path: '/booking/{id}/crew/',
  summary: 'Who comes, to the booking’s customer and its driver',
  access: ['customer', 'driver', 'hired'],
  params: bookingId,
  query: z.object({ working_unit_id: van }),
  answer: crew,
})

export const nameCrew = endpoint({
  id: 'nameCrew',
  method: 'PUT',
  path: '/booking/{id}/crew/',
  summary: 'Choose the crew; once the booking is confirmed, the customer is notified',
  access: ['driver'],
  params: bookingId,
  body: z.strictObject({
    person_ids: z
      .array(z.uuid('Choose a person.'))
      .min(1, 'Choose at least one person.')
      .max(3, 'A crew has at most three people.')
      .refine((ids) => new Set(ids).size === ids.length, 'Name each person once.'),
    working_unit_id: van,
  }),
  answer: crew,
  refusals: [crewBusy, crewClosed],
})

export const getCrewPhoto = endpoint({
  id: 'getCrewPhoto',
  method: 'GET',
  path: '/booking/{id}/crew/{person_id}/photo/',
  summary: 'The photo of somebody who comes, to the booking’s customer and its driver',
  access: ['customer', 'driver', 'hired'],
  params: z.object({ id: z.uuid(), person_id: z.uuid() }),
  answer: file('image/webp'),
})

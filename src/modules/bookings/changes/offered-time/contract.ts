import { z } from 'zod'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'
import { driverBooking } from '../../lists/contract.ts'
import { changeOpen } from '../contract.ts'

/** The driver of a new booking offers its customer another time at the same price. The customer answers it like any change. */

export const offerTime = endpoint({
  id: 'offerTime',
  method: 'POST',
  path: '/booking/{id}/offer-time/',
  summary:
    'Offer the customer of a new booking another time; a yes moves and confirms it at once, and until then the time to answer stays as it is',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ new_start_at: z.iso.datetime({ error: 'Choose a day and a time.' }).max(40) }),
  answer: driverBooking,
  refusals: [changeOpen, commonRefusals.conflict],
  limit: { name: 'offer-time', per: 'user', count: 30, seconds: 3600 },
})

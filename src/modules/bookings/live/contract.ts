import { z } from 'zod'
import { endpoint, stream } from '#shared/endpoint.ts'

export const watchBookings = endpoint({
  id: 'watchBookings',
  method: 'GET',
  path: '/booking/live/',
  summary: 'Hear when your bookings change',
  access: ['customer', 'driver', 'hired'],
  answer: stream({
    /** Says which bookings to read again, not what changed in them. */
    bookings_changed: z.strictObject({ booking_ids: z.array(z.uuid()).max(100) }),
    /** Something was written or read about these bookings. */
    messages_changed: z.strictObject({ booking_ids: z.array(z.uuid()).max(100) }),
    /** The server cannot tell what was missed: read everything again. */
    resync: z.strictObject({}),
  }),
})

import { refusal } from '#shared/endpoint.ts'

/** The bookings are named in `detail`, and individually in `errors`. */
export const bookingsHeld = refusal('bookings_held', 409, 'This unit has bookings in that time.')

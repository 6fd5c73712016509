export interface OfBooking {
  bookingId: string
  /** The unit that holds, or held, the booking's time. */
  unitId: string | null
}

declare module '#platform/events.ts' {
  interface Events {
    'bookings.created': OfBooking
    /** The customer has proved who they are, and the time was still free. */
    'bookings.verified': OfBooking
    /** The customer has proved who they are, but the time had gone. */
    'bookings.time-gone': OfBooking
    'bookings.confirmed': OfBooking
    'bookings.rejected': OfBooking
    /** The driver did not answer in time. */
    'bookings.not-taken': OfBooking
    /** Offered to every unit that can do it at the agreed price. */
    'bookings.became-hot': OfBooking
    'bookings.no-one-took': OfBooking
    'bookings.cancelled': OfBooking
    'bookings.started': OfBooking
    'bookings.finished': OfBooking
  }
}

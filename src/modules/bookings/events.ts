export interface OfBooking {
  bookingId: string
  /** Whose time it was, or is. */
  unitId: string | null
}

declare module '#platform/events.ts' {
  interface Events {
    'bookings.created': OfBooking
    /** Its customer has proved who they are, and its time was still free. */
    'bookings.verified': OfBooking
    /** They did, and its time had gone. */
    'bookings.time-gone': OfBooking
    'bookings.confirmed': OfBooking
    /** Who comes was said, or changed. */
    'bookings.crew-named': OfBooking
    'bookings.rejected': OfBooking
    /** The driver did not answer in time. */
    'bookings.not-taken': OfBooking
    /** Open to every unit that can do it at the agreed price. */
    'bookings.became-hot': OfBooking
    'bookings.no-one-took': OfBooking
    'bookings.cancelled': OfBooking
    'bookings.started': OfBooking
    'bookings.finished': OfBooking
  }
}

export interface OfBooking {
  bookingId: string
  /** The unit that holds, or held, the booking's time. */
  unitId: string | null
  /** As somebody gave it, for the trail. */
  reason?: string | undefined
  /** Figures of the step: what it costs, and whom. */
  data?: Record<string, unknown> | undefined
}

declare module '#platform/events.ts' {
  interface Events {
    'bookings.created': OfBooking
    /** The customer has proved who they are, and the time was still free. */
    'bookings.verified': OfBooking
    /** The customer has proved who they are, but the time had gone. */
    'bookings.time-gone': OfBooking
    'bookings.confirmed': OfBooking
    /** A day before the start the driver is asked whether it stands. */
    'bookings.reconfirmation-asked': OfBooking
    'bookings.reconfirmed': OfBooking
    'bookings.not-reconfirmed': OfBooking
    /** The driver cancelled what they had confirmed. */
    'bookings.given-up': OfBooking
    /** Who comes was said, or changed. */
    'bookings.crew-named': OfBooking
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

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
    /** The office reminded a driver who has not answered a new booking. */
    'bookings.answer-asked-again': OfBooking
    /** A day before the start the driver is asked whether it stands. */
    'bookings.reconfirmation-asked': OfBooking
    'bookings.reconfirmed': OfBooking
    'bookings.not-reconfirmed': OfBooking
    /** The driver cancelled what they had confirmed. */
    'bookings.given-up': OfBooking
    /** Who comes was said, or changed. */
    'bookings.crew-named': OfBooking
    /** The office took it from its unit: its customer wants nobody else, or the office gives it to another. */
    'bookings.taken-away': OfBooking
    /** The unit to which the office gives it. */
    'bookings.given': OfBooking
    'bookings.rejected': OfBooking
    /** The driver did not answer in time. */
    'bookings.not-taken': OfBooking
    /** Offered to every unit that can do it at the agreed price. */
    'bookings.became-hot': OfBooking
    'bookings.no-one-took': OfBooking
    'bookings.cancelled': OfBooking
    /** The driver is on the way. */
    'bookings.set-off': OfBooking
    /** The driver said when they come instead. */
    'bookings.running-late': OfBooking
    /** Near the start the driver says that the customer has cancelled; it stands until they say so. */
    'bookings.cancellation-reported': OfBooking
    /** They had not, and the job stands. */
    'bookings.report-denied': OfBooking
    /** A driver was said not to have come: their time to say otherwise is over, or the office has decided. */
    'bookings.no-show-settled': OfBooking
    /** The customer says, as their driver had reported, that they cancelled. */
    'bookings.cancellation-agreed': OfBooking
    /** The customer had not cancelled, as their driver had reported. */
    'bookings.cancellation-denied': OfBooking
    'bookings.started': OfBooking
    'bookings.paused': OfBooking
    /** The clock stands still for the customer: keys or access. */
    'bookings.waiting': OfBooking
    'bookings.resumed': OfBooking
    'bookings.finished': OfBooking
    /** What is owed is settled. */
    'bookings.hours-confirmed': OfBooking
    /** The customer was told that the van likely comes late from the job before, or on time after all. */
    'bookings.lateness-foreseen': OfBooking
    /** Something of the day that is no step: a tick, photos, a question. It is in the day's record. */
    'bookings.day-changed': OfBooking
    /** The customer changed what needs no agreement: a note, a contact, a flat. */
    'bookings.details-changed': OfBooking
    'bookings.change-proposed': OfBooking
    'bookings.change-agreed': OfBooking
    'bookings.change-refused': OfBooking
    'bookings.change-withdrawn': OfBooking
    /** Nobody answered in time. */
    'bookings.change-expired': OfBooking
    /** Both sides agreed on another start. */
    'bookings.time-moved': OfBooking
    /** An agent or a solicitor said so, by the link for it. */
    'bookings.keys-released': OfBooking
    /** Of a booking that is over: its customer asks for another date, and what became of that. */
    'bookings.rebook-asked': OfBooking
    'bookings.rebook-confirmed': OfBooking
    'bookings.rebook-declined': OfBooking
    'bookings.rebook-expired': OfBooking
    /** Something was damaged or lost. */
    'bookings.claimed': OfBooking
    'bookings.claim-answered': OfBooking
    'bookings.claim-with-office': OfBooking
    'bookings.claim-decided': OfBooking
  }
}

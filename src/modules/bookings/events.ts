export interface OfBooking {
  bookingId: string
  /** The unit that holds, or held, the booking's time. */
  unitId: string | null
  /** Reason given for the step, for the trail. */
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
    /** The driver is asked a day before the start to reconfirm the job. */
    'bookings.reconfirmation-asked': OfBooking
    'bookings.reconfirmed': OfBooking
    'bookings.not-reconfirmed': OfBooking
    /** The driver cancelled what they had confirmed. */
    'bookings.given-up': OfBooking
    /** The crew was named or changed. */
    'bookings.crew-named': OfBooking
    /** The office took it from its unit: the customer refused other drivers, or the office gives it to another. */
    'bookings.taken-away': OfBooking
    /** The unit to which the office gives it. */
    'bookings.given': OfBooking
    'bookings.rejected': OfBooking
    /** The company sends another of its units in place of one that a plan has lost. */
    'bookings.van-replaced': OfBooking
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
    /**
     * The driver reports near the start that the customer has cancelled; the job goes ahead until the customer agrees.
     */
    'bookings.cancellation-reported': OfBooking
    /** They had not, and the job stands. */
    'bookings.report-denied': OfBooking
    /** A reported no-show is settled: the company's time to contradict it is over, or the office has decided. */
    'bookings.no-show-settled': OfBooking
    /** The customer says, as their driver had reported, that they cancelled. */
    'bookings.cancellation-agreed': OfBooking
    /** The customer had not cancelled, as their driver had reported. */
    'bookings.cancellation-denied': OfBooking
    'bookings.started': OfBooking
    'bookings.paused': OfBooking
    /** The clock is paused for the customer: keys or access. */
    'bookings.waiting': OfBooking
    'bookings.resumed': OfBooking
    'bookings.finished': OfBooking
    /** The hours and the amount due are settled. */
    'bookings.hours-confirmed': OfBooking
    /** The customer was told that the van likely comes late from the job before, or on time after all. */
    'bookings.lateness-foreseen': OfBooking
    /** A change of the day's record that is not a step: a checked field, photos, a question. */
    'bookings.day-changed': OfBooking
    /** The customer changed what needs no agreement: a note, a contact, a flat. */
    'bookings.details-changed': OfBooking
    'bookings.change-proposed': OfBooking
    'bookings.change-agreed': OfBooking
    'bookings.change-refused': OfBooking
    'bookings.change-withdrawn': OfBooking
    /** The open change was not answered in time. */
    'bookings.change-expired': OfBooking
    /** Both sides agreed on another start. */
    'bookings.time-moved': OfBooking
    /** An agent or a solicitor said so, by the link for it. */
    'bookings.keys-released': OfBooking
    /** The customer of a past booking asks for another date, and the results of that. */
    'bookings.rebook-asked': OfBooking
    'bookings.rebook-confirmed': OfBooking
    'bookings.rebook-declined': OfBooking
    'bookings.rebook-expired': OfBooking
    /** The customer reported damage or loss. */
    'bookings.claimed': OfBooking
    'bookings.claim-answered': OfBooking
    'bookings.claim-with-office': OfBooking
    'bookings.claim-decided': OfBooking
  }
}

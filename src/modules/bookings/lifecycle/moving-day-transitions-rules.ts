import type { Transition } from './rules.ts'

/** The rows of the table (../rules.ts) for the day itself, and for a cancellation that the driver reported. */
export const DAY_STEPS = {
  /** The day: the clock's steps leave the booking where it is (day/clock/rules.ts). */
  set_off: {
    from: ['confirmed'],
    to: 'confirmed',
    by: ['driver', 'hired'],
    hold: 'leave',
    events: ['bookings.set-off'],
    notices: ['on_the_way'],
    deadlines: [],
  },
  run_late: {
    from: ['confirmed'],
    to: 'confirmed',
    by: ['driver', 'hired'],
    hold: 'leave',
    events: ['bookings.running-late'],
    notices: ['running_late'],
    deadlines: [],
  },
  /** Near the start the driver says that the customer has cancelled: the job and its time stand until the customer says so too. */
  report_cancellation: {
    from: ['confirmed'],
    to: 'confirmed',
    by: ['driver', 'trusted'],
    hold: 'leave',
    events: ['bookings.cancellation-reported'],
    notices: ['did_you_cancel', 'report_received'],
    deadlines: [],
  },
  deny_report: {
    from: ['confirmed'],
    to: 'confirmed',
    by: ['customer', 'link', 'office'],
    hold: 'leave',
    events: ['bookings.report-denied'],
    notices: ['job_stands'],
    deadlines: [],
  },
  /** The driver had reported it; the customer says so too, and owes what it cost then. */
  agree_cancellation: {
    from: ['canceled_by_customer'],
    to: 'canceled_by_customer',
    by: ['customer', 'link', 'office'],
    hold: 'leave',
    events: ['bookings.cancellation-agreed'],
    notices: ['cancelled', 'job_cancelled'],
    deadlines: [],
  },
  /** The driver had reported it, and the customer says that they did not: the driver has given it back. */
  deny_cancellation: {
    from: ['canceled_by_customer'],
    to: 'hot',
    by: ['customer', 'link', 'office'],
    hold: 'leave',
    leavesUnit: 'rejected',
    events: ['bookings.cancellation-denied', 'bookings.became-hot'],
    notices: ['cancellation_denied', 'report_denied', 'hot_job'],
    deadlines: [],
  },
  deny_cancellation_for_good: {
    from: ['canceled_by_customer'],
    to: 'rejected',
    by: ['customer', 'link', 'office'],
    hold: 'leave',
    events: ['bookings.cancellation-denied'],
    notices: ['cancellation_denied_for_good', 'report_denied'],
    deadlines: [],
  },
  /**
   * Started by the driver, by the customer, who may hold only the link, or by the office, which knows that it was done.
   * Never by the clock.
   */
  start: {
    from: ['confirmed'],
    to: 'in_progress',
    by: ['driver', 'hired', 'customer', 'link', 'office'],
    hold: 'leave',
    events: ['bookings.started'],
    notices: ['started'],
    deadlines: [],
  },
  pause: {
    from: ['in_progress'],
    to: 'in_progress',
    by: ['driver', 'hired'],
    hold: 'leave',
    events: ['bookings.paused'],
    notices: [],
    deadlines: [],
  },
  /** A pause for keys or access: the customer's, and charged after the free minutes. */
  wait: {
    from: ['in_progress'],
    to: 'in_progress',
    by: ['driver', 'hired'],
    hold: 'leave',
    events: ['bookings.waiting'],
    notices: ['waiting'],
    deadlines: [],
  },
  resume: {
    from: ['in_progress'],
    to: 'in_progress',
    by: ['driver', 'hired'],
    hold: 'leave',
    events: ['bookings.resumed'],
    notices: [],
    deadlines: [],
  },
  finish: {
    from: ['in_progress'],
    to: 'completed',
    by: ['driver', 'hired', 'office'],
    hold: 'leave',
    events: ['bookings.finished'],
    notices: ['finished'],
    deadlines: [],
  },
  /** The office: it never was. */
  not_done: {
    from: ['confirmed', 'in_progress'],
    to: 'canceled_by_customer',
    by: ['office'],
    hold: 'free',
    events: ['bookings.cancelled'],
    notices: ['day_decided', 'job_day_decided'],
    deadlines: [],
  },
} as const satisfies Record<string, Transition>

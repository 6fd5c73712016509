import { freeAfterBooking } from '#modules/pricing/terms/rules.ts'
import type { Transition } from './rules.ts'

/** The rows of the table of transitions in which no driver answers: all vans of the booking confirm by themselves. */
export const AT_ONCE = {
  book_at_once: {
    from: [],
    to: 'confirmed',
    by: ['customer', 'office'],
    hold: 'take',
    atOnce: true,
    events: ['bookings.created', 'bookings.confirmed'],
    notices: ['confirmed', 'job_confirmed_at_once'],
    deadlines: ['no_one_took', 'reconfirm', 'day'],
  },
  verify_at_once: {
    from: ['awaiting_verification'],
    to: 'confirmed',
    by: ['link'],
    hold: 'take',
    atOnce: true,
    proves: true,
    events: ['bookings.verified', 'bookings.confirmed'],
    notices: ['confirmed', 'job_confirmed_at_once'],
    deadlines: ['reconfirm', 'day'],
  },
} as const satisfies Record<string, Transition>

/** The rows of the table of transitions that ask a driver once more, and what follows from their silence. */
export const REMINDERS = {
  /** The office reminds the driver; their time to answer stays as it is. */
  ask_again: {
    from: ['new_booking'],
    to: 'new_booking',
    by: ['office'],
    hold: 'leave',
    events: ['bookings.answer-asked-again'],
    notices: ['new_job_again'],
    deadlines: [],
  },
  /** The office asks once more whether it still goes ahead; the time to answer stays as it is. */
  ask_reconfirmation_again: {
    from: ['confirmed'],
    to: 'confirmed',
    by: ['office'],
    hold: 'leave',
    events: ['bookings.answer-asked-again'],
    notices: ['reconfirm'],
    deadlines: [],
  },
  ask_reconfirmation: {
    from: ['confirmed'],
    to: 'confirmed',
    by: ['clock'],
    hold: 'leave',
    events: ['bookings.reconfirmation-asked'],
    notices: ['reconfirm'],
    deadlines: [],
  },
  reconfirm: {
    from: ['confirmed'],
    to: 'confirmed',
    by: ['driver', 'trusted', 'office'],
    hold: 'leave',
    events: ['bookings.reconfirmed'],
    notices: [],
    deadlines: [],
  },
  not_reconfirmed: {
    from: ['confirmed'],
    to: 'hot',
    by: ['clock'],
    hold: 'free',
    leavesUnit: 'not_taken_by_driver',
    events: ['bookings.not-reconfirmed', 'bookings.became-hot'],
    notices: ['not_reconfirmed', 'hot_job'],
    deadlines: [],
  },
  not_reconfirmed_for_good: {
    from: ['confirmed'],
    to: 'not_taken_by_driver',
    by: ['clock'],
    hold: 'free',
    events: ['bookings.not-reconfirmed'],
    notices: ['not_reconfirmed_for_good'],
    deadlines: [],
  },
} as const satisfies Record<string, Transition>

/** What is stored with a confirmation; a driver who gets the job again has not been asked yet. */
export const confirmedMarks = (confirmedAt: Date, start: Date, atOnce?: true) =>
  ({
    confirmedAt,
    reconfirmBy: null,
    reconfirmedAt: null,
    claimedFeePence: null,
    freeUntil: atOnce ? freeAfterBooking(confirmedAt, start) : null,
  }) as const

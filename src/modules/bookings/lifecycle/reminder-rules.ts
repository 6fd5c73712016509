import type { Transition } from './rules.ts'

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

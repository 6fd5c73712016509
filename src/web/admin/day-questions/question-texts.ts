import type { QuestionKind, EntryWho } from '#modules/bookings/day/rules.ts'
import type { Decision } from '#modules/bookings/day/questions/rules.ts'

export const KIND_TEXTS: Record<QuestionKind, string> = {
  not_started: 'Nobody started it',
  not_finished: 'Nobody finished it',
  hours: 'Hours questioned',
  conflict: 'Worked on a changed job',
  cash: 'Cash questioned',
  reported: 'Did the customer cancel?',
}

export const KIND_HINTS: Record<QuestionKind, string> = {
  not_started: 'A day after its end the clock had not been started. We have asked both sides.',
  not_finished: 'A day after its end the clock still runs. We have asked both sides.',
  hours: 'The customer says that the hours of the clock are wrong. Nothing is charged until this is decided.',
  conflict: 'A phone without signal sent work for a job that had since been cancelled or given to another driver.',
  reported:
    'The driver reported that the customer had cancelled. The customer hasn’t answered, and the move should have begun half an hour ago. Ring both.',
  cash: 'The customer says that they paid another amount in cash than the driver recorded.',
}

export interface DecisionWords {
  /** On the way to the form, and as its heading. */
  ask: string
  /** What follows from it. */
  follows: string
  /** On the button that does it. */
  act: string
  /** Once it is done. */
  done: string
}

export const DECISION_WORDS: Record<Decision, DecisionWords> = {
  finish: {
    ask: 'It was done',
    follows:
      'The move counts as done between these times, and its hours are settled by them. Both sides are told what is paid. It can’t be undone.',
    act: 'Settle it as done',
    done: 'Settled as done',
  },
  not_done: {
    ask: 'It wasn’t done',
    follows: 'The booking is cancelled and the customer owes nothing. Both sides are told why. It can’t be undone.',
    act: 'Cancel the booking',
    done: 'Cancelled as not done',
  },
  accept_hours: {
    ask: 'Set the hours',
    follows:
      'These hours are charged, within the agreed ceiling. Both sides are told what is paid. It can’t be undone.',
    act: 'Settle these hours',
    done: 'Hours settled',
  },
  keep_changed: {
    ask: 'It doesn’t count',
    follows:
      'The job stays as changed, and the late entries are ignored. If the customer cancelled because nobody came, the driver owes what that costs. Both sides are told why. It can’t be undone.',
    act: 'Skip this item',
    done: 'Doesn’t count',
  },
  count_work: {
    ask: 'It counts',
    follows:
      'You agree with both sides what is paid for it. If the customer cancelled because nobody came, the driver owes nothing for that. Both are told why. It can’t be undone.',
    act: 'Count it',
    done: 'Counts',
  },
  customer_cancelled: {
    ask: 'The customer cancelled',
    follows:
      'The booking is cancelled, and the customer owes what cancelling cost when it was reported. Both sides are told why. It can’t be undone.',
    act: 'Cancel it for the customer',
    done: 'The customer had cancelled',
  },
  given_back: {
    ask: 'The driver gave it back',
    follows:
      'The booking is over and counts as the driver’s cancellation. They owe the customer the price of the minimum time. Both sides are told why. It can’t be undone.',
    act: 'Count it as given back',
    done: 'Given back by the driver',
  },
  accept_cash: {
    ask: 'Set what was paid',
    follows: 'This amount counts as paid in cash. Both sides are told why. It can’t be undone.',
    act: 'Settle this amount',
    done: 'Cash settled',
  },
}

/** Whose doing an entry of the record was. */
export const WHO_TEXTS: Record<EntryWho, string> = {
  driver: 'Driver',
  hired: 'Hired driver',
  customer: 'Customer',
  link: 'Somebody with the booking’s link',
  office: 'Our office',
  system: 'Vanfare',
}

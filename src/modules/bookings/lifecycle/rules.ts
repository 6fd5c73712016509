import { DAY_STEPS } from './moving-day-transitions-rules.ts'
import { AT_ONCE, REMINDERS } from './confirmation-rules.ts'
import type { BookingStatus } from '../rules.ts'

/** A booking's life: every step it can take, and what follows (decisions §5). `hot`: any suitable driver may take it at its price. */

export type BookingState = BookingStatus | 'awaiting_verification' | 'hot'

/** Events of ../events.ts. The trail keeps each under its own name. */
export type BookingEventName =
  | 'bookings.created'
  | 'bookings.verified'
  | 'bookings.time-gone'
  | 'bookings.confirmed'
  | 'bookings.answer-asked-again'
  | 'bookings.reconfirmation-asked'
  | 'bookings.reconfirmed'
  | 'bookings.not-reconfirmed'
  | 'bookings.given'
  | 'bookings.rejected'
  | 'bookings.van-replaced'
  | 'bookings.given-up'
  | 'bookings.taken-away'
  | 'bookings.not-taken'
  | 'bookings.became-hot'
  | 'bookings.no-one-took'
  | 'bookings.cancelled'
  | 'bookings.set-off'
  | 'bookings.running-late'
  | 'bookings.cancellation-reported'
  | 'bookings.report-denied'
  | 'bookings.cancellation-agreed'
  | 'bookings.cancellation-denied'
  | 'bookings.started'
  | 'bookings.paused'
  | 'bookings.waiting'
  | 'bookings.resumed'
  | 'bookings.finished'
  | 'bookings.hours-confirmed'
  | 'bookings.details-changed'
  | 'bookings.change-proposed'
  | 'bookings.change-agreed'
  | 'bookings.change-refused'
  | 'bookings.change-withdrawn'
  | 'bookings.change-expired'
  | 'bookings.time-moved'
  | 'bookings.keys-released'
  | 'bookings.rebook-asked'
  | 'bookings.rebook-confirmed'
  | 'bookings.rebook-declined'
  | 'bookings.rebook-expired'
  | 'bookings.claimed'
  | 'bookings.claim-answered'
  | 'bookings.claim-with-office'
  | 'bookings.claim-decided'

/**
 * `driver`: the owner of the company that has it; `hired`: the person who drives the unit for them, and `trusted` if
 * the owner lets them answer (decisions §11). `link`: the holder of a link or code that proves who they are, signed in
 * or not.
 */
export type Who = 'customer' | 'driver' | 'hired' | 'trusted' | 'office' | 'clock' | 'link'

/** Names from ../notices/commands.ts. */
export type Notice =
  | 'awaits_verification'
  | 'received'
  | 'received_hot'
  | 'confirmed'
  | 'new_job'
  | 'new_job_again'
  | 'job_confirmed_at_once'
  | 'time_gone'
  | 'looking_for_another'
  | 'not_taken'
  | 'no_one_took'
  | 'passed_on'
  | 'rejected'
  | 'given_up'
  | 'given_up_for_good'
  | 'not_reconfirmed'
  | 'not_reconfirmed_for_good'
  | 'moved_by_us'
  | 'moved_by_us_for_good'
  | 'moved_to_unit'
  | 'job_taken_away'
  | 'reconfirm'
  | 'hot_job'
  | 'cancelled'
  | 'job_cancelled'
  | 'on_the_way'
  | 'running_late'
  | 'started'
  | 'waiting'
  | 'finished'
  | 'hours_disputed'
  | 'cash_paid'
  | 'cash_disputed'
  | 'hours_confirmed'
  | 'job_hours_confirmed'
  | 'not_here_yet'
  | 'where_are_you'
  | 'may_cancel_free'
  | 'evening_before'
  | 'job_evening_before'
  | 'was_it_done'
  | 'was_job_done'
  | 'day_decided'
  | 'job_day_decided'
  | 'did_you_cancel'
  | 'report_received'
  | 'cancellation_denied'
  | 'report_denied'
  | 'job_stands'
  | 'cancellation_denied_for_good'

export interface Transition {
  /** Empty for the step that creates the booking. */
  readonly from: readonly BookingState[]
  readonly to: BookingState
  readonly by: readonly Who[]
  /** What happens to the unit's time. If it has to be held and is not free, the step is refused and nothing changes. */
  readonly hold: 'take' | 'free' | 'leave'
  /** Confirmed without an answer: it is no reply time, and for a while its customer may cancel free. */
  readonly atOnce?: true
  /** The documents of the unit that has the booking have to cover it still; where time is taken, that is looked at anyway. */
  readonly needsDocuments?: true
  /** The booking leaves its company, in whose list it stays as this. */
  readonly leavesUnit?: 'rejected' | 'not_taken_by_driver'
  /** The customer has proved who they are. A booking that ends without this stays marked as never verified. */
  readonly proves?: true
  readonly events: readonly BookingEventName[]
  readonly notices: readonly Notice[]
  /** Deadlines set by this step. None is ever cancelled: each job checks, when it runs, whether it still applies. */
  readonly deadlines: readonly ('response' | 'no_one_took' | 'reconfirm' | 'day')[]
}

/**
 * The only table of permitted transitions and their effects; no other code assigns a status. Steps come in pairs if the
 * customer may have refused other drivers: then the booking ends (`…_for_good`).
 */
export const TRANSITIONS = {
  book: {
    from: [],
    to: 'new_booking',
    by: ['customer', 'office'],
    hold: 'take',
    events: ['bookings.created'],
    notices: ['received', 'new_job'],
    deadlines: ['response', 'no_one_took'],
  },
  ...AT_ONCE,
  book_unverified: {
    from: [],
    to: 'awaiting_verification',
    by: ['customer'],
    hold: 'leave',
    events: ['bookings.created'],
    notices: ['awaits_verification'],
    deadlines: ['no_one_took'],
  },
  /** The office books by phone without a driver: every company that can do it sees it at once. */
  book_hot: {
    from: [],
    to: 'hot',
    by: ['office'],
    hold: 'leave',
    events: ['bookings.created', 'bookings.became-hot'],
    notices: ['received_hot', 'hot_job'],
    deadlines: ['no_one_took'],
  },
  verify: {
    from: ['awaiting_verification'],
    to: 'new_booking',
    by: ['link'],
    hold: 'take',
    proves: true,
    events: ['bookings.verified'],
    notices: ['received', 'new_job'],
    deadlines: ['response'],
  },
  time_gone: {
    from: ['awaiting_verification'],
    to: 'no_one_took',
    by: ['link'],
    hold: 'leave',
    proves: true,
    events: ['bookings.time-gone'],
    notices: ['time_gone'],
    deadlines: [],
  },
  look_for_another: {
    from: ['new_booking'],
    to: 'hot',
    by: ['clock'],
    hold: 'free',
    leavesUnit: 'not_taken_by_driver',
    events: ['bookings.not-taken', 'bookings.became-hot'],
    notices: ['looking_for_another', 'hot_job'],
    deadlines: [],
  },
  not_taken: {
    from: ['new_booking'],
    to: 'not_taken_by_driver',
    by: ['clock'],
    hold: 'free',
    events: ['bookings.not-taken'],
    notices: ['not_taken'],
    deadlines: [],
  },
  nobody: {
    from: ['hot', 'new_booking', 'awaiting_verification'],
    to: 'no_one_took',
    by: ['clock'],
    hold: 'free',
    events: ['bookings.no-one-took'],
    notices: ['no_one_took'],
    deadlines: [],
  },
  confirm: {
    from: ['new_booking'],
    to: 'confirmed',
    by: ['driver', 'trusted', 'office'],
    hold: 'leave',
    needsDocuments: true,
    events: ['bookings.confirmed'],
    notices: ['confirmed'],
    deadlines: ['reconfirm', 'day'],
  },
  /** The customer takes another time that the driver offered: the booking is moved and confirmed at once. */
  accept_offer: {
    from: ['new_booking'],
    to: 'confirmed',
    by: ['customer', 'link'],
    hold: 'leave',
    needsDocuments: true,
    events: ['bookings.confirmed'],
    notices: ['confirmed'],
    deadlines: ['reconfirm', 'day'],
  },
  take_hot: {
    from: ['hot'],
    to: 'confirmed',
    by: ['driver', 'trusted', 'office'],
    hold: 'take',
    events: ['bookings.confirmed'],
    notices: ['confirmed'],
    deadlines: ['reconfirm', 'day'],
  },
  /** The driver takes the same move again, for which the customer had asked. */
  rebook: {
    from: [],
    to: 'confirmed',
    by: ['driver', 'trusted'],
    hold: 'take',
    events: ['bookings.created', 'bookings.confirmed'],
    notices: ['confirmed'],
    deadlines: ['reconfirm', 'day'],
  },
  /**
   * The office makes it hot: its unit is blocked, or its driver rang. In the last hour no driver can be found, and the
   * customer is notified at once.
   */
  make_hot: {
    from: ['new_booking', 'confirmed'],
    to: 'hot',
    by: ['office', 'clock'],
    hold: 'free',
    leavesUnit: 'rejected',
    events: ['bookings.became-hot'],
    notices: ['moved_by_us', 'job_taken_away', 'hot_job'],
    deadlines: ['no_one_took'],
  },
  take_away_for_good: {
    from: ['new_booking', 'confirmed'],
    to: 'rejected',
    by: ['office', 'clock'],
    hold: 'free',
    events: ['bookings.taken-away'],
    notices: ['moved_by_us_for_good', 'job_taken_away'],
    deadlines: [],
  },
  /** The office moves it to another unit: it leaves the one that has it, and in the same transaction `give` follows. */
  take_away: {
    from: ['new_booking', 'confirmed'],
    to: 'hot',
    by: ['office'],
    hold: 'free',
    leavesUnit: 'rejected',
    events: ['bookings.taken-away'],
    notices: ['job_taken_away'],
    deadlines: [],
  },
  /** The office gives it to a unit at its price, whose driver answers as for any new booking. */
  give: {
    from: ['hot'],
    to: 'new_booking',
    by: ['office'],
    hold: 'take',
    events: ['bookings.given'],
    notices: ['moved_to_unit', 'new_job'],
    deadlines: ['response'],
  },
  pass_on: {
    from: ['new_booking'],
    to: 'hot',
    by: ['driver', 'trusted'],
    hold: 'free',
    leavesUnit: 'rejected',
    events: ['bookings.rejected', 'bookings.became-hot'],
    notices: ['passed_on', 'hot_job'],
    deadlines: [],
  },
  reject: {
    from: ['new_booking'],
    to: 'rejected',
    by: ['driver', 'trusted'],
    hold: 'free',
    events: ['bookings.rejected'],
    notices: ['rejected'],
    deadlines: [],
  },
  /** The driver cancels what they had confirmed. */
  give_up: {
    from: ['confirmed'],
    to: 'hot',
    by: ['driver', 'trusted'],
    hold: 'free',
    leavesUnit: 'rejected',
    events: ['bookings.given-up', 'bookings.became-hot'],
    notices: ['given_up', 'hot_job'],
    deadlines: [],
  },
  give_up_for_good: {
    from: ['confirmed'],
    to: 'rejected',
    // The office may do so if no driver came and the customer had not cancelled, as the driver had reported.
    by: ['driver', 'trusted', 'office'],
    hold: 'free',
    events: ['bookings.given-up'],
    notices: ['given_up_for_good'],
    deadlines: [],
  },
  ...REMINDERS,
  /**
   * Cancelled by the customer, by the office, or reported by the driver: then it costs nothing until the customer or
   * the office confirms it.
   */
  cancel: {
    from: ['awaiting_verification', 'new_booking', 'hot', 'confirmed'],
    to: 'canceled_by_customer',
    by: ['customer', 'link', 'driver', 'trusted', 'office'],
    hold: 'free',
    events: ['bookings.cancelled'],
    notices: ['cancelled', 'job_cancelled'],
    deadlines: [],
  },
  ...DAY_STEPS,
} as const satisfies Record<string, Transition>

export type Step = keyof typeof TRANSITIONS
export type FirstStep = Extract<Step, 'book' | 'book_at_once' | 'book_unverified' | 'book_hot' | 'rebook'>

export interface StateColumns {
  status: BookingStatus
  isHot: boolean
  awaitingVerification: boolean
}

export function stateOf({ status, isHot, awaitingVerification }: StateColumns): BookingState {
  if (status !== 'new_booking') return status
  if (awaitingVerification) return 'awaiting_verification'
  return isHot ? 'hot' : 'new_booking'
}

/** How a state is stored in columns. */
export function columnsOf(state: BookingState): StateColumns {
  if (state === 'hot') return { status: 'new_booking', isHot: true, awaitingVerification: false }
  if (state === 'awaiting_verification') return { status: 'new_booking', isHot: false, awaitingVerification: true }
  return { status: state, isHot: false, awaitingVerification: false }
}

/** The columns after a step from a state; undefined if the step is not possible from there. */
export function columnsAfter(state: BookingState, step: Step): StateColumns | undefined {
  const transition: Transition = TRANSITIONS[step]
  if (!transition.from.includes(state)) return undefined
  const columns = columnsOf(transition.to)
  const isUnproved = state === 'awaiting_verification' && !transition.proves
  return { ...columns, awaitingVerification: columns.awaitingVerification || isUnproved }
}

import type { BookingStatus } from '../rules.ts'

/** A booking's life: every step it can take, and what follows (decisions §5). `hot`: any suitable driver may take it at its price. */

export type BookingState = BookingStatus | 'awaiting_verification' | 'hot'

/** Events of ../events.ts. The trail keeps each under its own name. */
export type BookingEventName =
  | 'bookings.created'
  | 'bookings.verified'
  | 'bookings.time-gone'
  | 'bookings.confirmed'
  | 'bookings.rejected'
  | 'bookings.not-taken'
  | 'bookings.became-hot'
  | 'bookings.no-one-took'
  | 'bookings.cancelled'
  | 'bookings.started'
  | 'bookings.finished'

/**
 * `driver`: the owner of the company that has it; `hired`: whoever drives the unit for them, and `trusted` if the owner lets them answer
 * (decisions §11). `link`: the holder of a link or code that proves who they are, signed in or not.
 */
export type Who = 'customer' | 'driver' | 'hired' | 'trusted' | 'office' | 'clock' | 'link'

/** Names from ../notices/commands.ts. */
export type Notice =
  | 'awaits_verification'
  | 'received'
  | 'confirmed'
  | 'new_job'
  | 'time_gone'
  | 'looking_for_another'
  | 'not_taken'
  | 'no_one_took'

export interface Transition {
  /** Empty for the step that creates the booking. */
  readonly from: readonly BookingState[]
  readonly to: BookingState
  readonly by: readonly Who[]
  /** What happens to the unit's time. If it has to be held and is not free, the step is refused and nothing changes. */
  readonly hold: 'take' | 'free' | 'leave'
  /** The documents of the unit that has the booking have to cover it still; where time is taken, that is looked at anyway. */
  readonly needsPapers?: true
  /** The booking leaves its company. */
  readonly leavesUnit?: true
  /** The customer has proved who they are. A booking that ends without this stays marked as never verified. */
  readonly proves?: true
  readonly events: readonly BookingEventName[]
  readonly notices: readonly Notice[]
  /** Deadlines set by this step. None is ever cancelled: each job checks, when it runs, whether it still applies. */
  readonly deadlines: readonly ('response' | 'no_one_took')[]
}

/**
 * The one table of who may go where, and what follows. Nobody else assigns a status. Steps that no call takes yet (from `confirm` on)
 * have their holds and happenings; most of their notices come with their calls.
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
  book_unverified: {
    from: [],
    to: 'awaiting_verification',
    by: ['customer'],
    hold: 'leave',
    events: ['bookings.created'],
    notices: ['awaits_verification'],
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
    leavesUnit: true,
    events: ['bookings.not-taken', 'bookings.became-hot'],
    notices: ['looking_for_another'],
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
    needsPapers: true,
    events: ['bookings.confirmed'],
    notices: ['confirmed'],
    deadlines: [],
  },
  take_hot: {
    from: ['hot'],
    to: 'confirmed',
    by: ['driver', 'trusted', 'office'],
    hold: 'take',
    events: ['bookings.confirmed'],
    notices: ['confirmed'],
    deadlines: [],
  },
  make_hot: {
    from: ['new_booking', 'confirmed'],
    to: 'hot',
    by: ['driver', 'office', 'clock'],
    hold: 'free',
    leavesUnit: true,
    events: ['bookings.became-hot'],
    notices: [],
    deadlines: [],
  },
  pass_on: {
    from: ['new_booking'],
    to: 'hot',
    by: ['driver', 'trusted'],
    hold: 'free',
    leavesUnit: true,
    events: ['bookings.rejected', 'bookings.became-hot'],
    notices: [],
    deadlines: [],
  },
  reject: {
    from: ['new_booking'],
    to: 'rejected',
    by: ['driver', 'trusted'],
    hold: 'free',
    events: ['bookings.rejected'],
    notices: [],
    deadlines: [],
  },
  cancel: {
    from: ['awaiting_verification', 'new_booking', 'hot', 'confirmed'],
    to: 'canceled_by_customer',
    by: ['customer', 'driver', 'office'],
    hold: 'free',
    events: ['bookings.cancelled'],
    notices: [],
    deadlines: [],
  },
  start: {
    from: ['confirmed'],
    to: 'in_progress',
    by: ['driver', 'hired', 'customer'],
    hold: 'leave',
    events: ['bookings.started'],
    notices: [],
    deadlines: [],
  },
  finish: {
    from: ['in_progress'],
    to: 'completed',
    by: ['driver', 'hired', 'office'],
    hold: 'leave',
    events: ['bookings.finished'],
    notices: [],
    deadlines: [],
  },
} as const satisfies Record<string, Transition>

export type Step = keyof typeof TRANSITIONS

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

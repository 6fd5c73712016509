/** The life of a booking (decisions §5). */

export const STATUSES = [
  'new_booking',
  'confirmed',
  'in_progress',
  'completed',
  'canceled_by_customer',
  'no_one_took',
  'not_taken_by_driver',
  'rejected',
] as const
export type BookingStatus = (typeof STATUSES)[number]

/** As the specification writes them. */
export const STATUS_LABELS: Record<BookingStatus, string> = {
  new_booking: 'New booking',
  confirmed: 'Confirmed',
  in_progress: 'In progress',
  completed: 'Completed',
  canceled_by_customer: 'Canceled by customer',
  no_one_took: 'No one took',
  not_taken_by_driver: 'Not taken by a driver',
  rejected: 'Rejected',
}

/** What happens to a booking. `hot` is a new booking that any fit driver may take at the agreed price. */
export type BookingState = BookingStatus | 'awaiting_verification' | 'hot'

type Transition = { from: readonly BookingState[]; to: BookingState }

/** The one table of who may go where. Nobody else assigns a status. */
export const TRANSITIONS = {
  verify: { from: ['awaiting_verification'], to: 'new_booking' },
  time_gone: { from: ['awaiting_verification'], to: 'no_one_took' },
  confirm: { from: ['new_booking', 'hot'], to: 'confirmed' },
  make_hot: { from: ['new_booking', 'confirmed'], to: 'hot' },
  reject: { from: ['new_booking'], to: 'rejected' },
  not_taken: { from: ['new_booking'], to: 'not_taken_by_driver' },
  nobody: { from: ['hot', 'new_booking', 'awaiting_verification'], to: 'no_one_took' },
  cancel: { from: ['awaiting_verification', 'new_booking', 'hot', 'confirmed'], to: 'canceled_by_customer' },
  start: { from: ['confirmed'], to: 'in_progress' },
  finish: { from: ['in_progress'], to: 'completed' },
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

/** The columns of a state: how it is stored. */
export function columnsOf(state: BookingState): StateColumns {
  if (state === 'hot') return { status: 'new_booking', isHot: true, awaitingVerification: false }
  if (state === 'awaiting_verification') return { status: 'new_booking', isHot: false, awaitingVerification: true }
  return { status: state, isHot: false, awaitingVerification: false }
}

/** The state after a step, or undefined where the step is not possible from here. */
export function after(state: BookingState, step: Step): BookingState | undefined {
  const transition: Transition = TRANSITIONS[step]
  return transition.from.includes(state) ? transition.to : undefined
}

const minutes = 60_000
const hours = 60 * minutes

/** A driver has until the earlier of 12 hours from now and 2 hours before the start, but never under 20 minutes. */
export function respondBy(now: Date, start: Date): Date {
  const earlier = Math.min(now.getTime() + 12 * hours, start.getTime() - 2 * hours)
  return new Date(Math.max(earlier, now.getTime() + 20 * minutes))
}

/** One hour before the start, a booking that nobody took is over. */
export const noOneTookAt = (start: Date): Date => new Date(start.getTime() - hours)

/** Bookings of one customer that wait for a driver's answer. */
export const MOST_OPEN_BOOKINGS = 5
/** A second booking of the same move within this time is a double click, whatever its Idempotency-Key. */
export const DOUBLE_SUBMIT_MINUTES = 10

export type Action = 'cancel' | 'confirm' | 'reject' | 'rebook' | 'review' | 'edit'

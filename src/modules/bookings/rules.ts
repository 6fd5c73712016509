/** A booking's reference and its deadlines. Its life is the table in life/rules.ts (decisions §5). */

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

/** Spelled as in the specification. */
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

const minutes = 60_000
const hours = 60 * minutes

/** A driver has until the earlier of 12 hours from now and 2 hours before the start, but always at least 20 minutes. */
export function respondBy(now: Date, start: Date): Date {
  const earlier = Math.min(now.getTime() + 12 * hours, start.getTime() - 2 * hours)
  return new Date(Math.max(earlier, now.getTime() + 20 * minutes))
}

/** A booking that nobody has taken expires an hour before its start. */
export const noOneTookAt = (start: Date): Date => new Date(start.getTime() - hours)

/** How many bookings of one customer may await a driver's answer. */
export const MOST_OPEN_BOOKINGS = 5
/** A second booking of the same move within this time is a double click, even with another Idempotency-Key. */
export const DOUBLE_SUBMIT_MINUTES = 10

export type Action = 'cancel' | 'confirm' | 'reject' | 'rebook' | 'review' | 'edit'

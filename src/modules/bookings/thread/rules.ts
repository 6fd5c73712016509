import type { BookingStatus } from '../rules.ts'

/** Who writes to whom about a booking, and how long (decisions §5). Pure. */

export const SIDES = ['customer', 'company'] as const
export type Side = (typeof SIDES)[number]

export const MOST_CHARACTERS = 2000
/** In one booking; more is no conversation. */
export const MOST_MESSAGES = 1000
/** After its end, for what was left behind. */
export const CLOSES_AFTER_DAYS = 14

/** Numbers and addresses are open to both sides. */
export const isOpen = (status: BookingStatus): boolean =>
  status === 'confirmed' || status === 'in_progress' || status === 'completed'

/** The company that has the job reads and writes; one that gave it back, or did not answer, has lost it. */
export const isCompanys = (status: BookingStatus): boolean => status !== 'rejected' && status !== 'not_taken_by_driver'

export const WHY_CLOSED = ['no_driver', 'over'] as const
export type WhyClosed = (typeof WHY_CLOSED)[number]

export interface ThreadFacts {
  status: BookingStatus
  hasCompany: boolean
  end: Date
}

/** Why nobody can write any more, or not yet; null if they can. */
export function whyClosed({ status, hasCompany, end }: ThreadFacts, now: Date): WhyClosed | null {
  if (status === 'no_one_took' || !isCompanys(status)) return 'over'
  if (!hasCompany) return 'no_driver'
  const isOver = status === 'completed' || status === 'canceled_by_customer'
  return isOver && now.getTime() > end.getTime() + CLOSES_AFTER_DAYS * 86_400_000 ? 'over' : null
}

/** What happened to the job, as the thread shows it between the messages; other events are not for both sides. */
export const NOTES = [
  'created',
  'verified',
  'confirmed',
  'reconfirmed',
  'cancelled',
  'rejected',
  'given_up',
  'not_taken',
  'not_reconfirmed',
  'became_hot',
  'taken_away',
  'given',
  'no_one_took',
  'started',
  'finished',
] as const

export const DECISIONS = ['leave', 'remove'] as const
export type ReportDecision = (typeof DECISIONS)[number]

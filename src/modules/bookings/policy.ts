import type { Actor } from '#platform/session.ts'
import type { Action, BookingStatus } from './rules.ts'

export interface BookingFacts {
  status: BookingStatus
  customerId: string
  start: Date
  hasFeedback: boolean
}

/** What this caller may do with a booking now. Actions are listed only once the call behind them exists. */
export function allowedActions(_actor: Actor, _booking: BookingFacts): Action[] {
  return []
}

import type { Actor } from '#platform/session.ts'
import type { Action, BookingStatus } from './rules.ts'

export interface BookingFacts {
  status: BookingStatus
  customerId: string
  start: Date
  hasFeedback: boolean
}

/**
 * What this caller may do with a booking now. The calls behind these actions come with the booking's later life, so nothing is
 * offered yet that could not be done.
 */
export function allowedActions(_actor: Actor, _booking: BookingFacts): Action[] {
  return []
}

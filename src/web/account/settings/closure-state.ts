import { type Problem, problemText } from '#web/kit/forms/answer.ts'

/** The state of an account's closure (spec §4). */
export type Closing =
  | { state: 'pending' }
  /** The last day on which its owner can restore it: "20 December 2026". */
  | { state: 'closed'; until: string }
  | { state: 'expired' }
  | { state: 'refused'; reason: 'booking-ahead' | 'other'; detail: string }

/** What a refusal means for the page: a link that is already on its way is no error. */
export function closingOf(problem: Problem): Closing {
  if (problem.code === 'pending_delete') return { state: 'pending' }
  if (problem.code === 'token_expired' || problem.errors?.token) return { state: 'expired' }
  const reason = problem.code === 'booking_ahead' ? 'booking-ahead' : 'other'
  return { state: 'refused', reason, detail: problemText(problem) }
}

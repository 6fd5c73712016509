import type { QuestionKind } from '../rules.ts'

/**
 * `finish`: it was done, as the clock or the office says. `not_done`: it never was; the booking is cancelled. `accept_hours`: the clock's,
 * or what the office names. `keep_changed`: what was done for a changed job does not count. `count_work`: it counts; the office settles it
 * with both sides. `accept_cash`: what was paid in cash, as the driver says or the office names. `customer_cancelled`: as the driver
 * reported; the customer owes what it cost then. `given_back`: the customer had not cancelled, so the driver has given it back.
 */
export const DECISIONS = [
  'finish',
  'not_done',
  'accept_hours',
  'keep_changed',
  'count_work',
  'accept_cash',
  'customer_cancelled',
  'given_back',
] as const
export type Decision = (typeof DECISIONS)[number]

/** What the office may decide about each kind of question. */
export const DECISIONS_OF: Record<QuestionKind, readonly Decision[]> = {
  not_started: ['finish', 'not_done'],
  not_finished: ['finish', 'not_done'],
  hours: ['accept_hours'],
  conflict: ['keep_changed', 'count_work'],
  cash: ['accept_cash'],
  // Without an answer nobody is charged and nobody has a mark, unless the office finds out more.
  reported: ['not_done', 'given_back', 'customer_cancelled', 'finish'],
}

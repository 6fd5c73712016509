import type { QuestionKind, ClockState } from '../rules.ts'

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
  // No one is charged or marked down without an answer, unless the office finds out more.
  reported: ['not_done', 'given_back', 'customer_cancelled', 'finish'],
}

/** The stops of a day that the van has reached, in order. Pure. */

export interface Arrival {
  /** The number of its route point, from 0. */
  stop: number
  /** Time by the phone, within its bounds. */
  at: string
}

interface DayOnTheRoad {
  state: ClockState
  arrivals: readonly Arrival[]
}

/**
 * The arrivals with one more; `already` if it was reported, or the clock that started at the pick-up shows it;
 * undefined if it is impossible.
 */
export function arriveAt({ state, arrivals }: DayOnTheRoad, stop: number, at: Date): Arrival[] | 'already' | undefined {
  const isStarted = state !== 'ahead' && state !== 'on_the_way'
  if (arrivals.some((one) => one.stop === stop) || (stop === 0 && isStarted)) return 'already'
  // Before the clock runs there is only the pick-up, and after the finish nothing.
  if (state === 'finished' || (stop > 0 && !isStarted)) return undefined
  return stop > lastStop(arrivals) ? [...arrivals, { stop, at: at.toISOString() }] : undefined
}

const lastStop = (arrivals: readonly Arrival[]): number => arrivals.at(-1)?.stop ?? -1

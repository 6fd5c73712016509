import type { ClockState } from '../rules.ts'

/** The stops of a day that the van has reached, in order. Pure. */

export interface Arrival {
  /** The number of its route point, from 0. */
  stop: number
  /** By the phone, within its bounds. */
  at: string
}

interface DayOnTheRoad {
  state: ClockState
  arrivals: readonly Arrival[]
}

/** The arrivals with one more; `already` if it was said, or the clock that started at the pick-up says so; undefined if it cannot be. */
export function arriveAt({ state, arrivals }: DayOnTheRoad, stop: number, at: Date): Arrival[] | 'already' | undefined {
  const isStarted = state !== 'ahead' && state !== 'on_the_way'
  if (arrivals.some((one) => one.stop === stop) || (stop === 0 && isStarted)) return 'already'
  // Before the clock runs there is only the pick-up, and after the finish nothing.
  if (state === 'finished' || (stop > 0 && !isStarted)) return undefined
  return stop > lastStop(arrivals) ? [...arrivals, { stop, at: at.toISOString() }] : undefined
}

const lastStop = (arrivals: readonly Arrival[]): number => arrivals.at(-1)?.stop ?? -1

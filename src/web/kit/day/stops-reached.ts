// Where the van is, by what its driver said: never by a guess.
import type { DayClock } from './clock-view.ts'

export interface Arrival {
  stop: number
  at: string
}

export interface OnTheRoad {
  clock: Pick<DayClock, 'startedAt'>
  arrivals: readonly Arrival[]
}

/** The stop that was reached last, and when: the pick-up at the latest when the clock starts. Undefined before. */
export function lastArrival({ clock, arrivals }: OnTheRoad): Arrival | undefined {
  return arrivals.at(-1) ?? (clock.startedAt === null ? undefined : { stop: 0, at: clock.startedAt })
}

/** When a stop was reached; null if that was not said. */
export function arrivedAt({ clock, arrivals }: OnTheRoad, stop: number): string | null {
  const said = arrivals.find((one) => one.stop === stop)
  return said?.at ?? (stop === 0 ? clock.startedAt : null)
}

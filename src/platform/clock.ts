/** The only source of "now". Tests can move it, and so can the presenter of the demonstration (moving-clock.ts). */
export interface Clock {
  now(): Date
  /** How far it is ahead of the machine's clock; 0 unless it was moved. */
  readonly aheadMs?: number
}

export const systemClock: Clock = { now: () => new Date() }

/** The only source of "now". Tests move it, and so may whoever shows the product (moving-clock.ts). */
export interface Clock {
  now(): Date
  /** How far it is ahead of the machine's; 0 unless somebody moved it. */
  readonly aheadMs?: number
}

export const systemClock: Clock = { now: () => new Date() }

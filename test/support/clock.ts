import type { Clock } from '#platform/clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(instant: Date | string): void
  advance(by: { minutes?: number; hours?: number; days?: number; seconds?: number }): void
}

export function createTestClock(start: Date | string = '2026-11-20T09:00:00Z'): TestClock {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    set: (instant) => void (now = new Date(instant)),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) =>
      void (now = new Date(now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)),
  }
}

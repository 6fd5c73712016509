import type { DayClock } from '#web/kit/day/clock-view.ts'

/** A time on the moving day, a Saturday in March. */
export const at = (time: string) => `2026-03-14T${time}:00.000Z`

/** The clock of a job that has not begun, with what a test changes of it. */
export const dayClock = (change: Partial<DayClock> = {}): DayClock => ({
  state: 'ahead',
  setOffAt: null,
  startedAt: null,
  billedFrom: null,
  mayAgreeToStart: false,
  pausedAt: null,
  pauseReason: null,
  finishedAt: null,
  waitedSeconds: 0,
  pausedSeconds: 0,
  lateEta: null,
  likelyStartAt: null,
  asOf: at('08:00'),
  agreedMinutes: 390,
  ...change,
})

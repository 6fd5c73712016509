/** A phone of Lighthouse is so much slower than what it measures on. */
const SLOWER = 4
const LONG_TASK_MS = 50

/** Event in Chromium's trace format. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** µs; `tdur` by the thread's own clock. */
  ts: number
  dur?: number
  tdur?: number
}

/**
 * What of each task since the first picture is over 50 ms on a phone, by the time that the page's thread had the processor: Lighthouse's
 * "Total Blocking Time" without what a task waited while the machine did something else. Not a number where nothing was drawn.
 */
export function ownBlockedMs(events: readonly TraceEvent[]): number {
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!painted) return Number.NaN
  const tasks = events.filter(
    ({ name, pid, tid, ts }) => name === 'RunTask' && pid === painted.pid && tid === painted.tid && ts >= painted.ts,
  )
  const overMs = ({ dur = 0, tdur = 0 }: TraceEvent) =>
    Math.max(0, (Math.min(dur, tdur) / 1000) * SLOWER - LONG_TASK_MS)
  return tasks.reduce((sum, task) => sum + overMs(task), 0)
}

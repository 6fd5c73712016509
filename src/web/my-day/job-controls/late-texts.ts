import { addMinutes } from '#shared/local-time.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import type { Job } from '../day-state.ts'

export const LATE_MINUTES = ['10', '20', '30', '45', '60'] as const
export const LATE_REASONS = ['Traffic', 'Previous job', 'Van'] as const
export type LateReason = (typeof LATE_REASONS)[number]

/** So many minutes after the booked time; once that has passed, after now. To the minute. */
export function newTimeOf({ startAt }: Pick<Job, 'startAt'>, minutes: number, now: Date): string {
  const from = Math.max(Date.parse(startAt), Math.ceil(now.getTime() / 60_000) * 60_000)
  return addMinutes(new Date(from), minutes).toISOString()
}

/** What the customer is told. */
export const lateText = (newEta: string, reason: LateReason): string =>
  `“Running late: ${reason.toLowerCase()}. Now about ${timeText(newEta)}. The price stays the same.”`

// What cancelling costs, as rows with dates (decisions §5). The actual amount is computed on cancelling.
import { addMinutes, formatDayTime } from '#shared/local-time.ts'

export interface CancelRow {
  when: string
  cost: string
}

const HOUR = 60

/** The table for a start; rows in the past are left out. */
export function cancelRows(start: Date, now: Date): CancelRow[] {
  const free = addMinutes(start, -48 * HOUR)
  const half = addMinutes(start, -24 * HOUR)
  return [
    { when: 'Until a driver confirms', cost: 'Free' },
    ...(free > now ? [{ when: `Until ${formatDayTime(free)}`, cost: 'Free' }] : []),
    ...(half > now ? [{ when: `Until ${formatDayTime(half)}`, cost: 'Half the minimum time' }] : []),
    { when: half > now ? 'After that' : 'Once confirmed', cost: 'The minimum time' },
  ]
}

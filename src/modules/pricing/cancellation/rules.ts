/** What it costs to cancel (decisions §5): one policy for the price, the booking, the mail and the bill. Pure. */
import { addMinutes, formatDayTime, toLocal } from '#shared/local-time.ts'
import { formatPence, type Pence } from '#shared/money.ts'

/** Hours before the start, as they pass, whatever the clocks do in between. */
export const FREE_UNTIL_HOURS = 48
export const HALF_UNTIL_HOURS = 24
const HOUR = 60

export interface CancellationStep {
  /** The step holds up to this instant and no longer; null for the last one. */
  until: Date | null
  feePence: Pence
}

/** Of a booking that a driver has confirmed: free, half of the minimum time, all of it. The odd penny is the customer's. */
export const cancellationSteps = (start: Date, minimumTimePence: Pence): CancellationStep[] => [
  { until: addMinutes(start, -FREE_UNTIL_HOURS * HOUR), feePence: 0 },
  { until: addMinutes(start, -HALF_UNTIL_HOURS * HOUR), feePence: Math.floor(minimumTimePence / 2) },
  { until: null, feePence: minimumTimePence },
]

/** As a contract writes them, and as a page reads them again. */
export interface WireStep {
  until: string | null
  feePence: Pence
}
export const stepsOnWire = (steps: readonly CancellationStep[]): WireStep[] =>
  steps.map(({ until, feePence }) => ({ until: until?.toISOString() ?? null, feePence }))
export const stepsFromWire = (steps: readonly WireStep[]): CancellationStep[] =>
  steps.map(({ until, feePence }) => ({ until: until === null ? null : new Date(until), feePence }))

/** What cancelling costs at an instant; nothing while nobody has confirmed. A mover who cancels late owes the same. */
export function cancellationFee(steps: readonly CancellationStep[], at: Date, isConfirmed: boolean): Pence {
  if (!isConfirmed) return 0
  return steps.find(({ until }) => until === null || at < until)?.feePence ?? 0
}

export interface CancellationRow {
  when: string
  cost: string
}

/** The steps in words, with their times; those that have passed are left out, and "until a driver confirms" where one has. */
export function cancellationRows(
  steps: readonly CancellationStep[],
  now: Date,
  isConfirmed: boolean,
): CancellationRow[] {
  const ahead = steps.filter(({ until }) => until === null || until > now)
  return [
    ...(isConfirmed ? [] : [{ when: 'Until a driver confirms', cost: 'Free' }]),
    ...ahead.map(({ until, feePence }) => ({
      when: until
        ? `Until ${timeText(until)}`
        : ahead.length > 1
          ? 'After that'
          : isConfirmed
            ? 'Now'
            : 'Once confirmed',
      cost: feePence === 0 ? 'Free' : formatPence(feePence),
    })),
  ]
}

/** The hour that the clocks of autumn show twice is told apart. */
function timeText(instant: Date): string {
  const { minute } = toLocal(instant)
  const isFirst = toLocal(addMinutes(instant, HOUR)).minute === minute
  const isSecond = toLocal(addMinutes(instant, -HOUR)).minute === minute
  return `${formatDayTime(instant)}${isFirst ? ' BST' : isSecond ? ' GMT' : ''}`
}

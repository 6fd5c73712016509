import { paidOf } from '#modules/bookings/day/cash/rules.ts'
import { capital } from '#shared/capitalise.ts'
import { formatPence } from '#shared/money.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import type { Job } from '../day-state.ts'

type Cash = NonNullable<Job['day']['cash']>

/** "£60.00 of £96.00, at 15:20. Omar can say otherwise." */
export function cashText({ state, takenPence, duePence, at }: Cash, name = 'the customer'): string {
  const paid = paidOf(takenPence, duePence)
  const amount = paid === 'full' ? formatPence(takenPence) : `${formatPence(takenPence)} of ${formatPence(duePence)}`
  if (state === 'decided') return `${amount}, as our office has decided.`
  return `${amount}, at ${timeText(at)}.${state === 'disputed' ? ` ${capital(name)} has disputed this, so our office will ask you both.` : ''}`
}

interface Typed {
  /** Undefined if it is no amount. */
  takenPence: number | undefined
  duePence: number
  reason: string
}

/** What is to be mended before it is recorded. */
export function wrongInTyped({ takenPence, duePence, reason }: Typed): { amount?: string; reason?: string } {
  return {
    ...(takenPence === undefined || takenPence >= duePence
      ? { amount: `Enter an amount below ${formatPence(duePence)}.` }
      : {}),
    ...(reason === '' ? { reason: 'Say why it is less.' } : {}),
  }
}

import type { Pence } from '#shared/money.ts'
import type { CashState, ClockState } from '../rules.ts'

/** What was paid in cash at the end of a day. Pure. It is kept and shown; billing is not done from it. */

/** As the driver's phone says it: what it showed as due, what was paid, and why that is less. */
export interface CashGiven {
  duePence: Pence
  takenPence: Pence
  reason: string
}

/** What is wrong with it, by field. */
export function wrongInCash({
  duePence,
  takenPence,
  reason,
}: CashGiven): Partial<Record<'taken_pence' | 'reason', string>> {
  if (takenPence > duePence) return { taken_pence: 'Enter at most what there is to take.' }
  return takenPence < duePence && reason === '' ? { reason: 'Say why it is less.' } : {}
}

export type Paid = 'full' | 'less' | 'none'

export function paidOf(takenPence: Pence, duePence: Pence): Paid {
  if (takenPence >= duePence) return 'full'
  return takenPence === 0 ? 'none' : 'less'
}

/** Said again it is corrected, until the customer has said otherwise. */
export const mayRecordCash = (clock: ClockState, state: CashState): boolean =>
  clock === 'finished' && (state === 'open' || state === 'recorded')

export const mayDisputeCash = (state: CashState): boolean => state === 'recorded'

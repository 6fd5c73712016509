import { formatPence, type Pence } from '#shared/money.ts'
import type { CashState, ClockState } from '../rules.ts'

/** What was paid in cash at the end of a day. Pure. It is kept and shown; billing is not done from it. */

/** As the driver's phone says it: what it showed as due, what was paid, and why that is less. */
export interface CashGiven {
  duePence: Pence
  takenPence: Pence
  reason: string
}

/** The field that is wrong, and what to do. What there is to take is our own figure, whatever the phone showed. */
export function faultInCash(
  duePence: Pence,
  { takenPence, reason }: Pick<CashGiven, 'takenPence' | 'reason'>,
): [field: 'taken_pence' | 'reason', text: string] | undefined {
  if (takenPence > duePence)
    return ['taken_pence', `Enter at most ${formatPence(duePence)}, which is what there is to take.`]
  if (takenPence < duePence && reason === '') return ['reason', `Say why it is less than ${formatPence(duePence)}.`]
  return undefined
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

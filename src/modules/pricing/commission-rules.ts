/** What a price leaves the company: the one rule of simulator, profile and statements (decisions §11, "Money"). Pure. */
import { percentOf, type Pence } from '#shared/money.ts'
import { VAT_PERCENT } from './rules.ts'

export interface Commissioned {
  totalPence: Pence
  /** What commission is counted from: the total without what is passed on at cost. */
  commissionablePence: Pence
}

export interface Kept {
  commissionPence: Pence
  /** On top of the commission. */
  commissionVatPence: Pence
  keptPence: Pence
}

export function keptOf({ totalPence, commissionablePence }: Commissioned, commissionPercent: number): Kept {
  const commissionPence = percentOf(commissionablePence, commissionPercent)
  const commissionVatPence = percentOf(commissionPence, VAT_PERCENT)
  return { commissionPence, commissionVatPence, keptPence: totalPence - commissionPence - commissionVatPence }
}

/** What a price leaves the company: the one rule of simulator, profile and statements (decisions §11, "Money"). Pure. */
import type { PaymentMethod } from '#modules/companies/rules.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import type { Toll } from '#modules/geo/charges/rules.ts'
import { dayOfWeek, toLocal } from '#shared/local-time.ts'
import { percentOf, type Pence, formatPence } from '#shared/money.ts'
import { isBankHoliday } from './bank-holidays-rules.ts'
import { VAT_PERCENT } from './rules.ts'

export interface Commissioned {
  totalPence: Pence
  /** What commission is counted from: the total without what is passed on at cost. */
  commissionablePence: Pence
}

export interface Kept {
  commissionPence: Pence
  /** VAT on the commission, added to it. */
  commissionVatPence: Pence
  keptPence: Pence
}

export function payoutAfterCommission(
  { totalPence, commissionablePence }: Commissioned,
  commissionPercent: number,
): Kept {
  const commissionPence = percentOf(commissionablePence, commissionPercent)
  const commissionVatPence = percentOf(commissionPence, VAT_PERCENT)
  return { commissionPence, commissionVatPence, keptPence: totalPence - commissionPence - commissionVatPence }
}

/** What one passage costs a van at an instant; 0 where it is free then. Without an instant: what it costs always, or null where that depends. */
export function tollPence(toll: Toll, van: VanCategory, at?: Date): Pence | null {
  const own = toll.charges.filter(({ vans }) => vans === null || vans.includes(van))
  if (!at) return own.every(({ hours }) => isAlways(hours)) ? dearest(own) : null
  const { day, minute } = toLocal(at)
  const isFree = dayOfWeek(day) > 5 || isBankHoliday(day, 'england')
  return dearest(
    own.filter(({ hours }) => {
      const range = isFree ? hours.weekend : hours.weekday
      return range !== null && range[0] <= minute && minute < range[1]
    }),
  )
}

const dearest = (charges: readonly { pence: Pence }[]): Pence => Math.max(0, ...charges.map(({ pence }) => pence))

const isAlways = ({ weekday, weekend }: Toll['charges'][number]['hours']): boolean =>
  [weekday, weekend].every((range) => range !== null && range[0] === 0 && range[1] === 1440)

/** How a move is paid for: one story on every page, in every mail and in the terms (decisions §9). Pure. */

/** A booking that the office took by phone may also be paid by transfer to the company's bank. */
type PaymentWay = PaymentMethod | 'transfer'

/** How this booking is paid for. */
export const paymentWay = (booking: { paymentMethod: PaymentMethod; isByTransfer: boolean }): PaymentWay =>
  booking.isByTransfer ? 'transfer' : booking.paymentMethod

/** Beside the choice, and on the booking. */
export const PAYMENT_TEXTS: Record<PaymentWay, string> = {
  card: 'You pay by card after the move. We don’t ask for your card now: once you’ve confirmed the hours, our office calls you, takes the payment for the company and records it.',
  cash: 'You pay the driver in cash when the move is done.',
  transfer: 'You pay the company by bank transfer after the move.',
}

/** Directly under the button that orders: what pressing it means. */
export const orderText = (totalPence: Pence, method: PaymentMethod): string =>
  `By booking you agree to pay ${formatPence(totalPence)} after the move, ${PAYMENT_WAYS[method]}.`

/** "Total, by card". */
export const PAYMENT_WAYS: Record<PaymentWay, string> = {
  card: 'by card',
  cash: 'in cash to the driver',
  transfer: 'by bank transfer',
}

/** On a card in a list, where there is room for a word. */
export const PAYMENT_NAMES: Record<PaymentWay, string> = { card: 'Card', cash: 'Cash', transfer: 'Transfer' }

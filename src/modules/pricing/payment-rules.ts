/** How a move is paid for: one story on every page, in every mail and in the terms (decisions §9). Pure. */
import type { PaymentMethod } from '#modules/companies/rules.ts'
import { formatPence, type Pence } from '#shared/money.ts'

/** A booking that the office took by phone may also be paid by transfer to the company's bank. */
export type PaymentWay = PaymentMethod | 'transfer'

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

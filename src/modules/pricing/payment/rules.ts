/** How a move is paid for: one story on every page, in every mail and in the terms (decisions §9). Pure. */
import type { PaymentMethod } from '#modules/companies/rules.ts'
import { formatPence, type Pence } from '#shared/money.ts'

/** Beside the choice, and on the booking. */
export const PAYMENT_TEXTS: Record<PaymentMethod, string> = {
  card: 'You pay by card after the move. We don’t ask for your card now: once you’ve confirmed the hours, our office calls you, takes the payment for the company and records it.',
  cash: 'You pay the driver in cash when the move is done.',
}

/** Directly under the button that orders: what pressing it means. */
export const orderText = (totalPence: Pence, method: PaymentMethod): string =>
  `This is an order: you owe ${formatPence(totalPence)} after the move, ${PAYMENT_WAYS[method]}.`

/** "Total, by card". */
export const PAYMENT_WAYS: Record<PaymentMethod, string> = { card: 'by card', cash: 'in cash to the driver' }

import { expect, it } from 'vitest'
import { initialOrder, paymentMethodOf, type Order, type Quote } from '../draft/order.ts'

const order = (taken: Quote['paymentMethods'] | null, chosen: Order['paymentMethod']): Order => ({
  ...initialOrder,
  paymentMethod: chosen,
  selectedQuote: taken && ({ paymentMethods: taken } as Quote),
})

it.each([
  [['cash', 'card'], null, 'card'],
  [['cash', 'card'], 'cash', 'cash'],
  [['cash'], 'card', 'cash'],
  [['card'], 'cash', 'card'],
  [null, 'cash', 'card'],
] as const)('a company that takes %j, asked for %s, is paid by %s', (taken, chosen, method) => {
  expect(paymentMethodOf(order(taken && [...taken], chosen))).toBe(method)
})

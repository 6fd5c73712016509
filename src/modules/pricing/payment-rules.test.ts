import { expect, it } from 'vitest'
import { orderText } from './payment-rules.ts'

it.each([
  ['card', 'By booking you agree to pay £428.45 after the move, by card.'],
  ['cash', 'By booking you agree to pay £428.45 after the move, in cash to the driver.'],
] as const)('an order to be paid by %s says so', (method, text) => {
  expect(orderText(42_845, method)).toBe(text)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberText } from './number-text.ts'

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1,000'],
  [1_234_567, '1,234,567'],
  [1200.4, '1,200'],
])('%d is %s', (value, text) => expect(numberText(value)).toBe(text))

test('is what the browser would write', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000_000 }), (value) => {
      expect(numberText(value)).toBe(value.toLocaleString('en-GB'))
    }),
  )
})

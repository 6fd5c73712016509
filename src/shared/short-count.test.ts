import { expect, test } from 'vitest'
import { shortCount } from './short-count.ts'

test.each([
  [0, '0'],
  [-3, '0'],
  [999, '999'],
  [1000, '1K'],
  [1050, '1K'],
  [1100, '1.1K'],
  [1299, '1.2K'],
  [9999, '9.9K'],
  [10_400, '10K'],
  [58_214, '58K'],
  [999_999, '999K'],
  [1_000_000, '1M'],
  [1_250_000, '1.2M'],
  [12_900_000, '12M'],
])('%i is %s', (count, text) => {
  expect(shortCount(count)).toBe(text)
})

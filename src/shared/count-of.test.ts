import { expect, it } from 'vitest'
import { countOf } from './count-of.ts'

it('counts in words', () => {
  expect(countOf(1, 'van')).toBe('1 van')
  expect(countOf(0, 'van')).toBe('0 vans')
  expect(countOf(10_000, 'booking')).toBe('10,000 bookings')
  expect(countOf(2, 'company', 'companies')).toBe('2 companies')
})

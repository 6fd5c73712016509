import { expect, it } from 'vitest'
import { cashToTake, withoutPrices } from './rules.ts'

it.each([
  ['new_booking', 'cash', null],
  ['confirmed', 'cash', 12_500],
  ['in_progress', 'cash', 12_500],
  ['completed', 'cash', null],
  ['confirmed', 'card', null],
] as const)('%s, paid by %s: %j to take', (status, paymentMethod, pence) => {
  expect(cashToTake({ status, paymentMethod, totalPence: 12_500 })).toBe(pence)
})

it('leaves a hired driver the cash to take and nothing else of a price', () => {
  const job = { id: 'a', totalPence: 12_500, cashToTakePence: 12_500 }
  expect(withoutPrices({ van: null, bookings: [job] })).toEqual({ van: null, bookings: [{ ...job, totalPence: null }] })
})

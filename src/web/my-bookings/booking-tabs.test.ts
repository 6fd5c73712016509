import { expect, test } from 'vitest'
import { firstTab, hasTab } from './booking-tabs.ts'

test.each([
  ['customer', 'future-bookings', true],
  ['customer', 'past-bookings', true],
  ['customer', 'new-bookings', false],
  ['driver', 'hot-jobs', true],
  ['driver', 'new-bookings', true],
  ['driver', 'confirmed-bookings', true],
  ['driver', 'past-bookings', true],
  ['driver', 'future-bookings', false],
  [null, 'future-bookings', true],
  [null, 'new-bookings', true],
  [null, 'no-such-tab', false],
  [null, 'toString', false],
] as const)('%s and %s: %s', (role, tab, expected) => expect(hasTab(role, tab)).toBe(expected))

test('drivers begin with what is new, customers with what is ahead', () => {
  expect(firstTab('driver')).toBe('new-bookings')
  expect(firstTab('customer')).toBe('future-bookings')
  expect(firstTab(null)).toBe('future-bookings')
})

import { expect, test } from 'vitest'
import { lastUsedText, readableSecret } from './account-view.ts'

const now = new Date('2026-11-20T20:00:00Z')

test.each([
  ['2026-11-20T08:12:00Z', 'Today 08:12'],
  ['2026-11-20T00:00:00Z', 'Today 00:00'],
  ['2026-11-19T23:59:00Z', 'Thu 19 November, 23:59'],
  // Summer time: the day and the hour are London's.
  ['2026-06-30T23:30:00Z', 'Wed 1 July, 00:30'],
  ['2025-12-31T12:00:00Z', 'Wed 31 December 2025'],
])('%s reads %s', (instant, text) => expect(lastUsedText(new Date(instant), now)).toBe(text))

test('a secret is read in fours', () => {
  expect(readableSecret('JBSWY3DPEHPK3PXPA')).toBe('JBSW Y3DP EHPK 3PXP A')
  expect(readableSecret('')).toBe('')
})

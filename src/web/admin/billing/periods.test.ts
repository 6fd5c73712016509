import { describe, expect, test } from 'vitest'
import { dayTyped, quickPeriods } from './periods.ts'

describe('periods that are one press away', () => {
  test.each([
    // A Monday, so that last week ended yesterday.
    ['2026-11-23', ['2026-10-01', '2026-10-31'], ['2026-09-01', '2026-09-30'], ['2026-11-16', '2026-11-22']],
    ['2026-01-01', ['2025-12-01', '2025-12-31'], ['2025-11-01', '2025-11-30'], ['2025-12-22', '2025-12-28']],
    ['2028-03-31', ['2028-02-01', '2028-02-29'], ['2028-01-01', '2028-01-31'], ['2028-03-20', '2028-03-26']],
    ['2027-12-05', ['2027-11-01', '2027-11-30'], ['2027-10-01', '2027-10-31'], ['2027-11-22', '2027-11-28']],
  ])('on %s', (today, ...expected) => {
    expect(quickPeriods(today).map(({ period: { from, to } }) => [from, to])).toEqual(expected)
  })
})

test('a day stands in its field as DD/MM/YYYY; anything else as it was typed', () => {
  expect(['2026-11-23', '23/11/2026', '2026-02-30', 'soon', ''].map(dayTyped)).toEqual([
    '23/11/2026',
    '23/11/2026',
    '2026-02-30',
    'soon',
    '',
  ])
})

import { expect, test } from 'vitest'
import { addDays } from '#shared/local-time.ts'
import { nextDue, PERIODS, quartersOf, taxYearAt, taxYearText } from './rules.ts'

test('the quarters of a tax year, and when their updates are due', () => {
  const written = (periods: 'standard' | 'calendar') =>
    quartersOf(2026, periods).map(({ quarter, from, to, due }) => `${quarter}: ${from} to ${to}, due ${due}`)
  expect(written('standard')).toEqual([
    '1: 2026-04-06 to 2026-07-05, due 2026-08-07',
    '2: 2026-07-06 to 2026-10-05, due 2026-11-07',
    '3: 2026-10-06 to 2027-01-05, due 2027-02-07',
    '4: 2027-01-06 to 2027-04-05, due 2027-05-07',
  ])
  expect(written('calendar')).toEqual([
    '1: 2026-04-01 to 2026-06-30, due 2026-08-07',
    '2: 2026-07-01 to 2026-09-30, due 2026-11-07',
    '3: 2026-10-01 to 2026-12-31, due 2027-02-07',
    '4: 2027-01-01 to 2027-03-31, due 2027-05-07',
  ])
})

test.each(PERIODS)('%s quarters leave no day out and have none twice, from year to year', (periods) => {
  const all = [2026, 2027, 2028].flatMap((year) => quartersOf(year, periods))
  expect(all.every(({ from, to }) => from < to)).toBe(true)
  expect(all.slice(1).map(({ from }) => from)).toEqual(all.slice(0, -1).map(({ to }) => addDays(to, 1)))
})

test.each([
  ['2026-04-05', 2025, 2026],
  ['2026-04-06', 2026, 2026],
  ['2026-03-31', 2025, 2025],
  ['2027-01-01', 2026, 2026],
])('%s is in the tax year of %i, or with calendar quarters of %i', (day, standard, calendar) => {
  expect([taxYearAt(day), taxYearAt(day, 'calendar')]).toEqual([standard, calendar])
})

test('a tax year is called by both of its years', () => {
  expect([taxYearText(2026), taxYearText(2099)]).toEqual(['2026/27', '2099/00'])
})

test.each([
  ['2026-11-23', 2026, 3],
  ['2026-11-07', 2026, 2],
  ['2027-02-07', 2026, 3],
  ['2027-02-08', 2026, 4],
  ['2026-04-10', 2025, 4],
  ['2026-05-07', 2025, 4],
  ['2026-05-08', 2026, 1],
])('on %s the update of %i, quarter %i, is due next', (today, taxYear, quarter) => {
  for (const periods of PERIODS) expect(nextDue(today, periods)).toEqual({ taxYear, quarter })
})

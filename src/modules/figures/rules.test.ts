import { describe, expect, it } from 'vitest'
import { acceptedShare, partsOf, periodBefore, quickPeriod, stepDrawn, stepFor, type DayFigures } from './rules.ts'

const period = (from: string, to: string) => ({ from, to })

describe('a period', () => {
  it.each([
    ['2026-11-01', '2026-11-23', '2026-10-01', '2026-10-23', 'a month so far'],
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30', 'a whole month'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28', 'a day that the month before hasn’t'],
    ['2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29', 'a leap year'],
    ['2027-01-01', '2027-01-31', '2026-12-01', '2026-12-31', 'over the turn of the year'],
    ['2025-12-01', '2026-11-23', '2024-12-01', '2025-11-23', 'twelve months so far'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31', 'a year'],
    ['2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01', 'the first of a month'],
    ['2026-11-23', '2026-11-23', '2026-11-22', '2026-11-22', 'one day'],
    ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15', 'a week'],
    ['2026-03-20', '2026-04-10', '2026-02-26', '2026-03-19', 'own dates'],
  ])('%s to %s is compared with %s to %s: %s', (from, to, fromBefore, toBefore) => {
    expect(periodBefore(period(from, to))).toEqual(period(fromBefore, toBefore))
  })

  it('is shown by days, weeks or months', () => {
    expect(stepFor(period('2026-11-23', '2026-11-23'))).toBe('day')
    expect(stepFor(period('2026-10-01', '2026-10-31'))).toBe('day')
    expect(stepFor(period('2026-09-01', '2026-10-31'))).toBe('week')
    expect(stepFor(period('2025-12-01', '2026-11-23'))).toBe('month')
  })

  it('has its days, its weeks from Monday, or its months, and no others', () => {
    expect(partsOf(period('2026-10-24', '2026-10-26'), 'day').map(({ from }) => from)).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-26',
    ])
    expect(partsOf(period('2026-10-24', '2026-11-03'), 'week')).toEqual([
      period('2026-10-24', '2026-10-25'),
      period('2026-10-26', '2026-11-01'),
      period('2026-11-02', '2026-11-03'),
    ])
    expect(partsOf(period('2026-12-15', '2027-02-01'), 'month')).toEqual([
      period('2026-12-15', '2026-12-31'),
      period('2027-01-01', '2027-01-31'),
      period('2027-02-01', '2027-02-01'),
    ])
    expect(partsOf(period('2026-11-23', '2026-11-23'), 'month')).toEqual([period('2026-11-23', '2026-11-23')])
  })

  it.each([
    ['this_month', '2026-11-23', '2026-11-01', '2026-11-23'],
    ['last_month', '2027-01-31', '2026-12-01', '2026-12-31'],
    ['last_month', '2027-03-31', '2027-02-01', '2027-02-28'],
    ['year', '2026-11-23', '2025-12-01', '2026-11-23'],
    ['year', '2026-12-31', '2026-01-01', '2026-12-31'],
  ] as const)('%s on %s is %s to %s', (which, today, from, to) => {
    expect(quickPeriod(which, today)).toEqual(period(from, to))
  })
})

describe('figures', () => {
  it('have no share of nothing', () => {
    const dayFigures = (accepted: number, declined: number, unanswered: number): DayFigures => ({
      ...none,
      accepted,
      declined,
      unanswered,
    })
    expect(acceptedShare(dayFigures(0, 0, 0))).toBeNull()
    expect(acceptedShare(dayFigures(3, 1, 0))).toBe(0.75)
    expect(acceptedShare(dayFigures(1, 0, 3))).toBe(0.25)
  })
})

const none: DayFigures = {
  made: 0,
  madePence: 0,
  confirmed: 0,
  completed: 0,
  cancelled: 0,
  accepted: 0,
  declined: 0,
  unanswered: 0,
  hot: 0,
  hotTaken: 0,
  untaken: 0,
  settledPence: 0,
  commissionPence: 0,
}

it.each([
  ['2026-09-01', '2026-12-01', 'day', 'day'],
  ['2026-09-01', '2026-12-02', 'day', 'week'],
  ['2025-12-01', '2026-11-23', 'day', 'week'],
  ['2025-12-01', '2026-11-23', 'month', 'month'],
] as const)('%s to %s by %s is drawn by %s', (from, to, step, drawn) => {
  expect(stepDrawn({ from, to }, step)).toBe(drawn)
})

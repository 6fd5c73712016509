import { expect, test } from 'vitest'
import { cheapestAround, monthBefore, monthPage, monthWindow, nextMonth } from './month-of.ts'

test.each([
  ['2026-12-04', '2027-01-01', '2026-11-01', 31, 1],
  ['2027-02-28', '2027-03-01', '2027-01-01', 28, 0],
  ['2026-10-31', '2026-11-01', '2026-09-01', 31, 3],
])('the month of %s: next %s, before %s, %i days, %i places before', (day, next, before, length, places) => {
  const page = monthPage(day)
  expect([nextMonth(day), monthBefore(day), page.days.length, page.placesBefore]).toEqual([
    next,
    before,
    length,
    places,
  ])
})

test.each([
  ['2026-12-01', null, ['2026-12-01', '2026-12-31']],
  ['2026-12-01', '2026-12-15', ['2026-12-01', '2026-12-31']],
  ['2026-12-01', '2026-12-02', ['2026-11-29', '2026-12-31']],
  ['2026-12-01', '2026-12-30', ['2026-12-01', '2027-01-02']],
  ['2027-01-01', '2026-12-30', ['2027-01-01', '2027-01-31']],
])('of the month %s with %s chosen, %j is asked', (month, chosen, [from, to]) => {
  expect(monthWindow(month, chosen)).toEqual({ from, to })
})

test('the cheapest of the three days before and after, the nearest of two', () => {
  const day = (date: string, fromPence: number | null) => ({
    date,
    fromPence,
    startAt: fromPence && `${date}T10:00:00Z`,
  })
  const days = [
    day('2026-12-01', 100),
    day('2026-12-02', 300),
    day('2026-12-04', null),
    day('2026-12-05', 400),
    day('2026-12-07', 300),
    day('2026-12-08', 300),
  ].map((one) => ({ ...one, startAt: one.startAt === 0 ? null : one.startAt }))
  expect(cheapestAround(days, '2026-12-05')?.date).toBe('2026-12-07')
  expect(cheapestAround(days, '2026-12-20')).toBeUndefined()
})

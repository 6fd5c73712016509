import { describe, expect, it } from 'vitest'
import { FIRST_POLICY } from '#modules/pricing/terms/rules.ts'
import { detailsOf } from './audit/rules.ts'
import {
  cancellationExamples,
  commissionExamples,
  dayProblem,
  holdingOn,
  inTime,
  noticeProblem,
  noticeWarnings,
  usualFromDay,
} from './rules.ts'

it.each([
  ['2026-11-23', '2026-12-01'],
  ['2026-12-31', '2027-01-01'],
  ['2027-01-31', '2027-02-01'],
  ['2028-02-29', '2028-03-01'],
  ['2027-01-01', '2027-02-01'],
])('on %s a form begins with %s', (today, fromDay) => {
  expect(usualFromDay(today, 'tolls')).toBe(fromDay)
})

it.each([
  ['2026-11-16', '2026-12-01'],
  ['2026-11-17', '2027-01-01'],
  ['2026-12-31', '2027-02-01'],
  ['2027-01-01', '2027-02-01'],
  ['2027-02-15', '2027-04-01'],
])('of commission on %s, with the notice that companies are promised, with %s', (today, fromDay) => {
  expect(usualFromDay(today, 'commission')).toBe(fromDay)
  expect(noticeProblem(fromDay, today)).toBeUndefined()
})

it.each([
  ['2026-11-22', /22\/11\/2026 is over/],
  ['2026-11-23', undefined],
  ['2026-12-01', undefined],
  ['2029-01-31', undefined],
  ['2029-02-01', /Choose a day before 01\/02\/2029/],
])('a change from %s, asked for on 23 November 2026', (fromDay, problem) => {
  const found = dayProblem(fromDay, '2026-11-23')
  expect(found ?? '').toMatch(problem ?? /^$/)
})

describe('rows of a subject follow each other', () => {
  const rows = [
    { subject: 'a', fromDay: '2022-01-01', toDay: null },
    { subject: 'a', fromDay: '2026-12-01', toDay: null },
    { subject: 'a', fromDay: '2030-03-04', toDay: null },
    { subject: 'b', fromDay: '2024-01-01', toDay: '2026-11-30' },
  ]
  it('each ends where the next begins, or by itself', () => {
    const placed = inTime(rows, '2026-11-30')
    expect(placed.map(({ toDay, state }) => [toDay, state])).toEqual([
      ['2026-11-30', 'in_force'],
      ['2030-03-03', 'to_come'],
      [null, 'to_come'],
      ['2026-11-30', 'in_force'],
    ])
    expect(inTime(rows, '2026-12-01').map(({ state }) => state)).toEqual(['over', 'in_force', 'to_come', 'over'])
    const own = placed.filter(({ subject }) => subject === 'a')
    expect(['2021-12-31', '2026-11-30', '2026-12-01', '2031-01-01'].map((day) => holdingOn(own, day)?.fromDay)).toEqual(
      [undefined, '2022-01-01', '2026-12-01', '2030-03-04'],
    )
  })
})

it('examples are to the penny', () => {
  expect(commissionExamples(15, 17.5)).toMatchObject([{ beforePence: 4500, afterPence: 5250 }])
  const after = { freeUntilHours: 72, partUntilHours: 24, partPercent: 40 }
  expect(
    cancellationExamples(FIRST_POLICY, after).map(({ what, beforePence, afterPence }) => [
      what.split(',')[0],
      beforePence,
      afterPence,
    ]),
  ).toEqual([
    ['Cancelled 72 hours before', 0, 4000],
    ['Cancelled 48 hours before', 5000, 4000],
    ['Cancelled 24 hours before', 10_000, 10_000],
  ])
})

it('warns of what the companies were promised', () => {
  expect(noticeWarnings('2026-12-01', '2026-11-23', true)[0]).toMatch(/8 days.*08\/12\/2026/)
  expect(noticeWarnings('2026-12-08', '2026-11-23', true)).toEqual([])
  expect(noticeWarnings('2026-11-24', '2026-11-23', false)).toEqual([])
})

describe('audit', () => {
  it('shows what changed, and only that', () => {
    expect(
      detailsOf({ status: 'active', same: 1, gone: true }, { status: 'blocked', same: 1, reason: 'Fraud' }),
    ).toEqual([
      { name: 'status', before: 'active', after: 'blocked' },
      { name: 'gone', before: 'yes', after: null },
      { name: 'reason', before: null, after: 'Fraud' },
    ])
    expect(detailsOf(null, null)).toEqual([])
    const id = '01a227ea-8167-7000-b259-e43e3334df4a'
    const after = {
      amountPence: -9_000_000,
      usableFrom: '2026-07-01',
      savedAt: '2026-07-01T09:30:00.000Z',
      shown: [id, 'nobody'],
      unitId: id,
    }
    expect(detailsOf(null, after, new Map([[id, 'Priya Shah']]))).toEqual([
      { name: 'amount', before: null, after: '−£90,000.00' },
      { name: 'usableFrom', before: null, after: '01/07/2026' },
      { name: 'saved', before: null, after: '01/07/2026 10:30' },
      { name: 'shown', before: null, after: 'Priya Shah, nobody' },
      { name: 'unit', before: null, after: 'Priya Shah' },
    ])
    expect(detailsOf(null, { text: 'x'.repeat(1000), nothing: null })[0]?.after).toHaveLength(301)
  })
})

import { describe, expect, it } from 'vitest'
import { fieldOf, subjectInAddress, subjectOf } from './change-fields.ts'
import { hoursText, hoursWithin, payersText, subjectsOf, whenText, yearAfter, type Row } from './setting-texts.ts'

it.each([
  [{ weekday: [0, 1440], weekend: [0, 1440], freeDays: 'christmas_day' }, 'Every hour, not 25 December'],
  [
    { weekday: [420, 1080], weekend: [720, 1080], freeDays: 'christmas_to_new_year' },
    'Mon to Fri 07:00 to 18:00, Sat, Sun 12:00 to 18:00, not from 25 December to New Year',
  ],
  [{ weekday: [420, 1140], weekend: [420, 1140] }, 'Daily 07:00 to 19:00'],
  [{ weekday: [360, 600], weekend: null }, 'Mon to Fri 06:00 to 10:00'],
])('%o is "%s"', (hours, text) => {
  expect(hoursText(hours)).toBe(text)
})

it('keeps the capitals of days within a sentence', () => {
  expect(hoursWithin({ weekday: [360, 600], weekend: null })).toBe('Mon to Fri 06:00 to 10:00')
  expect(hoursWithin({ weekday: [0, 1440], weekend: [0, 1440] })).toBe('every hour')
})

it('says who pays', () => {
  expect(payersText(['noncompliant', 'other'])).toBe('All vans except electric')
  expect(payersText(['noncompliant'])).toBe('Diesel below Euro 6, petrol below Euro 4')
})

it.each([
  ['change.amount_pence', 'amount'],
  ['change.amounts_pence.2', 'amount_2'],
  ['change.source', 'reason'],
  ['change.from_day', 'from_day'],
])('a refusal of %s stands at %s', (path, field) => {
  expect(fieldOf(path)).toBe(field)
})

describe('rows', () => {
  const row = (subject: string, fromDay: string, state: Row['state']) =>
    ({ subject, name: subject, fromDay, state, toDay: null }) as Row
  it('of one subject stand together: what holds, what comes, soonest first', () => {
    const [one] = subjectsOf([
      row('a', '2027-01-01', 'to_come'),
      row('a', '2020-01-01', 'in_force'),
      row('a', '2026-12-01', 'to_come'),
    ])
    expect(one?.now?.fromDay).toBe('2020-01-01')
    expect(one?.next.map(({ fromDay }) => fromDay)).toEqual(['2026-12-01', '2027-01-01'])
    expect(whenText(row('a', '2026-12-01', 'to_come'))).toBe('from 01/12/2026')
  })
  it('everybody has a name in the address', () => {
    expect(subjectOf(subjectInAddress(''))).toBe('')
    expect(subjectOf(subjectInAddress('bath noncompliant'))).toBe('bath noncompliant')
    expect(yearAfter('2028-02-29')).toBe('2029-02-28')
  })
})

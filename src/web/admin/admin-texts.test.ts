import { describe, expect, it } from 'vitest'
import type { AfterBlock } from '#modules/office/rules.ts'
import { documentText, stopTexts, type UnitDocument } from './companies/company-texts.ts'
import { blockTexts, lossTexts } from './people/person-texts.ts'
import { fieldOf, subjectInAddress, subjectOf } from './settings/change-fields.ts'
import {
  hoursText,
  hoursWithin,
  payersText,
  subjectsOf,
  whenText,
  yearAfter,
  type Row,
} from './settings/setting-texts.ts'
import { trailText } from './trail/trail-texts.ts'

const motDocument: UnitDocument = {
  kind: 'mot',
  label: 'MOT certificate',
  standing: 'approved',
  expiresOn: '2026-12-01',
  daysLeft: 11,
  isWaiting: false,
}

it.each<[Partial<UnitDocument>, string]>([
  [{}, '11 days left.'],
  [{ daysLeft: 1, standing: 'expiring', isWaiting: true }, '1 day left. A new one waits for the office.'],
  [{ daysLeft: null, expiresOn: null }, 'Doesn’t expire.'],
  [{ standing: 'missing', daysLeft: null }, 'Missing.'],
  [{ standing: 'pending', isWaiting: true }, 'Waits for the office.'],
  [{ standing: 'expired', isWaiting: true }, 'Expired. A new one waits for the office.'],
])('a paper that is %o: "%s"', (change, text) => {
  expect(documentText({ ...motDocument, ...change })).toBe(text)
})

it('says what stopping one unit or several does', () => {
  const nothing = { hot: 0, ends: 0, goesOn: 0 }
  expect(stopTexts([{ ahead: nothing }])).toEqual([
    'The unit stops taking jobs immediately. The owner reads your reason in a minute and can appeal.',
    'No upcoming jobs.',
  ])
  expect(stopTexts([{ ahead: { hot: 2, ends: 0, goesOn: 1 } }, { ahead: { ...nothing, hot: 4 } }])).toEqual([
    'All 2 units stop taking jobs immediately. The owner reads your reason in a minute and can appeal.',
    '6 jobs go to other drivers at the same price. We’ll tell the customers.',
    '1 job goes on, because the driver has begun or is on the way.',
  ])
})

describe('what a block does', () => {
  const upcoming = (...all: AfterBlock[]) =>
    all.map((ifBlocked, index) => ({
      id: `b${index}`,
      reference: `B${index}`,
      startAt: '2026-11-28T09:00:00.000Z',
      status: 'confirmed' as const,
      from: 'Leeds',
      to: 'York',
      ifBlocked,
    }))
  const signedOut = 'They are logged out everywhere at once and can’t log in.'
  const company = { id: 'c1', name: 'Pennant & Daughters' }

  it.each<[Parameters<typeof blockTexts>[0], string[]]>([
    [{ role: 'admin', ahead: [], company: null }, [signedOut]],
    [{ role: 'customer', ahead: [], company: null }, [signedOut]],
    [
      { role: 'customer', ahead: upcoming('stands'), company: null },
      [signedOut, 'Their upcoming booking isn’t affected. Look at each below.'],
    ],
    [
      { role: 'customer', ahead: upcoming('stands', 'stands'), company: null },
      [signedOut, 'Their 2 upcoming bookings aren’t affected. Look at each below.'],
    ],
    [
      { role: 'hired', ahead: [], company },
      [signedOut, 'Their jobs stay with Pennant & Daughters, and we’ll tell them the van has no driver.'],
    ],
    [
      { role: 'driver', ahead: upcoming('hot', 'hot', 'ends', 'goes_on'), company },
      [
        signedOut,
        'Pennant & Daughters isn’t offered or shown.',
        '2 jobs go to other drivers at the same price. We’ll tell the customers.',
        '1 job ends, because the customer didn’t want another driver. We’ll tell them.',
        '1 job goes on, because the driver has begun or is on the way.',
      ],
    ],
  ])('is told to %o', (person, texts) => {
    expect(blockTexts(person)).toEqual(texts)
  })

  it('says so if nothing lies ahead', () => {
    expect(lossTexts([])).toEqual(['No upcoming jobs.'])
  })
})

describe('settings', () => {
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
})

describe('the activity log', () => {
  const nothing = { reason: null, before: null, after: null }

  it.each([
    [{ ...nothing, action: 'account.blocked', reason: 'They waited.' }, 'blocked the account: They waited.'],
    [
      { ...nothing, action: 'working_unit.status', after: 'insurance_expires_soon' },
      'a unit became insurance expires soon',
    ],
    [{ ...nothing, action: 'bank_account.confirmed' }, 'bank account: confirmed'],
    [{ ...nothing, action: 'odd' }, 'odd'],
  ])('%o is "%s"', (entry, text) => {
    expect(trailText(entry)).toBe(text)
  })
})

import { expect, it } from 'vitest'
import { documentText, stopTexts, type UnitDocument } from './company-texts.ts'

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

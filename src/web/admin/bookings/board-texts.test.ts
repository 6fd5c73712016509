import { expect, it } from 'vitest'
import { GROUPS } from '#modules/board/rules.ts'
import { caseText, caseTitle, spanText, waitTexts, type Case } from './board-texts.ts'

const now = new Date('2026-11-28T10:00:00Z')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

it.each([
  [0, '0 min'],
  [-5, '0 min'],
  [65, '1 h 5 min'],
  [2879, '47 h 59 min'],
  [2880, '2 days'],
])('%i minutes are said as %s', (minutes, text) => {
  expect(spanText(before(minutes), now)).toBe(text)
})

it.each([
  ['late', 25, null, ['25 min overdue']],
  ['unconfirmed', 65, -20, ['waiting 1 h 5 min', '20 min to answer']],
  ['nobody', 180, -50, ['waiting 3 h', '50 min until it expires']],
  ['card', 4320, null, ['waiting 3 days']],
  ['papers', 0, -600, ['10 h left']],
  ['papers', 0, 1, ['expired']],
  ['never_started', 200, null, ['3 h 20 min since its start']],
] as const)('of %s', (group, since, due, texts) => {
  const dueAt = due === null ? null : before(due).toISOString()
  expect(
    waitTexts({ group, since: before(since).toISOString(), due: dueAt, askedAgainAt: null, outcome: null }, now),
  ).toEqual(texts)
})

it.each([
  ['2026-11-28T09:20:00Z', 'asked again at 09:20'],
  ['2026-11-27T14:20:00Z', 'asked again at 27/11/2026 14:20'],
])('says when a driver was asked again, at %s', (askedAgainAt, text) => {
  const waits = {
    group: 'unconfirmed',
    since: before(65).toISOString(),
    due: null,
    askedAgainAt,
    outcome: null,
  } as const
  expect(waitTexts(waits, now)).toEqual(['waiting 1 h 5 min', text])
})

const aCase: Case = {
  id: 'one',
  group: 'unconfirmed',
  since: now.toISOString(),
  due: null,
  amountPence: 9800,
  note: null,
  number: 1,
  booking: {
    id: 'one',
    reference: 'ABCDEF01',
    hash: 'hash',
    status: 'new_booking',
    isHot: false,
    awaitingVerification: false,
    startAt: '2026-11-28T09:00:00.000Z',
    endAt: '2026-11-28T12:00:00.000Z',
    from: 'Bow',
    to: 'Lewisham',
    totalPence: 22_380,
    paymentMethod: 'cash',
  },
  customer: { name: 'Ravi Menon', phone: null },
  company: { id: 'c', name: 'Pennant', phone: null },
  workingUnit: { id: 'u', name: 'Dawn P.', registration: 'GX21 OPL' },
  driver: null,
  day: { isSetOff: false, lateEta: null },
  askedAgainAt: null,
  outcome: null,
  actions: [],
}

it.each([
  ['hot', -0.5, 'offered to others within a minute'],
  ['hot', 1, 'offered to others now'],
  ['ends', null, 'ends now'],
  ['goes_on', -1, 'goes on'],
] as const)('says when a job of a stopped unit leaves it: %s, %s', (outcome, due, text) => {
  const dueAt = due === null ? null : before(due).toISOString()
  expect(waitTexts({ ...aCase, group: 'stopped', due: dueAt, outcome }, now)).toEqual([text])
})

it.each([
  [
    'hot',
    'Pennant. Ravi Menon. £223.80 cash. Stopped by the office: The certificate was cancelled. Every driver who can do it is asked, at the same price',
  ],
  [
    'ends',
    'Pennant. Ravi Menon. £223.80 cash. Stopped by the office: The certificate was cancelled. The customer wanted no other driver: the booking ends, and we’ll tell them',
  ],
  [
    'goes_on',
    'Pennant. Ravi Menon. £223.80 cash. Stopped by the office: The certificate was cancelled. The driver has set off, so they finish this job',
  ],
] as const)('says why the unit of a job was stopped, and who is asked: %s', (outcome, text) => {
  expect(caseText({ ...aCase, group: 'stopped', note: 'The certificate was cancelled.', outcome })).toBe(text)
})

it.each([
  ['late', {}, 'Pennant. Ravi Menon. Hasn’t pressed start'],
  [
    'late',
    { day: { isSetOff: true, lateEta: '2026-11-28T10:30:00.000Z' } },
    'Pennant. Ravi Menon. On the way. They said 28/11/2026 10:30',
  ],
  ['nobody', {}, 'Ravi Menon. £223.80 cash. Offered to 1 unit'],
  ['nobody', { number: 0 }, 'Ravi Menon. £223.80 cash. Not offered to any unit yet'],
  ['unconfirmed', {}, 'Pennant. £223.80 cash. Ravi Menon'],
  ['unanswered', { note: 'change' }, 'Pennant. Ravi Menon. Hasn’t answered a change'],
  ['unanswered', { note: 'reconfirmation' }, 'Pennant. Ravi Menon. Hasn’t said whether it’s still going ahead'],
  ['card', {}, 'Ravi Menon. £98.00. Pennant'],
  ['papers', { number: 2 }, 'Pennant. 2 jobs after that'],
  ['questions', { note: 'never heard of' }, 'Pennant. Ravi Menon'],
  ['messages', { note: 'Rude' }, 'Rude'],
] as const)('what is said of %s', (group, more, text) => {
  expect(caseText({ ...aCase, group, ...more })).toBe(text)
})

it('every kind has a heading', () => {
  for (const group of GROUPS) expect(caseTitle({ ...aCase, group })).not.toBe('')
  expect(caseTitle(aCase)).toBe('28/11/2026 09:00, Bow to Lewisham')
  expect(caseTitle({ ...aCase, group: 'papers', booking: null })).toBe('Documents of Dawn P.')
  expect(caseTitle({ ...aCase, group: 'undelivered', booking: null, note: 'Your receipt' })).toBe('Your receipt')
})

it('never says of a count of offers that nobody is free', () => {
  for (const number of [0, 1, 8, null])
    expect(caseText({ ...aCase, group: 'nobody', number })).not.toMatch(/free|nobody/i)
})

import { describe, expect, it } from 'vitest'
import { GROUPS } from '#modules/board/rules.ts'
import { listUndoable, secondsLeft } from '../cases/sent-decisions.tsx'
import { caseText, caseTitle, spanText, waitTexts, type Case } from './board-texts.ts'
import { trailEntries, type TrailEvent } from './event-texts.ts'

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
] as const)('how long %s wait is said', (group, since, due, texts) => {
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

describe('texts of events', () => {
  const event = (more: Partial<TrailEvent>): TrailEvent => ({
    at: '2026-11-28T09:00:00.000Z',
    kind: 'created',
    by: 'customer',
    companyName: 'Tamar Moves',
    feePence: null,
    owedPence: null,
    stop: null,
    reason: null,
    ...more,
  })

  it.each<[Partial<TrailEvent>, string]>([
    [{}, 'The customer booked'],
    [{ kind: 'confirmed', by: 'driver' }, 'Tamar Moves confirmed'],
    [{ kind: 'confirmed', by: 'driver', companyName: null }, 'The driver confirmed'],
    [{ kind: 'taken_away', by: 'office' }, 'The office took it away from Tamar Moves'],
    [{ kind: 'not_taken', by: 'vanfare' }, 'System had no answer from Tamar Moves in time'],
    [{ kind: 'cancelled', feePence: 6000 }, 'The customer cancelled it. Fee £60.00'],
    [{ kind: 'cancelled', feePence: 0 }, 'The customer cancelled it. Fee £0.00'],
    [
      { kind: 'given_up', by: 'driver', owedPence: 2500 },
      'Tamar Moves confirmed, then handed it back. Tamar Moves owes the customer £25.00',
    ],
    [
      { kind: 'became_hot', by: 'vanfare', stop: 'blocked', reason: 'The certificate was cancelled.' },
      'System made it a hot job. Tamar Moves was blocked: The certificate was cancelled.',
    ],
    [
      { kind: 'taken_away', by: 'vanfare', stop: 'owner_blocked' },
      'System took it away from Tamar Moves. The owner of Tamar Moves was blocked',
    ],
    [
      { kind: 'became_hot', by: 'office', reason: 'The van broke down.' },
      'The office made it a hot job. Reason: The van broke down.',
    ],
    [{ kind: 'hours_confirmed', by: 'vanfare' }, 'System confirmed the hours'],
    [{ kind: 'something_of_later', by: 'vanfare' }, 'System something of later'],
  ])('%o', (more, text) => {
    const [entry] = trailEntries([event(more)])
    expect(`${entry?.by} ${entry?.text}`).toBe(text)
  })
})

describe('sent decisions', () => {
  const at = (id: string, undoUntil: string) => ({ id, undoUntil: `2026-11-20T09:${undoUntil}.000Z` })
  const now = '2026-11-20T09:10:00.000Z'

  it.each([
    [[], [], ''],
    [[], [at('a', '10:30')], 'a'],
    // Decisions whose minute is over are dropped, except the last.
    [[at('a', '09:30')], [], 'a'],
    [[at('a', '09:30')], [at('b', '10:59')], 'b'],
    [[at('a', '10:30')], [at('b', '10:59')], 'b a'],
    [[at('a', '09:30'), at('b', '09:40')], [], 'b'],
    [[at('a', '10:30')], [at('a', '10:30')], 'a'],
  ])('%j and %j', (seen, listed, expected) => {
    expect(
      listUndoable(seen, listed, now)
        .map(({ id }) => id)
        .join(' '),
    ).toBe(expected)
  })

  it.each([
    ['2026-11-20T09:11:00.000Z', 0, 60],
    ['2026-11-20T09:11:00.000Z', 12.4, 48],
    ['2026-11-20T09:11:00.000Z', 61, 0],
    ['2026-11-20T09:09:00.000Z', 0, 0],
  ])('until %s after %d s', (until, passed, left) => expect(secondsLeft(until, now, passed)).toBe(left))
})

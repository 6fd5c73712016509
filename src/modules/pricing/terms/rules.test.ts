import { expect, it, describe } from 'vitest'
import { toInstant } from '#shared/local-time.ts'
import {
  cancellationFee,
  cancellationRows,
  cancellationSteps,
  confirmationOf,
  FIRST_POLICY,
  freeAfterBooking,
  lastHoursText,
  partText,
  policyAt,
  stepsOnWire,
  coverLimits,
  coverText,
  waitingText,
} from './rules.ts'

it.each([
  [30, 1500, 'The first 30 minutes are free, then £15.00 for each half hour that the crew waits for you.'],
  [0, 1500, '£15.00 for each half hour that the crew waits for you.'],
  [15, 0, 'Waiting costs nothing.'],
])('%i minutes free, then %i pence', (freeWaitingMinutes, waitingPencePerHalfHour, text) => {
  expect(waitingText({ freeWaitingMinutes, waitingPencePerHalfHour })).toBe(text)
})

it('says how cover is known', () => {
  const limits = { totalPence: 2_000_000, perItemPence: 250_000 }
  expect(coverLimits({ ...limits, source: 'policy' })).toBe('Cover £20,000, £2,500 an item')
  expect(coverText({ ...limits, source: 'policy' })).toBe(
    'Insured up to £20,000 for the whole move and £2,500 for any one item. We’ve checked the policy.',
  )
  expect(coverText({ ...limits, source: 'minimum' })).toBe(
    'Insured for at least £20,000 for the whole move and £2,500 for any one item, the least we ask of every company.',
  )
})

const MINIMUM = 12_401

describe('what it costs to cancel', () => {
  const start = toInstant('2026-11-28', 9 * 60)
  it.each([
    ['a week before', '2026-11-21T09:00:00Z', 0],
    ['the last moment of the free time', '2026-11-26T08:59:59.999Z', 0],
    ['exactly 48 hours before', '2026-11-26T09:00:00Z', 6200],
    ['the last moment at half', '2026-11-27T08:59:59.999Z', 6200],
    ['exactly 24 hours before', '2026-11-27T09:00:00Z', MINIMUM],
    ['at the start', '2026-11-28T09:00:00Z', MINIMUM],
    ['after it', '2026-11-29T09:00:00Z', MINIMUM],
  ])('%s', (_, at, fee) => {
    const steps = cancellationSteps(start, MINIMUM, FIRST_POLICY)
    expect(cancellationFee(steps, new Date(at), true)).toBe(fee)
    // The job is not confirmed, so neither side owes anything.
    expect(cancellationFee(steps, new Date(at), false)).toBe(0)
  })

  it('never costs more than the minimum time, and never less later on', () => {
    for (const minimum of [0, 1, 3, 7000, 99_999]) {
      const fees = cancellationSteps(start, minimum, FIRST_POLICY).map(({ feePence }) => feePence)
      expect(fees).toEqual(fees.toSorted((a, b) => a - b))
      expect(fees.at(-1)).toBe(minimum)
    }
  })
})

describe('a booking that confirmed itself', () => {
  const start = toInstant('2026-11-28', 9 * 60)
  const feeAt = (booked: string, at: string) => {
    const freeUntil = freeAfterBooking(new Date(booked), start)
    return cancellationFee(cancellationSteps(start, MINIMUM, FIRST_POLICY, { freeUntil }), new Date(at), true)
  }
  it.each([
    ['the moment that it is made, a day before', '2026-11-27T10:00:00Z', '2026-11-27T10:00:00Z', 0],
    ['the last moment of its 30 minutes', '2026-11-27T10:00:00Z', '2026-11-27T10:29:59.999Z', 0],
    ['exactly 30 minutes after it', '2026-11-27T10:00:00Z', '2026-11-27T10:30:00Z', MINIMUM],
    ['exactly 30 minutes after it, with part of the minimum due', '2026-11-26T10:00:00Z', '2026-11-26T10:30:00Z', 6200],
    ['30 minutes that outlast the part', '2026-11-27T08:50:00Z', '2026-11-27T09:10:00Z', 0],
    [
      'the last moment of four hours before, booked 20 minutes earlier',
      '2026-11-28T04:40:00Z',
      '2026-11-28T04:59:59.999Z',
      0,
    ],
    ['exactly four hours before', '2026-11-28T04:40:00Z', '2026-11-28T05:00:00Z', MINIMUM],
    ['at once, if made four hours before', '2026-11-28T05:00:00Z', '2026-11-28T05:00:00Z', MINIMUM],
    ['a week before, long after its 30 minutes', '2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z', 0],
  ])('costs, if cancelled: %s', (_, booked, at, fee) => {
    expect(feeAt(booked, at)).toBe(fee)
  })

  it('names its free time first, and no step that has ended by then', () => {
    const now = new Date('2026-11-27T08:50:00Z')
    const steps = cancellationSteps(start, 12_400, FIRST_POLICY, { freeUntil: freeAfterBooking(now, start) })
    expect(cancellationRows(steps, now, true)).toEqual([
      { when: 'Until Fri 27 November, 09:20', cost: 'Free' },
      { when: 'After that', cost: '£124.00' },
    ])
  })

  it('is announced in a price, unless the start is too near', () => {
    const quote = { confirmsAtOnce: true, startAt: start.toISOString() }
    const rowsAt = (now: Date) =>
      cancellationRows(cancellationSteps(start, 12_400, FIRST_POLICY), now, confirmationOf(quote, now))
    expect(rowsAt(new Date('2026-11-27T10:00:00Z'))).toEqual([
      { when: 'For 30 minutes after booking', cost: 'Free' },
      { when: 'After that', cost: '£124.00' },
    ])
    expect(rowsAt(new Date('2026-11-28T05:00:00Z'))).toEqual([{ when: 'Now', cost: '£124.00' }])
    expect(confirmationOf({ ...quote, confirmsAtOnce: false }, start)).toBe(false)
  })
})

describe('the table', () => {
  const start = toInstant('2026-11-28', 9 * 60)
  const rows = (now: string, isConfirmed: boolean) =>
    cancellationRows(cancellationSteps(start, 12_400, FIRST_POLICY), new Date(now), isConfirmed).map(
      ({ when, cost }) => [when, cost],
    )

  it('has the steps in pounds with their times', () => {
    expect(rows('2026-11-20T12:00:00Z', false)).toEqual([
      ['Until a driver confirms', 'Free'],
      ['Until Thu 26 November, 09:00', 'Free'],
      ['Until Fri 27 November, 09:00', '£62.00'],
      ['After that', '£124.00'],
    ])
  })

  it('says nothing of a driver who has yet to confirm, once one has', () => {
    expect(rows('2026-11-20T12:00:00Z', true).map(([when]) => when)).toEqual([
      'Until Thu 26 November, 09:00',
      'Until Fri 27 November, 09:00',
      'After that',
    ])
  })

  it('leaves out what has passed', () => {
    expect(rows('2026-11-26T09:00:00Z', true)).toEqual([
      ['Until Fri 27 November, 09:00', '£62.00'],
      ['After that', '£124.00'],
    ])
    expect(rows('2026-11-27T10:00:00Z', true)).toEqual([['Now', '£124.00']])
    expect(rows('2026-11-27T10:00:00Z', false)).toEqual([
      ['Until a driver confirms', 'Free'],
      ['Once confirmed', '£124.00'],
    ])
  })
})

/**
 * The steps are counted in elapsed hours, so around a clock change they are at another time of the day than the start.
 */
describe.each([
  // 29 March 2026: 01:00 is followed by 02:00.
  ['2026-03-29', 9 * 60, ['Until Fri 27 March, 08:00', 'Until Sat 28 March, 08:00']],
  ['2026-03-30', 8 * 60, ['Until Sat 28 March, 07:00', 'Until Sun 29 March, 08:00']],
  ['2026-03-31', 8 * 60, ['Until Sun 29 March, 08:00', 'Until Mon 30 March, 08:00']],
  // 25 October 2026: 02:00 is followed by 01:00.
  ['2026-10-25', 9 * 60, ['Until Fri 23 October, 10:00', 'Until Sat 24 October, 10:00']],
  ['2026-10-26', 9 * 60, ['Until Sat 24 October, 10:00', 'Until Sun 25 October, 09:00']],
  ['2026-10-26', 90, ['Until Sat 24 October, 02:30', 'Until Sun 25 October, 01:30 GMT']],
  ['2026-10-26', 30, ['Until Sat 24 October, 01:30', 'Until Sun 25 October, 01:30 BST']],
])('around a clock change, a start on %s at minute %i', (day, minute, texts) => {
  it('has its steps 48 and 24 hours before', () => {
    const start = toInstant(day, minute)
    const steps = cancellationSteps(start, 7000, FIRST_POLICY)
    expect(steps.map(({ until }) => until && (start.getTime() - until.getTime()) / 3_600_000)).toEqual([48, 24, null])
    const rows = cancellationRows(steps, new Date('2026-01-01T00:00:00Z'), true)
    expect(rows.slice(0, 2).map(({ when }) => when)).toEqual(texts)
  })
})

describe('a policy of its own day', () => {
  const made = new Date('2026-11-20T09:00:00Z')
  const first = { ...FIRST_POLICY, fromDay: '2020-01-01', createdAt: new Date('2020-01-01T00:00:00Z') }
  const winter = { freeUntilHours: 72, partUntilHours: 36, partPercent: 40, fromDay: '2026-12-01', createdAt: made }
  const summer = { freeUntilHours: 24, partUntilHours: 12, partPercent: 50, fromDay: '2027-04-01', createdAt: made }
  const today = { freeUntilHours: 60, partUntilHours: 30, partPercent: 60, fromDay: '2026-11-20', createdAt: made }

  it.each([
    ['2026-11-30T23:59:59.999Z', 60],
    ['2026-12-01T00:00:00Z', 72],
    // Midnight in British Summer Time is an hour earlier.
    ['2027-03-31T22:59:59.999Z', 72],
    ['2027-03-31T23:00:00Z', 24],
    // Made at nine, it does not hold for eight of that day.
    ['2026-11-20T08:59:59Z', 48],
    ['2026-11-20T09:00:00Z', 60],
  ])('holds at %s: free until %i hours before', (at, hours) => {
    for (const policies of [
      [first, winter, summer, today],
      [summer, today, winter, first],
    ])
      expect(policyAt(policies, new Date(at)).freeUntilHours).toBe(hours)
  })

  it('has its own steps, of which the odd penny is the customer’s', () => {
    const start = toInstant('2026-12-10', 9 * 60)
    expect(stepsOnWire(cancellationSteps(start, 12_401, winter))).toEqual([
      { until: '2026-12-07T09:00:00.000Z', feePence: 0 },
      { until: '2026-12-08T21:00:00.000Z', feePence: 4960 },
      { until: null, feePence: 12_401 },
    ])
    expect(lastHoursText(stepsOnWire(cancellationSteps(start, 1, winter)), start.toISOString())).toBe('36 hours')
    expect([winter, first].map(partText)).toEqual(['40%', 'half'])
  })
})

import { describe, expect, it, test } from 'vitest'
import { referenceOf, type WayToLeave } from '#modules/bookings/rules.ts'
import {
  headlineOf,
  piecesOf,
  statusTexts,
  timeNotes,
  timeOf,
  trailOf,
  whereText,
  type SharedBooking,
  isOff,
  owedOnceOff,
  firstTab,
  hasTab,
} from './booking-view.ts'

const booking = {
  id: '00000000-0000-4000-8000-00003f2a9c10',
  status: 'new_booking',
  isHot: false,
  awaitingVerification: false,
  company: { id: 'c', name: 'Pennant & Daughters', markColour: 'green', logoUrl: null },
  respondBy: '2026-11-20T22:10:00.000Z',
  startAt: '2026-11-28T09:00:00.000Z',
  createdAt: '2026-11-20T10:10:00.000Z',
  reconfirmBy: null,
  leftBy: null,
  cancelledBy: null,
  cancellationFeePence: 0,
  claimedFeePence: null,
  cancellation: [
    { until: '2026-11-26T09:00:00.000Z', feePence: 0 },
    { until: '2026-11-27T09:00:00.000Z', feePence: 5000 },
    { until: null, feePence: 10_000 },
  ],
  totalTime: '06:30:00',
  items: [
    { name: 'Sofa', amount: 1, needAssembling: false, needDisassembling: false },
    { name: 'Box', amount: 14, needAssembling: false, needDisassembling: false },
  ],
  routePoints: [
    { number: 0, outcode: 'E17', place: 'Walthamstow', stairs: 0 },
    { number: 1, outcode: 'BN1', place: 'Brighton', stairs: 0 },
  ],
} as unknown as SharedBooking

const left = (how: WayToLeave, owedPence = 0) => ({ name: 'Pennant & Daughters', how, owedPence })

const states = (change: Partial<SharedBooking>) =>
  trailOf({ ...booking, ...change }).map(({ state, title }) => `${state}: ${title}`)

describe('timeNotes', () => {
  const plain = { breaksTime: '00:00:00', declaredWaiting: '00:00:00', manPower: 'one_porter' } as const
  it('says what the time does not say by itself', () => {
    expect(timeNotes(plain)).toEqual([])
    expect(timeNotes({ breaksTime: '00:30:00', declaredWaiting: '01:00:00', manPower: 'no_help' })).toEqual([
      'That includes 30 min of driver breaks, which aren’t charged.',
      'We’ve also reserved 1 h for waiting. You only pay for waiting that happens.',
      'The driver won’t lift anything. You and your helpers carry everything.',
    ])
  })
})

describe('a booking in words', () => {
  it('says where, how long, how much, and its reference', () => {
    expect(whereText(booking)).toBe('Walthamstow to Brighton')
    expect(piecesOf(booking)).toBe(15)
    expect(referenceOf(booking.id)).toBe('3F2A9C10')
    expect(timeOf('2026-07-01T08:00:00Z')).toBe('09:00')
  })

  it.each([
    [{}, 'Requested for Sat 28 November, 09:00'],
    [{ awaitingVerification: true }, 'Check your email to finish booking'],
    [{ isHot: true }, 'Finding you a driver'],
    [{ isHot: true, leftBy: left('given_up') }, 'Finding you another driver'],
    [{ status: 'confirmed' }, 'Confirmed for Sat 28 November, 09:00'],
    [{ status: 'confirmed', claimedFeePence: 0 }, 'Did you cancel this move?'],
    [{ status: 'canceled_by_customer', awaitingVerification: true }, 'This booking was cancelled'],
    [{ status: 'no_one_took' }, 'No driver took this booking'],
    [{ status: 'canceled_by_customer', cancelledBy: 'customer' }, 'This booking was cancelled'],
    [{ status: 'canceled_by_customer', cancelledBy: 'driver' }, 'Did you cancel this move?'],
    [{ status: 'rejected', leftBy: left('rejected') }, 'The driver can’t do it'],
    [{ status: 'rejected', leftBy: left('given_up') }, 'Your driver has cancelled'],
    [{ status: 'not_taken_by_driver', leftBy: left('not_taken') }, 'The driver didn’t answer'],
    [{ status: 'not_taken_by_driver', leftBy: left('not_reconfirmed') }, 'The driver didn’t answer'],
  ] as const)('heads %j with "%s"', (change, headline) => {
    expect(headlineOf({ ...booking, ...change })).toBe(headline)
  })
})

describe('statusTexts', () => {
  const over = 'The booking is over, and you owe nothing.'
  it.each([
    [{}, ['Pennant & Daughters has to confirm next.']],
    [{ isHot: true, company: null }, []],
    [{ isHot: true, company: null, leftBy: left('rejected') }, ['Pennant & Daughters can’t do it.']],
    [{ isHot: true, company: null, leftBy: left('not_taken') }, ['Pennant & Daughters didn’t answer in time.']],
    [
      { isHot: true, company: null, leftBy: left('given_up', 10_000) },
      [
        'Pennant & Daughters confirmed, then cancelled.',
        'Pennant & Daughters cancelled in the last 24 hours and owes you £100.00.',
      ],
    ],
    [{ isHot: true, company: null, leftBy: left('became_hot') }, ['Pennant & Daughters can no longer do it.']],
    [{ status: 'confirmed' }, []],
    [
      { status: 'confirmed', claimedFeePence: 10_000 },
      ['Pennant & Daughters has told us that you cancelled. Your booking stays as it is until you answer.'],
    ],
    [{ status: 'canceled_by_customer', cancelledBy: 'customer' }, ['It costs nothing.']],
    [
      { status: 'canceled_by_customer', cancelledBy: 'customer', cancellationFeePence: 5000 },
      ['Cancelling cost £50.00.'],
    ],
    [
      { status: 'canceled_by_customer', cancelledBy: 'driver' },
      ['Pennant & Daughters has told us that you cancelled. You owe nothing unless you confirm it.'],
    ],
    [
      { status: 'not_taken_by_driver', leftBy: left('not_reconfirmed') },
      ['Pennant & Daughters didn’t answer when we asked again.', over],
    ],
    [{ status: 'no_one_took' }, [over]],
  ] as const)('of %j', (change, texts) => {
    expect(statusTexts({ ...booking, ...change })).toEqual(texts)
  })
})

describe('trailOf', () => {
  it('says what comes next', () => {
    expect(states({})).toEqual(['done: You booked', 'now: Pennant & Daughters confirms', 'next: Moving day'])
    expect(states({ awaitingVerification: true })).toEqual([
      'now: You confirm your email',
      'next: Pennant & Daughters confirms',
      'next: Moving day',
    ])
    expect(states({ isHot: true, company: null })).toEqual([
      'done: You booked',
      'now: Another driver confirms',
      'next: Moving day',
    ])
    expect(states({ status: 'confirmed' })).toEqual([
      'done: You booked',
      'done: Pennant & Daughters confirmed',
      'next: Moving day',
    ])
    expect(states({ isHot: true, company: null, leftBy: left('rejected') })).toEqual([
      'done: You booked',
      'done: Pennant & Daughters can’t do it',
      'now: Another driver confirms',
      'next: Moving day',
    ])
    expect(states({ status: 'confirmed', reconfirmBy: '2026-11-27T21:00:00.000Z' })).toEqual([
      'done: You booked',
      'done: Pennant & Daughters confirmed',
      'now: Pennant & Daughters reconfirms your booking',
      'next: Moving day',
    ])
    expect(states({ status: 'in_progress' }).at(-1)).toBe('now: Moving day')
    expect(states({ status: 'completed' })).toEqual([])
  })

  it('names the deadline of the driver', () => {
    expect(trailOf(booking)[1]?.time).toBe('By Fri 20 November, 22:10')
    expect(trailOf({ ...booking, awaitingVerification: true })[1]?.time).toBe('Within 12 hours')
  })
})

describe('once it is off', () => {
  it.each([
    ['canceled_by_customer', 'customer', true],
    ['canceled_by_customer', 'driver', false],
    ['rejected', null, true],
    ['no_one_took', null, true],
    ['completed', null, false],
    ['confirmed', null, false],
    ['new_booking', null, false],
  ] as const)('%s by %s: %s', (status, cancelledBy, expected) => {
    expect(isOff({ status, cancelledBy })).toBe(expected)
  })

  it('what is owed is said, also where it is nothing', () => {
    expect(owedOnceOff({ cancellationFeePence: 0 })).toBe('You owe nothing.')
    expect(owedOnceOff({ cancellationFeePence: 5000 })).toBe('You owe £50.00 for cancelling.')
  })
})

test.each([
  ['customer', 'future-bookings', true],
  ['customer', 'past-bookings', true],
  ['customer', 'new-bookings', false],
  ['driver', 'hot-jobs', true],
  ['driver', 'new-bookings', true],
  ['driver', 'confirmed-bookings', true],
  ['driver', 'past-bookings', true],
  ['driver', 'future-bookings', false],
  [null, 'future-bookings', true],
  [null, 'new-bookings', true],
  [null, 'no-such-tab', false],
  [null, 'toString', false],
] as const)('%s and %s: %s', (role, tab, expected) => expect(hasTab(role, tab)).toBe(expected))

test('drivers begin with what is new, customers with what is ahead', () => {
  expect(firstTab('driver')).toBe('new-bookings')
  expect(firstTab('customer')).toBe('future-bookings')
  expect(firstTab(null)).toBe('future-bookings')
})

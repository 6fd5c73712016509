import { describe, expect, it } from 'vitest'
import { headlineOf, piecesOf, timeNotes, timeOf, trailOf, whereText, type SharedBooking } from './booking-view.ts'
import { referenceOf } from '#modules/bookings/rules.ts'

const booking = {
  id: '3f2a9c10-0000-4000-8000-000000000000',
  status: 'new_booking',
  isHot: false,
  awaitingVerification: false,
  company: { id: 'c', name: 'Pennant & Daughters', markColour: 'green', logoUrl: null },
  respondBy: '2026-11-20T22:10:00.000Z',
  startAt: '2026-11-28T09:00:00.000Z',
  createdAt: '2026-11-20T10:10:00.000Z',
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

const states = (change: Partial<SharedBooking>) =>
  trailOf({ ...booking, ...change }).map(({ state, title }) => `${state}: ${title}`)

describe('timeNotes', () => {
  const plain = { breaksTime: '00:00:00', declaredWaiting: '00:00:00', manPower: 'one_porter' } as const
  it('says what the time does not say by itself', () => {
    expect(timeNotes(plain)).toEqual([])
    expect(timeNotes({ breaksTime: '00:30:00', declaredWaiting: '01:00:00', manPower: 'no_help' })).toEqual([
      'The driver’s breaks are in it, 30 min, and not charged.',
      '1 h of waiting is also held. You only pay for waiting that happens.',
      'The driver drives and lifts nothing. You and your helpers carry everything.',
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
    [{}, 'Booked for Sat 28 November, 09:00'],
    [{ awaitingVerification: true }, 'Check your email to finish booking'],
    [{ isHot: true }, 'Finding you another driver'],
    [{ status: 'confirmed' }, 'Confirmed for Sat 28 November, 09:00'],
    [{ status: 'canceled_by_customer', awaitingVerification: true }, 'This booking was cancelled'],
    [{ status: 'no_one_took' }, 'No driver took this booking'],
  ] as const)('heads %j with "%s"', (change, headline) => {
    expect(headlineOf({ ...booking, ...change })).toBe(headline)
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
    expect(states({ status: 'in_progress' }).at(-1)).toBe('now: Moving day')
    expect(states({ status: 'completed' })).toEqual([])
  })

  it('names the deadline of the driver', () => {
    expect(trailOf(booking)[1]?.time).toBe('By Fri 20 November, 22:10')
    expect(trailOf({ ...booking, awaitingVerification: true })[1]?.time).toBe('Within 12 hours')
  })
})

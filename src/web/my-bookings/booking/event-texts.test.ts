import { expect, it } from 'vitest'
import type { SharedBooking } from '../booking-view.ts'
import { timelineOf } from './event-texts.ts'
import type { TrailEvent } from './booking-answers.ts'

const booking = {
  status: 'new_booking',
  isHot: false,
  awaitingVerification: false,
  company: { name: 'Pennant' },
  respondBy: '2026-11-20T22:10:00.000Z',
  startAt: '2026-11-28T09:00:00.000Z',
  createdAt: '2026-11-20T10:10:00.000Z',
  reconfirmBy: null,
  leftBy: null,
} as unknown as SharedBooking

const event = (kind: string, more: Partial<TrailEvent> = {}): TrailEvent => ({
  at: '2026-07-20T10:10:00.000Z',
  kind,
  by: 'customer',
  companyName: 'Pennant',
  feePence: null,
  owedPence: null,
  stop: null,
  reason: null,
  ...more,
})
const lines = (change: Partial<SharedBooking>, events: TrailEvent[]) =>
  timelineOf({ ...booking, ...change }, events).map(({ state, title, time, text }) =>
    [`${state}: ${title}`, time, text].filter(Boolean).join(' | '),
  )

it('says what happened, with times in London, and goes on with what comes next', () => {
  expect(lines({}, [event('created')])).toEqual([
    'done: You booked | Mon 20 July, 11:10',
    expect.stringMatching(/^now: Pennant confirms \| By Fri 20 November, 22:10/),
    expect.stringMatching(/^next: Moving day/),
  ])
})

it.each<[Partial<SharedBooking>, TrailEvent, string | undefined]>([
  [{ status: 'canceled_by_customer' }, event('cancelled', { feePence: 5000 }), 'You cancelled | It cost £50.00.'],
  [{ status: 'canceled_by_customer' }, event('cancelled', { feePence: 0 }), 'You cancelled | It cost nothing.'],
  [{ status: 'canceled_by_customer' }, event('cancelled', { by: 'driver' }), 'Pennant told us that you had cancelled'],
  [
    { status: 'rejected' },
    event('given_up', { owedPence: 4000 }),
    'Pennant confirmed, then cancelled | Pennant owes you £40.00.',
  ],
  [{ status: 'completed' }, event('finished', { by: 'driver' }), 'Move finished'],
  // One that a newer server writes.
  [{ status: 'completed' }, event('teleported'), undefined],
  // The first thing to do is to confirm the mail; that it was booked is what that does.
  [{ status: 'no_one_took' }, event('no_one_took', { companyName: null }), 'No driver took it'],
])('%j, %j: %s', (change, one, text) => {
  const [first] = timelineOf({ ...booking, ...change }, [one])
  expect(first && [first.title, first.text].filter(Boolean).join(' | ')).toBe(text)
})

it('once the move has begun, goes on with the hours and not with the day again', () => {
  expect(lines({ status: 'in_progress' }, [event('started', { by: 'driver' })])).toEqual([
    expect.stringMatching(/^done: The move began/),
    expect.stringMatching(/^next: You confirm the hours/),
  ])
})

it('does not say that it was booked while the email is awaited', () => {
  expect(lines({ awaitingVerification: true }, [event('created')])[0]).toMatch(/^now: You confirm your email/)
})

import { describe, expect, it } from 'vitest'
import { referenceOf, type WayToLeave } from '#modules/bookings/rules.ts'
import { at, dayClock } from '#test/support/factories/day-clock.ts'
import { formOf } from '#test/support/factories/form.ts'
import type { Problem } from '#web/kit/forms/answer.ts'
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
  type Booking,
} from './booking-view.ts'
import type { TrailEvent } from './booking/booking-answers.ts'
import { timelineOf } from './booking/event-texts.ts'
import { cancelText, feeOf } from './cancel-booking.tsx'
import { editIn, hasPickUpsContact } from './change/edit-form.ts'
import { headlineOf as dayHeadlineOf, loadedShare, placeOf, stopTimes } from './day/day-texts.ts'

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
  ] as const)('says the state of %j', (change, texts) => {
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

it.each([
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

it('drivers begin with what is new, customers with what is ahead', () => {
  expect(firstTab('driver')).toBe('new-bookings')
  expect(firstTab('customer')).toBe('future-bookings')
  expect(firstTab(null)).toBe('future-bookings')
})

describe('texts of events', () => {
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
    [
      { status: 'canceled_by_customer' },
      event('cancelled', { by: 'driver' }),
      'Pennant told us that you had cancelled',
    ],
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
})

describe('cancelling', () => {
  it.each([
    [0, ['Cancel for free', 'Cancel for free', 'It costs nothing.']],
    [5000, ['Cancel for £50.00', 'Cancel and pay £50.00', 'It costs £50.00, as shown.']],
  ])('the fee of %i pence is on the buttons', (fee, texts) => {
    expect((['ask', 'do', 'done'] as const).map((when) => cancelText(fee, when))).toEqual(texts)
    expect(cancelText(fee, 'before')).toMatch(fee === 0 ? /^It’s free\./ : /^You’ll pay £50\.00\./)
  })

  it.each([
    [undefined, 5000],
    [{ fee_pence: '10000' }, 10_000],
    [{ fee_pence: '0' }, 0],
    [{}, 5000],
  ])('a refusal that suggests %j asks for %i', (suggested, fee) => {
    const refused: Problem = {
      ok: false,
      status: 409,
      code: 'fee_changed',
      detail: '',
      ...(suggested && { suggested }),
    }
    expect(feeOf(refused, 5000)).toBe(fee)
  })
})

describe('what a customer changes of a booking', () => {
  const point = (number: number, more: object = {}) =>
    ({
      number,
      postcode: 'E17 4QH',
      place: 'Walthamstow',
      stairs: 0,
      formattedAddress: '48 Hoe Street',
      address: null,
      flatAndHouse: null,
      contactName: 'Priya',
      contactNumber: '+447700900123',
      deliveryContactSameAsPickUp: true,
      customerEmail: null,
      ...more,
    }) as Booking['routePoints'][number]

  const booking = {
    routePoints: [point(0), point(1)],
    items: [{ name: 'Wardrobe', amount: 2, needAssembling: false, needDisassembling: true, note: 'The oak ones' }],
  }

  it('is what was typed; what the form does not have stays as it is', () => {
    const sent = editIn(
      formOf({
        customer_note: 'Gate code 4',
        'route_points.0.flat_and_house': 'Flat 9',
        'route_points.1.formatted_address': '',
        'items.0.note': 'The pine ones',
      }),
      booking,
    )
    expect(sent.customerNote).toBe('Gate code 4')
    expect(sent.routePoints).toMatchObject([
      { number: 0, flatAndHouse: 'Flat 9', formattedAddress: '48 Hoe Street', contactName: 'Priya' },
      { number: 1, flatAndHouse: null, formattedAddress: '', contactName: 'Priya' },
    ])
    expect(sent.items).toEqual([
      { name: 'Wardrobe', amount: 2, needAssembling: false, needDisassembling: true, note: 'The pine ones' },
    ])
    expect(editIn(formOf({}), booking).items?.[0]?.note).toBe('The oak ones')
  })

  it.each([
    ['its own contact', {}, { contactName: 'Leo', deliveryContactSameAsPickUp: false }],
    [
      'the pick-up’s, as typed just now',
      { 'route_points.1.same': 'yes' },
      { contactName: 'Ann', deliveryContactSameAsPickUp: true },
    ],
  ])('saves for a later stop %s', (_what, ticked, expected) => {
    const formValues = { 'route_points.0.contact_name': 'Ann', 'route_points.1.contact_name': 'Leo', ...ticked }
    expect(editIn(formOf(formValues), booking).routePoints?.[1]).toMatchObject(expected)
  })

  it('says whether a stop has the pick-up’s contact', () => {
    const other = { routePoints: [point(0), point(1, { contactName: 'Leo' })], items: [] }
    expect(booking.routePoints.map((one) => hasPickUpsContact(booking, one))).toEqual([true, true])
    expect(hasPickUpsContact(other, point(1, { contactName: 'Leo' }))).toBe(false)
    expect(hasPickUpsContact(booking, point(1, { deliveryContactSameAsPickUp: false }))).toBe(false)
  })
})

describe('texts of the day', () => {
  const clock = dayClock()
  const move = {
    company: 'Pennant & Daughters',
    places: ['Walthamstow', 'Croydon', 'Brighton'],
    waiting: { freeWaitingMinutes: 30, waitingPencePerHalfHour: 2000 },
  }
  const started = { ...clock, state: 'running' as const, startedAt: at('08:34') }
  const paused = { ...started, state: 'paused' as const, pausedAt: at('09:00') }
  const item = (loaded: boolean) => ({ index: 0, name: 'Sofa', amount: 1, loaded })

  const keysAt = (time: string) => [{ kind: 'keys_released' as const, happenedAt: at(time) }]

  const arrivedAt = (stop: number, time: string) => [{ stop, at: at(time) }]
  const likelyAt = (stop: number, time: string, awayMinutes: number | null = null) => [
    { stop, at: at(time), awayMinutes },
  ]

  it.each([
    [{ clock }, 'Pennant & Daughters comes at 08:30'],
    [{ clock: { ...clock, lateEta: at('08:50') } }, 'About 20 min late'],
    [{ clock: { ...clock, likelyStartAt: at('09:05') } }, 'Likely about 09:05'],
    // What the driver has said themselves counts more.
    [{ clock: { ...clock, lateEta: at('08:50'), likelyStartAt: at('09:05') } }, 'About 20 min late'],
    [{ clock: { ...clock, state: 'on_the_way' as const, setOffAt: at('08:00') } }, 'Pennant & Daughters is on the way'],
    [
      { clock: { ...clock, state: 'on_the_way' as const, setOffAt: at('08:00') }, eta: at('09:22') },
      'About 12 minutes away',
    ],
    [{ clock, arrivals: arrivedAt(0, '08:20') }, 'Pennant & Daughters is here'],
    [{ clock: started, items: [item(false)] }, 'Loading in Walthamstow'],
    [{ clock: started, items: [item(false)], arrivals: arrivedAt(1, '11:08') }, 'Loading in Croydon'],
    [{ clock: started, items: [item(true)], arrivals: arrivedAt(1, '11:08') }, 'All loaded, on to Brighton'],
    [{ clock: started, items: [item(true)], arrivals: arrivedAt(2, '13:05') }, 'Unloading in Brighton'],
    [{ clock: started, items: [item(true)] }, 'All loaded, on to Brighton'],
    [{ clock: { ...paused, pauseReason: 'keys_not_released' as const } }, 'Waiting for the keys'],
    // Until the driver goes on, the clock stands; keys of an earlier pause are no news.
    [
      { clock: { ...paused, pauseReason: 'keys_not_released' as const }, events: keysAt('09:06') },
      'Keys released at 09:06',
    ],
    [
      { clock: { ...paused, pauseReason: 'keys_not_released' as const }, events: keysAt('08:50') },
      'Waiting for the keys',
    ],
    [{ clock: { ...paused, pauseReason: 'access' as const }, events: keysAt('09:06') }, 'Waiting to get in'],
    [{ clock: { ...paused, pauseReason: 'other' as const } }, 'They are having a break'],
    [{ clock: { ...started, state: 'finished' as const, finishedAt: at('15:14') } }, 'Finished 15:14'],
  ])('%j is headed "%s"', (day, title) => {
    expect(
      dayHeadlineOf({ startAt: at('08:30'), arrivals: [], events: [], ...day }, move, new Date(at('09:10'))).title,
    ).toBe(title)
  })

  it('waiting says what is free and what comes then', () => {
    const waiting = { ...paused, pauseReason: 'access' as const }
    const textAt = (time: string) =>
      dayHeadlineOf({ startAt: at('08:30'), arrivals: [], events: [], clock: waiting }, move, new Date(at(time))).text
    expect(textAt('09:10')).toBe('Waiting since 09:00. Another 20 min is free, then £20.00 for each half hour.')
    expect(textAt('09:40')).toBe('Waiting since 09:00. The free minutes are used: £20.00 for each half hour.')
  })

  it.each([
    [{ clock }, 0, 0],
    [{ clock: started, items: [item(true), item(false)] }, 0, 0.5],
    [{ clock: started, items: [item(true)] }, 50, 1],
    [{ clock: started, items: [item(false)], arrivals: arrivedAt(1, '11:08') }, 50, 0],
    [{ clock: started, items: [item(true)], arrivals: arrivedAt(1, '11:08') }, 75, 1],
    [{ clock: started, items: [item(true)], arrivals: arrivedAt(2, '13:05') }, 100, 1],
    [{ clock: { ...started, state: 'finished' as const }, items: [item(true)] }, 100, 0],
  ])('the van of %j stands at %i', (day, place, load) => {
    expect(placeOf({ arrivals: [], ...day }, 3)).toBe(place)
    expect(loadedShare(day)).toBe(load)
  })

  it('a stop that was reached is told with its time', () => {
    const day = { events: [], startAt: at('08:30'), clock: started, arrivals: arrivedAt(1, '11:08') }
    expect(dayHeadlineOf(day, move, new Date(at('11:10'))).text).toBe(
      'There since 11:08. The clock has run since 08:34.',
    )
  })

  it.each([
    ['before the start, when it is likely there', {}, ['08:30', 'About 11:10', 'About 13:00']],
    [
      'late, when they said they come',
      { clock: { ...clock, lateEta: at('08:50') } },
      ['08:50', 'About 11:10', 'About 13:00'],
    ],
    [
      'once the clock runs, when it was there',
      { clock: started, arrivals: arrivedAt(1, '11:08') },
      ['Began 08:34', 'Here 11:08', 'About 13:00'],
    ],
    [
      'where nothing was said of the stop on the way, only the rest',
      { clock: started, likelyArrivals: likelyAt(2, '13:05') },
      ['Began 08:34', '', 'About 13:05'],
    ],
    [
      'once it is done, when the work was',
      { clock: { ...started, finishedAt: at('15:14') }, arrivals: arrivedAt(2, '13:05'), likelyArrivals: [] },
      ['Began 08:34', '', 'Done 15:14'],
    ],
  ])('below the stops of a move stands, %s', (_, more, times) => {
    const day = {
      startAt: at('08:30'),
      clock,
      arrivals: [],
      likelyArrivals: [...likelyAt(1, '11:10'), ...likelyAt(2, '13:00')],
    }
    expect(stopTimes({ ...day, ...more }, move.places, new Date(at('10:00')))).toEqual(times)
  })

  it.each([
    ['as it was found while that is further than the drive', '12:15', 30, 'About 12:45'],
    ['moved on by the drive from now while the van is still being loaded', '12:42', 30, 'About 13:15'],
    ['moved on far where the page has stayed open for hours', '15:01', 30, 'About 15:35'],
    ['not in the past once the van may have left', '12:47', null, 'About 12:50'],
  ])('the likely arrival at the next stop is %s', (_, time, awayMinutes, text) => {
    const day = {
      startAt: at('08:30'),
      clock: started,
      arrivals: [],
      likelyArrivals: likelyAt(1, '12:45', awayMinutes),
    }
    expect(stopTimes(day, move.places, new Date(at(time)))[1]).toBe(text)
  })
})

import { describe, expect, it } from 'vitest'
import { at, dayClock } from '#test/support/factories/day-clock.ts'
import type { Job } from './day-state.ts'
import {
  ceilingAtFinishText,
  ceilingLeft,
  dayLineText,
  driveText,
  lateForNextText,
  leaveBy,
  confirmAgainText,
  opensText,
  overdueText,
  startText,
} from './day-texts.ts'
import { cashText, wrongInTyped } from './job-controls/cash-card.tsx'
import { mapLinkOf, nextStop, stopNow, stopsOf } from './job-controls/stops-view.ts'

const clock = dayClock()
const jobAt = (startAt: string, change: object = {}, leave: object | null = { driveMinutes: 38, from: 'base' }) =>
  ({
    startAt,
    routePoints: [{ place: 'Lewes' }],
    day: {
      arrivals: [],
      clock: { ...clock, ...change },
      leave: leave && { by: at('00:00'), place: 'Luton', ...leave },
    },
  }) as unknown as Job

describe('when to leave', () => {
  it.each([
    ['the drive before the start', jobAt(at('08:30')), at('07:52')],
    ['the drive before the new time', jobAt(at('08:30'), { lateEta: at('08:50') }), at('08:12')],
    ['nothing, once they have set off', jobAt(at('08:30'), { state: 'on_the_way' }), null],
    ['nothing, from nowhere known', jobAt(at('08:30'), {}, null), null],
  ])('is counted from %s', (_, job, by) => {
    expect(leaveBy(job)).toBe(by)
  })

  it('is said with the drive, and when it has passed', () => {
    const job = jobAt(at('08:30'))
    expect(driveText(job, new Date(at('07:52')))).toBe('38 min to the pick-up from Luton.')
    expect(driveText(job, new Date(at('07:53')))).toMatch(/^38 min .* leave now, or say that you are late\.$/)
    expect(driveText(jobAt(at('08:30'), { state: 'running' }), new Date(at('08:30')))).toBe('')
  })
})

describe('the start of a job', () => {
  it.each([
    ['is its time today', '06:00', '08:30'],
    ['is its time today, after it has passed', '23:30', '08:30'],
  ])('%s', (_, time, text) => {
    expect(startText(jobAt(at('08:30')), new Date(at(time)))).toBe(text)
  })

  it('names the day when it is another', () => {
    const days = ['2026-03-11T08:30:00Z', '2026-03-13T23:59:00Z', '2026-03-15T00:00:00Z', '2025-12-30T10:00:00Z']
    expect(days.map((now) => startText(jobAt(at('08:30')), new Date(now)))).toEqual([
      'Sat 14 March, 08:30',
      'Sat 14 March, 08:30',
      'Sat 14 March, 08:30',
      'Sat 14 March 2026, 08:30',
    ])
  })
})

describe('a job that nobody has begun at its time', () => {
  const reportedLate = { lateEta: at('09:20') }
  it.each([
    ['on time', jobAt(at('09:00')), '09:00', null],
    ['late', jobAt(at('09:00')), '09:01', 'Due at 09:00: start it or say you’re late'],
    ['hours late', jobAt(at('09:00')), '14:00', 'Due at 09:00: start it or say you’re late'],
    ['late on its way', jobAt(at('09:00'), { state: 'on_the_way' }), '09:05', 'Due at 09:00: say you’re late'],
    ['late as it was told', jobAt(at('09:00'), reportedLate), '09:15', null],
    ['later than it was told', jobAt(at('09:00'), reportedLate), '09:30', 'Due at 09:20: start it or give a new time'],
    ['running', jobAt(at('09:00'), { state: 'running' }), '14:00', null],
  ])('is asked for when it is %s', (_, job, time, text) => {
    expect(overdueText(job, new Date(at(time)))).toBe(text)
  })

  it('is asked for with its day on another, and not once the van is there', () => {
    const job = jobAt(at('09:00'))
    const nextDay = new Date('2026-03-15T08:00:00Z')
    expect(overdueText(job, nextDay)).toBe('Due Sat 14 March, 09:00: start it or say you’re late')
    const arrivals = [{ stop: 0, at: at('08:55') }]
    expect(overdueText({ ...job, day: { ...job.day, arrivals } }, nextDay)).toBeNull()
  })

  it('has no time to leave by in its drive any more', () => {
    expect(driveText(jobAt(at('09:00')), new Date(at('09:01')))).toBe('38 min to the pick-up from Luton.')
  })
})

it.each([
  ['a day early', '2026-03-13T08:00:00Z', {}, 'You can set off from Sat 14 March, 02:30.'],
  ['in the night before', at('01:00'), {}, 'You can set off from 02:30.'],
  ['once its day is open', at('02:30'), {}, null],
  ['once it is on the road', at('01:00'), { state: 'on_the_way' }, null],
])('a job says %s when its day opens', (_, now, change, text) => {
  expect(opensText(jobAt(at('08:30'), change), new Date(now))).toBe(text)
})

describe('a job that its company is asked to confirm again', () => {
  it('says until when, as long as nobody has set off', () => {
    const confirmTextFor = (state: string, reconfirmBy: string | null) =>
      confirmAgainText({ ...jobAt(at('08:30'), { state }), reconfirmBy })
    expect(confirmTextFor('ahead', '2026-03-13T20:30:00.000Z')).toBe('Confirm again by Fri 13 March, 20:30')
    expect(confirmTextFor('ahead', null)).toBeNull()
    expect(confirmTextFor('running', '2026-03-13T20:30:00.000Z')).toBeNull()
  })
})

describe('a wait makes the next job late', () => {
  // The job has 5 h of its 6 h 30 min left at 10:04; the driver has to leave for the next one at 16:21.
  const waiting = jobAt(at('08:34'), { state: 'paused', startedAt: at('08:34'), pausedAt: at('10:04') })
  const next = jobAt(at('16:30'), {}, { driveMinutes: 9, from: 'job' })
  it.each([
    ['10:30', 'If the clock isn’t running by 11:21, you’ll be late for 16:30 in Lewes.'],
    ['11:22', 'You’ll be late for 16:30 in Lewes.'],
  ])('is announced at %s', (time, text) => {
    expect(lateForNextText(waiting, next, new Date(at(time)))).toBe(text)
  })
  it('is not said without a next job, nor where it is left for from the base', () => {
    expect(lateForNextText(waiting, undefined, new Date(at('10:30')))).toBeNull()
    expect(lateForNextText(waiting, jobAt(at('16:30')), new Date(at('10:30')))).toBeNull()
  })
})

describe('what is left of the most that the customer pays', () => {
  // Booked are 2 h 30 min; the most they pay covers 1 h 30 min more.
  const owners = { coveredMinutes: 240, roomPence: 7500, halfHourPence: 2500 }
  const hired = { coveredMinutes: 240, roomPence: null, halfHourPence: null }
  const running = (ceiling: object | null) => {
    const change = { state: 'running', startedAt: at('08:00'), billedFrom: at('08:00'), agreedMinutes: 150 }
    return { day: { clock: { ...clock, ...change }, ceiling } } as unknown as Job
  }
  const ceilingAt = (ceiling: object, time: string) => {
    const { isOver, isReached, overText, leftText } = ceilingLeft(running(ceiling), new Date(at(time))) ?? {}
    return [isOver, isReached, overText, leftText]
  }

  it.each([
    ['10:00', owners, [false, false, '', 'Left before the most they pay: 2 h, £75.00.']],
    ['10:00', hired, [false, false, '', 'Left before the most they pay: 2 h.']],
    [
      '11:00',
      owners,
      [true, false, '30 min over the 2 h 30 min agreed.', 'Left before the most they pay: 1 h, £50.00.'],
    ],
    [
      '11:40',
      owners,
      [
        true,
        false,
        '1 h 10 min over the 2 h 30 min agreed.',
        'Left before the most they pay: 20 min, already charged.',
      ],
    ],
    [
      '13:40',
      hired,
      [true, true, '3 h 10 min over the 2 h 30 min agreed.', 'The most they pay is reached: more time isn’t charged.'],
    ],
  ])('is said at %s to %j', (time, ceiling, expected) => {
    expect(ceilingAt(ceiling, time)).toEqual(expected)
  })

  it('is said once more before the finish when the job is over its booked time', () => {
    const askedAt = (time: string) => ceilingAtFinishText(running(owners), new Date(at(time)))
    expect(askedAt('10:30')).toBe('')
    expect(askedAt('13:40')).toBe(
      '3 h 10 min over the 2 h 30 min agreed. The most they pay is reached: more time isn’t charged.',
    )
  })

  it('is not said before the start, nor where time over costs nothing', () => {
    expect(ceilingLeft({ day: { ...running(null).day, clock, ceiling: owners } }, new Date())).toBeNull()
    expect(ceilingLeft(running(null), new Date(at('13:40')))).toBeNull()
  })
})

describe('a line of the day', () => {
  const job = (change: object, hours: object | null = null) =>
    ({
      totalTime: '03:00:00',
      routePoints: [{ place: 'Bow' }, { place: 'Seven Sisters' }],
      day: { clock: { ...clock, ...change }, hours },
    }) as unknown as Job
  it.each([
    ['ahead', null, 'to Seven Sisters, 3 h'],
    ['on_the_way', null, 'to Seven Sisters, 3 h, now'],
    ['finished', null, 'to Seven Sisters, done'],
    ['finished', { finalPence: null, toPayPence: 12_300 }, 'to Seven Sisters, done, £123.00'],
  ])('%s with %j names where the job goes', (state, hours, text) => {
    expect(dayLineText(job({ state }, hours))).toBe(text)
  })
})

describe('cash', () => {
  const cash = { paid: 'less' as const, takenPence: 6000, duePence: 9600, reason: null, at: '2026-03-14T15:20:00.000Z' }

  it.each([
    [{ ...cash, state: 'recorded' as const }, '£60.00 of £96.00, at 15:20.'],
    [{ ...cash, state: 'recorded' as const, takenPence: 9600 }, '£96.00, at 15:20.'],
    [
      { ...cash, state: 'disputed' as const },
      '£60.00 of £96.00, at 15:20. Omar has disputed this, so our office will ask you both.',
    ],
    [{ ...cash, state: 'decided' as const }, '£60.00 of £96.00, as our office has decided.'],
  ])('%j reads "%s"', (given, text) => {
    expect(cashText(given, 'Omar')).toBe(text)
  })

  it.each([
    [{ takenPence: 6000, reason: 'He had no more.' }, {}],
    [{ takenPence: 0, reason: 'Tomorrow.' }, {}],
    [
      { takenPence: undefined, reason: '' },
      { amount: 'Enter pounds and pence, like 12.34.', reason: 'Enter why it’s less.' },
    ],
    [{ takenPence: 9600, reason: 'All.' }, { amount: 'Enter an amount below £96.00.' }],
  ])('%j is refused by its fields', (input, wrong) => {
    expect(wrongInTyped({ duePence: 9600, ...input })).toEqual(wrong)
  })
})

describe('stops', () => {
  const jobAt = (startedAt: string | null, ...stops: number[]) =>
    ({
      routePoints: [0, 1, 2].map((number) => ({
        number,
        place: 'Croydon',
        address: `${number} High Street`,
        stairs: 0,
      })),
      day: { clock: { startedAt }, arrivals: stops.map((stop) => ({ stop, at: 'then' })) },
    }) as unknown as Job

  it.each([
    ['to the pick-up', jobAt(null), undefined, 'A'],
    ['from the pick-up, before the clock runs', jobAt(null, 0), 'A', '1'],
    ['from the pick-up, once it runs', jobAt('then'), 'A', '1'],
    ['past a stop', jobAt('then', 1), '1', 'B'],
    ['past a stop that wasn’t said', jobAt('then', 2), 'B', undefined],
  ])('the van goes %s', (_, job, here, next) => {
    expect([stopNow(job)?.pin, nextStop(job)?.pin]).toEqual([here, next])
  })

  it.each([
    [
      'google',
      'https://www.google.com/maps/dir/?api=1&destination=0%20High%20Street%2C%20Croydon%20CR0%201AA&travelmode=driving',
    ],
    ['apple', 'https://maps.apple.com/?daddr=0%20High%20Street%2C%20Croydon%20CR0%201AA&dirflg=d'],
    ['waze', 'https://waze.com/ul?q=0%20High%20Street%2C%20Croydon%20CR0%201AA&navigate=yes'],
  ] as const)('leads there with %s by an address that every phone opens', (app, link) => {
    expect(mapLinkOf(app, '0 High Street, Croydon CR0 1AA')).toBe(link)
  })

  it('names a stop as a map searches for it', () => {
    const [stop] = stopsOf({
      routePoints: [
        { number: 0, flatAndHouse: 'Flat 2', address: 'High Street', place: 'Croydon', postcode: 'CR0 1AA', stairs: 0 },
      ],
    } as unknown as Job)
    expect(stop?.where).toBe('Flat 2, High Street, Croydon CR0 1AA')
  })
})

import { describe, expect, it } from 'vitest'
import { at, dayClock } from '#test/support/factories/day-clock.ts'
import { formOf } from '#test/support/factories/form.ts'
import { eventText } from './clock-texts.ts'
import {
  clockText,
  earlyText,
  waitedSeconds,
  workedSeconds,
  type DayClock,
  arrivedAt,
  lastArrival,
  waitingAt,
} from './clock-view.ts'
import { choicesOf, nearestTo, recordText, reportedLaterText, timeFlaw, timeProposalIn } from './correct-time.ts'

const clock = dayClock()

describe('the clock counts on from the last answer', () => {
  it.each([
    ['nothing before the start', {}, '09:00', 0, 0],
    ['from the start', { state: 'running', startedAt: at('08:34') }, '09:04', 30, 0],
    ['without the pauses before', { startedAt: at('08:34'), waitedSeconds: 720, pausedSeconds: 60 }, '09:04', 17, 12],
    [
      'not during a pause, which counts as waiting',
      { state: 'paused', startedAt: at('08:34'), pausedAt: at('09:00'), pauseReason: 'access', waitedSeconds: 120 },
      '09:10',
      24,
      12,
    ],
    [
      'the company’s own pause isn’t waiting',
      { state: 'paused', startedAt: at('08:34'), pausedAt: at('09:00'), pauseReason: 'other' },
      '09:10',
      26,
      0,
    ],
    [
      'not before the agreed start, if the early one isn’t agreed',
      { state: 'running', startedAt: at('06:20'), billedFrom: at('07:00') },
      '06:50',
      0,
      0,
    ],
    [
      'from the agreed start on',
      { state: 'running', startedAt: at('06:20'), billedFrom: at('07:00') },
      '09:20',
      140,
      0,
    ],
    [
      'only the part of an early pause that counts',
      {
        state: 'paused',
        startedAt: at('06:20'),
        billedFrom: at('07:00'),
        pausedAt: at('06:40'),
        pauseReason: 'access',
      },
      '07:10',
      0,
      10,
    ],
    ['until the finish', { state: 'finished', startedAt: at('08:00'), finishedAt: at('10:30') }, '23:00', 150, 0],
  ] as const)('%s', (_what, change, now, worked, waited) => {
    const own = { ...clock, ...change }
    expect(workedSeconds(own, new Date(at(now)))).toBe(worked * 60)
    expect(waitedSeconds(own, new Date(at(now)))).toBe(waited * 60)
  })

  it('never runs backwards, whatever the phone’s clock says', () => {
    expect(workedSeconds({ ...clock, state: 'running', startedAt: at('08:34') }, new Date(at('08:00')))).toBe(0)
  })
})

it.each([
  ['06:20', '07:00', '06:50', 'Started 06:20, free until 07:00.'],
  ['06:20', '07:00', '07:00', 'Started 06:20, counted from 07:00.'],
  ['06:20', '06:20', '06:50', ''],
  ['07:05', '07:05', '08:00', ''],
] as const)('a start at %s that counts from %s says at %s: %s', (started, billed, now, text) => {
  const own = { ...clock, startedAt: at(started), billedFrom: at(billed) }
  expect(earlyText(own, new Date(at(now)))).toBe(text)
})

it.each([
  [0, '0:00'],
  [59, '0:00'],
  [11_160, '3:06'],
  [36_000, '10:00'],
])('%i seconds are shown as %s', (seconds, text) => expect(clockText(seconds)).toBe(text))

it.each([
  [{ kind: 'started', who: 'driver' }, 'Started'],
  [
    { kind: 'paused', who: 'driver', reason: 'access', note: 'Bay blocked' },
    'Paused: access: bay, gate or lift. “Bay blocked”',
  ],
  [{ kind: 'late', who: 'driver', newEta: at('08:50') }, 'Running late: now 08:50'],
  [
    { kind: 'correction_proposed', who: 'driver', proposedAt: at('09:10'), countedAt: at('09:40') },
    'Another time was proposed: 09:10 instead of 09:40',
  ],
  [{ kind: 'loaded', who: 'driver', item: 'Sofa', loaded: false }, 'Not loaded: Sofa'],
] as const)('%j is "%s"', (event, text) => expect(eventText(event)).toBe(text))

describe('correcting a time', () => {
  it.each([
    ['2026-11-28T09:40:12.000Z', 9 * 60 + 10, '2026-11-28T09:10:00.000Z'],
    ['2026-07-04T08:40:00.000Z', 9 * 60 + 10, '2026-07-04T08:10:00.000Z'],
    ['2026-11-29T00:20:00.000Z', 23 * 60 + 50, '2026-11-28T23:50:00.000Z'],
    ['2026-11-28T23:50:00.000Z', 10, '2026-11-29T00:10:00.000Z'],
  ])('on record at %s, minute %i of the day is %s', (recorded, minute, instant) => {
    expect(nearestTo(new Date(recorded), minute).toISOString()).toBe(instant)
  })

  it.each([
    ['09:40', '09:40', false, ''],
    ['09:52', '09:20', true, 'Said later, at 09:52'],
    ['09:40', '09:40', true, 'The phone’s clock was off'],
  ])('what arrived at %s for %s is “%s”', (at, happenedAt, isShifted, text) => {
    const instant = (time: string) => `2026-11-28T${time}:00.000Z`
    expect(reportedLaterText({ at: instant(at), happenedAt: instant(happenedAt), isShifted })).toBe(text)
  })

  it('a corrected time has the one on record beside it, and when that was said', () => {
    const at = (time: string) => `2026-11-28T${time}:00.000Z`
    const event = { at: at('09:52'), happenedAt: at('09:20'), isShifted: true }
    expect(recordText({ ...event, correctedTo: at('09:10') })).toEqual([
      'On record 09:20, corrected by both sides',
      'Said later, at 09:52',
    ])
    expect(recordText({ ...event, correctedTo: null, isShifted: false })).toEqual([])
  })

  it('the latest act is offered first, at the time that counts', () => {
    const event = {
      happenedAt: '2026-11-28T09:40:00.000Z',
      correctedTo: null,
      isConflict: false,
      stop: null,
      van: null,
    }
    const events = [
      { ...event, seq: 1, kind: 'started' as const, correctedTo: '2026-11-28T09:10:00.000Z' },
      { ...event, seq: 2, kind: 'loaded' as const },
      { ...event, seq: 3, kind: 'at_stop' as const, stop: 1, happenedAt: '2026-11-28T11:47:00.000Z' },
      { ...event, seq: 4, kind: 'finished' as const, isConflict: true },
    ]
    expect(choicesOf(events, ['Leeds', 'Hove']).map(({ seq, label }) => [seq, label])).toEqual([
      [3, 'Arrived in Hove, 11:47'],
      [1, 'Started, 09:10'],
    ])
  })

  it('a proposed time is read from the form with the day of the act', () => {
    const act = '4 2026-11-28T09:40:00.000Z'
    expect(timeProposalIn(formOf({ act, time: '09:10', why: 'We were carrying.' }))).toEqual({
      seq: 4,
      happenedAt: '2026-11-28T09:10:00.000Z',
      why: 'We were carrying.',
    })
    expect(timeProposalIn(formOf({ act, time: '' }))).toEqual({ seq: 4, happenedAt: '', why: '' })
  })

  it.each([
    ['', 'Enter the time, such as 09:40.'],
    ['2026-11-28T09:40:30.000Z', 'That is the time on record already.'],
    ['2026-11-28T11:00:00.000Z', 'This time hasn’t come yet. Enter one in the past.'],
    ['2026-11-28T09:10:00.000Z', null],
  ])('a phone without signal finds what is wrong with a time: %s', (happenedAt, flaw) => {
    expect(timeFlaw({ happenedAt }, '2026-11-28T09:40:00.000Z', new Date('2026-11-28T10:00:00Z'))).toBe(flaw)
  })
})

describe('stops that were reached', () => {
  const road = (startedAt: string | null, ...arrivals: [number, string][]) => ({
    clock: { startedAt },
    arrivals: arrivals.map(([stop, time]) => ({ stop, at: at(time) })),
  })

  it.each([
    ['nowhere yet', road(null), undefined],
    ['at the pick-up, before the clock runs', road(null, [0, '08:20']), { stop: 0, at: at('08:20') }],
    ['at the pick-up, since the clock runs', road(at('08:34')), { stop: 0, at: at('08:34') }],
    ['at the stop that was reached last', road(at('08:34'), [0, '08:20'], [2, '11:08']), { stop: 2, at: at('11:08') }],
  ])('the van is %s', (_, day, found) => {
    expect(lastArrival(day)).toEqual(found)
  })

  it('a stop was reached when the driver said so, the pick-up at the latest when the clock started', () => {
    const day = road(at('08:34'), [2, '11:08'])
    expect([0, 1, 2].map((stop) => arrivedAt(day, stop))).toEqual([at('08:34'), null, at('11:08')])
    expect(arrivedAt(road(at('08:34'), [0, '08:20']), 0)).toBe(at('08:20'))
  })
})

describe('waiting', () => {
  const paused = dayClock({
    state: 'paused',
    startedAt: at('08:34'),
    pausedAt: at('13:06'),
    pauseReason: 'keys_not_released',
    waitedSeconds: 720,
    asOf: at('13:06'),
  })
  const terms = { freeMinutes: 30, halfHourPence: 2000, roomPence: 5000 }

  it.each([
    ['13:16', 22, 8, '13:24', 'then £20.00 per half hour'],
    ['13:24', 30, 0, null, 'then £20.00 per half hour'],
    ['13:25', 31, 0, null, '£20.00 so far, £20.00 per half hour'],
    ['14:25', 91, 0, null, '£50.00 so far, and no more'],
  ])('at %s %i minutes are waited', (time, waitedMinutes, freeLeftMinutes, freeUntil, priceText) => {
    const found = waitingAt(paused, terms, new Date(at(time)))
    expect(found).toMatchObject({ waitedMinutes, freeLeftMinutes, freeUntil, priceText, beforeMinutes: 12 })
    expect(found.hereMinutes).toBe(waitedMinutes - 12)
  })

  it('whoever sees no prices reads that it is charged', () => {
    const hired = { freeMinutes: 30, halfHourPence: null, roomPence: null }
    expect(waitingAt(paused, hired, new Date(at('13:16'))).priceText).toBe('then it is charged')
    expect(waitingAt(paused, hired, new Date(at('13:30'))).priceText).toBe('charged now')
  })

  it('a clock that runs has waited what it has waited, and nothing is free until then', () => {
    const running: DayClock = { ...paused, state: 'running', pausedAt: null, pauseReason: null }
    expect(waitingAt(running, terms, new Date(at('14:00')))).toMatchObject({
      waitedMinutes: 12,
      freeLeftMinutes: 18,
      freeUntil: null,
    })
  })
})

import { describe, expect, it } from 'vitest'
import {
  advance,
  clampTime,
  dayOpensAt,
  earliestOf,
  eveningBefore,
  mayCancelFree,
  lowersTheBill,
  NEW_CLOCK,
  outcomeAskedAt,
  provedStart,
  stateOfClock,
  timesOf,
  type ClockAction,
  type DayClock,
} from './rules.ts'

const at = (time: string): Date => new Date(`2026-11-28T${time}:00Z`)
const late: ClockAction = { kind: 'late', newEta: at('09:40') }
const keys: ClockAction = { kind: 'pause', reason: 'keys_not_released' }
const access: ClockAction = { kind: 'pause', reason: 'access' }
const own: ClockAction = { kind: 'pause', reason: 'other' }
const [setOff, start, resume, finish] = (['set_off', 'start', 'resume', 'finish'] as const).map((kind) => ({ kind }))

/** A day as it went; throws where an action could not be done. */
function day(...done: [string, ClockAction | undefined][]): DayClock {
  return done.reduce((clock, [time, action]) => {
    const next = action && advance(clock, action, at(time), at('09:00'))
    if (!next || next === 'already') throw new Error(`${action?.kind} at ${time} could not be done`)
    return next
  }, NEW_CLOCK)
}

const notStarted = NEW_CLOCK
const onTheWay = day(['08:00', setOff])
const running = day(['09:00', start])
const waiting = day(['09:00', start], ['10:00', keys])
const resting = day(['09:00', start], ['10:00', own])
const finished = day(['09:00', start], ['11:00', finish])

describe('the clock', () => {
  const rows: [string, DayClock, ClockAction | undefined, string][] = [
    ['ahead', notStarted, setOff, 'on_the_way'],
    ['ahead', notStarted, late, 'ahead'],
    ['ahead', notStarted, start, 'running'],
    ['ahead', notStarted, keys, 'no'],
    ['ahead', notStarted, resume, 'no'],
    ['ahead', notStarted, finish, 'no'],
    ['on the way', onTheWay, setOff, 'already'],
    ['on the way', onTheWay, late, 'on_the_way'],
    ['on the way', onTheWay, start, 'running'],
    ['on the way', onTheWay, finish, 'no'],
    ['running', running, setOff, 'already'],
    ['running', running, late, 'no'],
    ['running', running, start, 'already'],
    ['running', running, keys, 'paused'],
    ['running', running, own, 'paused'],
    ['running', running, resume, 'already'],
    ['running', running, finish, 'finished'],
    ['waiting', waiting, keys, 'already'],
    ['waiting', waiting, access, 'paused'],
    ['waiting', waiting, resume, 'running'],
    ['waiting', waiting, finish, 'finished'],
    ['finished', finished, start, 'already'],
    ['finished', finished, finish, 'already'],
    ['finished', finished, own, 'no'],
    ['finished', finished, resume, 'no'],
    ['finished', finished, late, 'no'],
  ]
  it.each(rows)('%s: %#', (_, clock, action, expected) => {
    const next = action && advance(clock, action, at('11:30'), at('09:00'))
    expect(next === undefined ? 'no' : next === 'already' ? next : stateOfClock(next)).toBe(expected)
  })
})

describe('what was worked and waited', () => {
  it.each<[string, DayClock, string, number, number]>([
    ['not begun', onTheWay, '12:00', 0, 0],
    ['running', running, '10:30', 90, 0],
    ['until it was finished', finished, '15:00', 120, 0],
    ['waiting still', waiting, '10:45', 60, 45],
    ['the company’s own pause', resting, '10:45', 60, 0],
    ['a pause for each', day(['09:00', start], ['10:00', own], ['10:20', keys], ['11:00', resume]), '12:00', 120, 40],
    ['begun early, before the agreed start', day(['08:20', start]), '08:50', 0, 0],
    ['begun early, from the agreed start', day(['08:20', start]), '11:20', 140, 0],
    ['begun late, from then', day(['09:20', start]), '11:20', 120, 0],
    ['begun early, as the customer agreed', { ...day(['08:20', start]), earlyFrom: at('08:20') }, '11:20', 180, 0],
    ['begun earlier than they agreed', { ...day(['08:00', start]), earlyFrom: at('08:20') }, '11:20', 180, 0],
    ['begun later than they agreed', { ...day(['08:40', start]), earlyFrom: at('08:20') }, '11:20', 160, 0],
    ['agreed to what is no early start', { ...day(['09:30', start]), earlyFrom: at('09:20') }, '11:20', 110, 0],
    ['an early pause takes nothing off', day(['08:00', start], ['08:10', own], ['08:40', resume]), '11:00', 120, 0],
    ['early waiting is free', day(['08:00', start], ['08:10', keys], ['08:40', resume]), '11:00', 120, 0],
    [
      'waiting counts from the agreed start',
      day(['08:00', start], ['08:40', keys], ['09:50', resume]),
      '11:00',
      70,
      50,
    ],
    ['waiting since before it, still', day(['08:00', start], ['08:40', keys]), '09:50', 0, 50],
    [
      'all of a pause after an early start that was agreed',
      { ...day(['08:00', start], ['08:10', keys], ['08:40', resume]), earlyFrom: at('08:00') },
      '11:00',
      150,
      30,
    ],
    ['finished before the agreed start', day(['08:00', start], ['08:50', finish]), '11:00', 0, 0],
    ['finished while it stood', day(['09:00', start], ['10:00', access], ['10:30', finish]), '12:00', 60, 30],
  ])('%s', (_, clock, now, worked, waited) => {
    expect(timesOf(clock, at('09:00'), at(now))).toEqual({ workedMinutes: worked, waitedMinutes: waited })
  })
})

describe('the phone’s time', () => {
  it.each<[string, string, string | null, string, string, boolean]>([
    ['as it is', '10:00', '09:00', '10:01', '10:00', false],
    ['five minutes away isn’t marked', '10:00', '09:00', '10:05', '10:00', false],
    ['six are', '10:00', '09:00', '10:06', '10:00', true],
    ['never ahead of ours', '11:00', '09:00', '10:00', '10:00', true],
    ['never before what has arrived', '08:00', '09:00', '10:00', '09:00', true],
    ['before anything has arrived', '08:00', null, '10:00', '08:00', true],
  ])('%s', (_, phone, last, now, expected, isShifted) => {
    expect(clampTime(at(phone), last === null ? null : at(last), at(now))).toEqual({
      happenedAt: at(expected),
      isShifted,
    })
  })
})

describe('how far a phone may date an action back', () => {
  it.each<[string, string, string | null, boolean, string]>([
    ['as far as it says, if it was offline since', '09:00', null, false, '03:00'],
    ['a quarter of an hour, if it was online since', '09:00', null, true, '11:45'],
    ['as it says within that', '11:50', null, true, '03:00'],
    ['not before what has arrived', '09:00', '09:30', false, '09:30'],
    ['not before its day', '01:00', null, false, '03:00'],
  ])('%s', (_, happenedAt, last, wasOnlineSince, expected) => {
    const given = { last: last === null ? null : at(last), opensAt: at('03:00'), happenedAt: at(happenedAt) }
    expect(earliestOf({ ...given, wasOnlineSince, now: at('12:00') })).toEqual(at(expected))
  })

  it.each<[string, boolean, string | null, string]>([
    ['its own time, near ours', false, null, '09:00'],
    ['our time, where nothing else shows it', true, null, '12:00'],
    ['a position at the door before', true, '08:55', '09:00'],
    ['a position at the door after', true, '09:20', '09:20'],
  ])('a start is proved by %s', (_, isShifted, atTheDoor, expected) => {
    const start = { happenedAt: at('09:00'), isShifted }
    expect(provedStart(start, atTheDoor === null ? null : at(atTheDoor), at('12:00'))).toEqual(at(expected))
  })

  it('is as it says for what makes nothing dearer', () => {
    expect([finish, own].map((action) => action && lowersTheBill(action))).toEqual([true, true])
    expect([start, keys, resume, setOff].map((action) => action && lowersTheBill(action))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('what time allows', () => {
  const start = at('09:00')
  it.each([
    ['confirmed', '09:29', false],
    ['confirmed', '09:30', true],
    ['in_progress', '12:00', false],
    ['completed', '12:00', false],
  ] as const)('%s at %s: may cancel free? %s', (status, now, expected) => {
    expect(mayCancelFree({ status, start }, at(now))).toBe(expected)
  })

  it('opens six hours before, reminds at six in London, asks a day after the end', () => {
    expect(dayOpensAt(start)).toEqual(at('03:00'))
    expect(eveningBefore(start)).toEqual(new Date('2026-11-27T18:00:00Z'))
    // The evening is in summer time.
    expect(eveningBefore(new Date('2026-07-01T08:00:00Z'))).toEqual(new Date('2026-06-30T17:00:00Z'))
    expect(outcomeAskedAt(at('12:00'))).toEqual(new Date('2026-11-29T12:00:00Z'))
  })
})

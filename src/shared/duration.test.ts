import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addTimeStrings,
  formatDuration,
  minutesOfTimeString,
  roundUpToHalfHour,
  selectableDurations,
  timeString,
} from './duration.ts'

describe('time strings', () => {
  test.each([
    ['00:30:00', 30],
    ['02:00:00', 120],
    ['00:90:00', 90],
    ['00:00:01', 1],
    ['100:00:00', 6000],
    ['xx:15:00', 15],
    ['01:xx:00', 60],
    ['', 0],
    ['3', 180],
    ['-1:30:00', 30],
    ['Infinity:NaN:1e3', 0],
    ['1.5:00:00', 0],
  ])('%s is %i minutes', (text, minutes) => expect(minutesOfTimeString(text)).toBe(minutes))

  test.each([
    [['00:45:00', '00:30:00'], '01:15:00'],
    [['23:59:59', '00:00:01'], '24:00:00'],
    [['00:59:59', '00:59:59', '00:00:02'], '02:00:00'],
    [['oops', '01:00:00'], '01:00:00'],
    [[], '00:00:00'],
  ])('%j add up to %s', (texts, sum) => expect(addTimeStrings(...texts)).toBe(sum))

  test('there and back, and sums of strings are sums of minutes', () => {
    const minutes = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(minutes, minutes, (a, b) => {
        expect(minutesOfTimeString(timeString(a))).toBe(a)
        expect(addTimeStrings(timeString(a), timeString(b))).toBe(timeString(a + b))
      }),
    )
  })
})

describe('half hours', () => {
  test.each([
    [0, 0],
    [1, 30],
    [30, 30],
    [31, 60],
    [60, 60],
    [61, 90],
    [390, 390],
    [391, 420],
    [-5, 0],
  ])('%i rounds up to %i', (minutes, rounded) => expect(roundUpToHalfHour(minutes)).toBe(rounded))

  test('never down, never by half an hour, never twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (minutes) => {
        const rounded = roundUpToHalfHour(minutes)
        expect(rounded).toBeGreaterThanOrEqual(minutes)
        expect(rounded).toBeLessThan(minutes + 30)
        expect(rounded % 30).toBe(0)
        expect(roundUpToHalfHour(rounded)).toBe(rounded)
      }),
    )
  })

  test('a whole hour offers itself and half an hour more, a half hour only itself', () => {
    expect(selectableDurations(95)).toEqual([120, 150])
    expect(selectableDurations(65)).toEqual([90])
    expect(selectableDurations(0)).toEqual([0, 30])
  })

  test('up to a most, each hour offers the same, and nothing above the most', () => {
    expect(selectableDurations(20, 95)).toEqual([30, 60, 90])
    expect(selectableDurations(30, 120)).toEqual([30, 60, 90, 120])
    expect(selectableDurations(95, 60)).toEqual([])
  })
})

test.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [390, '6 h 30 min'],
  [1505, '25 h 5 min'],
])('%i minutes read "%s"', (minutes, text) => expect(formatDuration(minutes)).toBe(text))

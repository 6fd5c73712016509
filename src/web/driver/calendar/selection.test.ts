import { describe, expect, test } from 'vitest'
import { ALL_HOURS, hourMask } from '#shared/local-time.ts'
import { changedHours, extendTo, isSelected, makesAvailable, moveBy, selectHour, timesOf } from './selection.ts'
import type { HourState } from './week.ts'

const day = '2026-03-12'
const states = (more: Record<number, HourState> = {}): HourState[] =>
  Array.from({ length: 24 }, (_, hour) => more[hour] ?? (hour < 8 || hour >= 19 ? 'hours' : 'free'))

const from14 = { day, anchor: 14, from: 14, to: 15 }

describe('choosing hours', () => {
  test.each(['hours', 'vacation', 'day_off', 'past', 'skipped'] as const)(
    'an hour that is %s cannot be chosen',
    (state) => {
      expect(selectHour(day, 10, states({ 10: state }))).toBeNull()
    },
  )

  test.each(['free', 'unavailable'] as const)('an hour that is %s can', (state) => {
    expect(selectHour(day, 14, states({ 14: state }))).toEqual(from14)
  })

  test.each([
    ['later', 16, {}, '14:00–17:00'],
    ['earlier', 12, {}, '12:00–15:00'],
    ['back to where it began', 14, {}, '14:00–15:00'],
    ['past the end of the business day', 23, {}, '14:00–19:00'],
    ['past the beginning', 0, {}, '08:00–15:00'],
    ['over hours that are taken off', 17, { 15: 'unavailable' }, '14:00–18:00'],
    ['not over a skipped hour', 17, { 16: 'skipped' }, '14:00–16:00'],
  ] as const)('%s', (_, hour, more, times) => expect(timesOf(extendTo(from14, hour, states(more)))).toBe(times))

  test('to midnight at the end of the day', () => {
    const open = states(Object.fromEntries([19, 20, 21, 22, 23].map((hour) => [hour, 'free'])))
    expect(timesOf(extendTo(from14, 23, open))).toBe('14:00–24:00')
  })

  test('only its own day is chosen', () => {
    expect(isSelected(from14, day, 14)).toBe(true)
    expect(isSelected(from14, day, 15)).toBe(false)
    expect(isSelected(from14, '2026-03-13', 14)).toBe(false)
    expect(isSelected(null, day, 14)).toBe(false)
  })
})

describe('what the action does', () => {
  const twoHours = { day, anchor: 14, from: 14, to: 16 }
  test.each([
    ['all free', {}, false],
    ['some free', { 14: 'unavailable' }, false],
    ['none free', { 14: 'unavailable', 15: 'unavailable' }, true],
  ] as const)('%s', (_, more, gives) => expect(makesAvailable(twoHours, states(more))).toBe(gives))

  test('taking hours away and giving them back is the same day again', () => {
    const taken = changedHours(ALL_HOURS, twoHours, false)
    expect(taken).toBe(ALL_HOURS & ~hourMask(14 * 60, 16 * 60))
    expect(changedHours(taken, twoHours, true)).toBe(ALL_HOURS)
  })
})

test.each([
  ['ArrowUp', { column: 3, hour: 13 }],
  ['ArrowDown', { column: 3, hour: 15 }],
  ['ArrowLeft', { column: 2, hour: 14 }],
  ['ArrowRight', { column: 4, hour: 14 }],
  ['Home', { column: 0, hour: 14 }],
  ['End', { column: 6, hour: 14 }],
  ['PageUp', { column: 3, hour: 0 }],
  ['PageDown', { column: 3, hour: 23 }],
  ['a', undefined],
])('%s moves', (key, expected) => expect(moveBy(key, { column: 3, hour: 14 })).toEqual(expected))

test('a move stays in the week', () => {
  expect(moveBy('ArrowUp', { column: 0, hour: 0 })).toEqual({ column: 0, hour: 0 })
  expect(moveBy('ArrowRight', { column: 6, hour: 23 })).toEqual({ column: 6, hour: 23 })
})

import { describe, expect, test } from 'vitest'
import {
  hoursError,
  hoursText,
  mergedWeek,
  overMidnight,
  timeChoices,
  toHours,
  usualWeek,
  weekText,
  withHours,
  type DayHours,
} from './hours-form.ts'

const tuesday = (start: string, end: string, isWorked = true): DayHours => ({ dayOfWeek: 2, isWorked, start, end })

test.each([
  ['08:00', '19:00', null],
  ['08:00', '24:00', null],
  ['23:30', '24:00', null],
  ['00:00', '00:30', null],
  ['19:00', '08:00', 'Tuesday: start has to be before the end. A day ends at 24:00.'],
  ['08:00', '08:00', 'Tuesday: start has to be before the end. A day ends at 24:00.'],
  ['24:00', '24:00', 'Tuesday: start has to be before the end. A day ends at 24:00.'],
  ['', '08:00', 'Tuesday: start has to be before the end. A day ends at 24:00.'],
])('%s to %s: %s', (start, end, error) => expect(hoursError(tuesday(start, end))).toBe(error))

test('a shift past midnight is told where its second half goes, or what is in the way', () => {
  const late = tuesday('20:00', '02:00')
  const wednesday = (hours: Partial<DayHours>): DayHours => ({
    dayOfWeek: 3,
    isWorked: true,
    start: '08:00',
    end: '18:00',
    ...hours,
  })
  expect(hoursError(late, [late, wednesday({ isWorked: false })])).toContain(
    'The hours after midnight belong to Wednesday.',
  )
  expect(hoursError(late, [late, wednesday({})])).toContain(
    'Wednesday already has 08:00 to 18:00, and a day has one set of hours.',
  )
})

test('a day off may hold any times', () => expect(hoursError(tuesday('19:00', '08:00', false))).toBeNull())

describe('the week', () => {
  const week = toHours([
    { dayOfWeek: 2, startMinute: 480, endMinute: 1140, dayOff: false },
    { dayOfWeek: 7, startMinute: 0, endMinute: 1440, dayOff: true },
  ])

  test('has seven days, Monday first, and a day without an entry is off', () => {
    expect(week.map(hoursText)).toEqual([
      'Day off',
      '08:00 to 19:00',
      'Day off',
      'Day off',
      'Day off',
      'Day off',
      'Day off',
    ])
  })

  test('counts its hours', () => {
    expect(weekText(week)).toBe('11 hours a week')
    expect(weekText(withHours(week, tuesday('08:00', '18:30'), new Set()))).toBe('10 h 30 min a week')
    expect(weekText(usualWeek())).toBe('60 hours a week')
  })

  test('takes the same hours on other days', () => {
    const changed = withHours(week, tuesday('09:00', '24:00'), new Set([1, 3]))
    expect(changed.slice(0, 4).map(hoursText)).toEqual([
      '09:00 to 24:00',
      '09:00 to 24:00',
      '09:00 to 24:00',
      'Day off',
    ])
  })
})

test('times go by half hours, to midnight, and keep one that is set', () => {
  expect(timeChoices('start', '08:00')).toHaveLength(48)
  expect(timeChoices('start', '08:00')).not.toContain('24:00')
  expect(timeChoices('end', '24:00').at(-1)).toBe('24:00')
  expect(timeChoices('end', '18:00')).not.toContain('00:00')
  expect(timeChoices('start', '07:45')).toContain('07:45')
})

test('days that were changed on another page stay as they are there', () => {
  const seen = usualWeek()
  const change = (dayOfWeek: number, end: string) =>
    seen.map((day) => (day.dayOfWeek === dayOfWeek ? { ...day, end } : day))
  const both = mergedWeek(change(1, '12:00'), { seen, edited: change(2, '14:00') })
  expect(both.map(({ end }) => end).slice(0, 3)).toEqual(['12:00', '14:00', '18:00'])
  const last = mergedWeek(change(1, '12:00'), { seen, edited: change(1, '14:00') })
  expect(last[0]?.end).toBe('14:00')
})

const day = (dayOfWeek: DayHours['dayOfWeek'], start: string, end: string, isWorked = true): DayHours => ({
  dayOfWeek,
  isWorked,
  start,
  end,
})

test.each([
  ['into a day off', day(6, '08:00', '18:00', false), 'Until 24:00, and 00:00 to 02:00 on Saturday', '02:00'],
  ['into hours that follow on', day(6, '02:00', '18:00'), 'Until 24:00, and 00:00 to 18:00 on Saturday', '18:00'],
  ['before hours that begin later', day(6, '08:00', '18:00'), undefined, undefined],
] as const)('a shift over midnight %s', (_name, saturday, text, end) => {
  const friday = day(5, '20:00', '02:00')
  const offered = overMidnight([friday, saturday], friday)
  expect(offered?.text).toBe(text)
  expect(offered?.week).toEqual(end && [day(5, '20:00', '24:00'), day(6, '00:00', end)])
})

test('a shift within a day, and one that ends at midnight, offer nothing', () => {
  const week = [day(7, '08:00', '18:00'), day(1, '08:00', '18:00', false)]
  expect(overMidnight(week, day(7, '08:00', '18:00'))).toBeNull()
  expect(overMidnight(week, day(7, '20:00', '24:00'))).toBeNull()
  expect(overMidnight(week, day(7, '20:00', '01:00'))?.text).toBe('Until 24:00, and 00:00 to 01:00 on Monday')
})

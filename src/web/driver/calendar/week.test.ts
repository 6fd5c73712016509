import { describe, expect, test } from 'vitest'
import type { BusinessDay } from '#modules/calendar/rules.ts'
import { ALL_HOURS, hourMask, type DayOfWeek } from '#shared/local-time.ts'
import {
  blocksOf,
  clockChangeNote,
  hourStates,
  isDayOff,
  piecesOn,
  shortWeekTitle,
  unbookedFrom,
  weekOf,
  weekTitle,
} from './week.ts'

const worked = (days: readonly number[], startMinute = 480, endMinute = 1140): BusinessDay[] =>
  days.map((day) => ({ dayOfWeek: day as DayOfWeek, startMinute, endMinute, dayOff: false }))

type Drawn = Parameters<typeof blocksOf>[0]
const week = (more: Partial<Drawn> = {}): Drawn => ({
  documentsUntil: null,
  businessDays: worked([1, 2, 3, 4, 5, 6]),
  availability: [],
  vacations: [],
  ...more,
})

const labels = (given: Drawn, day: string) => blocksOf(given, day).map(({ label }) => label)
const tuesday = '2026-03-10'
const noon = { day: '2026-03-09', minute: 720 }

describe('the grey blocks of a day', () => {
  test.each([
    ['outside the business day', week(), tuesday, ['00:00–08:00 Off', '19:00–24:00 Off']],
    ['to midnight', week({ businessDays: worked([2], 480, 1440) }), tuesday, ['00:00–08:00 Off']],
    ['round the clock', week({ businessDays: worked([2], 0, 1440) }), tuesday, []],
    ['half hours', week({ businessDays: worked([2], 510, 1110) }), tuesday, ['00:00–08:30 Off', '18:30–24:00 Off']],
    ['no entry for the weekday', week(), '2026-03-15', ['Day off']],
    [
      'a weekday marked off',
      week({ businessDays: [{ dayOfWeek: 2, startMinute: 480, endMinute: 1140, dayOff: true }] }),
      tuesday,
      ['Day off'],
    ],
    ['a vacation', week({ vacations: [{ startDay: '2026-03-09', endDay: tuesday }] }), tuesday, ['Vacation']],
    [
      'two runs of hours taken off',
      week({ availability: [{ day: tuesday, freeHours: ALL_HOURS & ~hourMask(600, 660) & ~hourMask(900, 1020) }] }),
      tuesday,
      ['00:00–08:00 Off', '19:00–24:00 Off', '10:00–11:00 Unavailable', '15:00–17:00 Unavailable'],
    ],
    ['a whole day taken off', week({ availability: [{ day: tuesday, freeHours: 0 }] }), tuesday, ['Day off']],
    [
      'a day on which a document has expired',
      week({ documentsUntil: tuesday }),
      tuesday,
      ['Not offered: a document expires'],
    ],
    ['the day before', week({ documentsUntil: tuesday }), '2026-03-09', ['00:00–08:00 Off', '19:00–24:00 Off']],
    [
      'a day off after a document has expired',
      week({ documentsUntil: tuesday, availability: [{ day: tuesday, freeHours: 0 }] }),
      tuesday,
      ['Day off'],
    ],
  ])('%s', (_, given, day, expected) => expect(labels(given, day)).toEqual(expected))

  test('hours taken off are cut at the ends of the business day', () => {
    const given = week({
      businessDays: worked([2], 510, 1110),
      availability: [{ day: tuesday, freeHours: ALL_HOURS & ~hourMask(480, 600) }],
    })
    expect(labels(given, tuesday)).toContain('08:30–10:00 Unavailable')
  })

  test('a day off of the week is no day taken off', () => {
    expect(isDayOff(week(), '2026-03-15')).toBe(false)
    expect(isDayOff(week({ availability: [{ day: tuesday, freeHours: 0 }] }), tuesday)).toBe(true)
  })
})

describe('the state of each hour', () => {
  test('before the business day, in it, taken off, after it', () => {
    const given = week({ availability: [{ day: tuesday, freeHours: ALL_HOURS & ~hourMask(600, 660) }] })
    const states = hourStates(given, tuesday, noon)
    expect([states[7], states[8], states[10], states[18], states[19]]).toEqual([
      'hours',
      'free',
      'unavailable',
      'free',
      'hours',
    ])
  })

  test('the hour that has begun is not past, the one before is', () => {
    const states = hourStates(week(), tuesday, { day: tuesday, minute: 14 * 60 + 59 })
    expect([states[13], states[14]]).toEqual(['past', 'free'])
  })

  test('of a day that is over every hour is past', () => {
    expect(new Set(hourStates(week(), tuesday, { day: '2026-03-11', minute: 0 }))).toEqual(new Set(['past']))
  })

  test('spring skips 01:00, autumn has all 24', () => {
    const open = week({ businessDays: worked([7], 0, 1440) })
    expect(hourStates(open, '2026-03-29', noon).flatMap((state, hour) => (state === 'free' ? [] : [hour]))).toEqual([1])
    expect(new Set(hourStates(open, '2026-10-25', noon))).toEqual(new Set(['free']))
    expect(clockChangeNote('2026-03-29')).toContain('forward')
    expect(clockChangeNote('2026-10-25')).toContain('twice')
    expect(clockChangeNote('2026-10-26')).toBeNull()
  })
})

describe('bookings on the clock', () => {
  const booking = (startAt: string, endAt: string) => ({
    id: '1',
    status: 'confirmed',
    startAt,
    endAt,
    heldUntil: endAt,
    where: '',
    to: null,
  })

  test.each([
    ['in winter', '2026-03-10T10:00:00Z', '2026-03-10T13:00:00Z', tuesday, [600, 780, '10:00–13:00']],
    ['in summer', '2026-06-09T09:00:00Z', '2026-06-09T12:30:00Z', '2026-06-09', [600, 810, '10:00–13:30']],
    ['to midnight', '2026-03-10T22:00:00Z', '2026-03-11T00:00:00Z', tuesday, [1320, 1440, '22:00–24:00']],
    ['over the skipped hour', '2026-03-29T00:00:00Z', '2026-03-29T03:00:00Z', '2026-03-29', [0, 240, '00:00–04:00']],
    ['over the repeated hour', '2026-10-24T23:30:00Z', '2026-10-25T03:00:00Z', '2026-10-25', [30, 180, '00:30–03:00']],
  ])('%s', (_, start, end, day, expected) => {
    const [piece] = piecesOn([booking(start, end)], day)
    expect([piece?.fromMinute, piece?.toMinute, piece?.times]).toEqual(expected)
  })

  test('the keyboard begins at the first hour that none of them covers', () => {
    const booked = [booking('2026-03-10T10:30:00Z', '2026-03-10T14:00:00Z')]
    expect([8, 10, 11, 14].map((hour) => unbookedFrom(booked, tuesday, hour))).toEqual([8, 14, 14, 14])
    expect(unbookedFrom([], tuesday, 23)).toBe(23)
    const evening = [booking('2026-03-10T21:30:00Z', '2026-03-11T02:00:00Z')]
    expect([20, 21, 22, 23].map((hour) => unbookedFrom(evening, tuesday, hour))).toEqual([20, 20, 20, 20])
    expect(unbookedFrom([booking('2026-03-09T21:30:00Z', '2026-03-11T02:00:00Z')], tuesday, 22)).toBe(22)
  })

  test('over midnight it stands on both days', () => {
    const night = [booking('2026-03-10T22:00:00Z', '2026-03-11T02:00:00Z')]
    expect(piecesOn(night, tuesday)[0]).toMatchObject({ fromMinute: 1320, toMinute: 1440 })
    expect(piecesOn(night, '2026-03-11')[0]).toMatchObject({ fromMinute: 0, toMinute: 120 })
    expect(piecesOn(night, '2026-03-12')).toEqual([])
  })
})

describe('which week', () => {
  test.each([
    ['2026-03-12', '2026-03-09', '2026-03-12'],
    ['2026-03-15', '2026-03-09', '2026-03-15'],
    [null, '2026-11-16', '2026-11-20'],
    ['2026-02-30', '2026-11-16', '2026-11-20'],
    ['soon', '2026-11-16', '2026-11-20'],
  ])('asked for %s it is that of %s', (requested, monday, shownDay) => {
    const found = weekOf(requested, '2026-11-20')
    expect([found.days[0], found.days.length, found.shownDay]).toEqual([monday, 7, shownDay])
  })

  test.each([
    ['2026-03-12', '9 to 15 March 2026', '9–15 Mar'],
    ['2026-04-01', '30 March to 5 April 2026', '30 Mar–5 Apr'],
    ['2026-01-01', '29 December 2025 to 4 January 2026', '29 Dec–4 Jan'],
  ])('the week of %s is %s, on a phone %s', (day, title, short) => {
    const { days } = weekOf(day, day)
    expect([weekTitle(days), shortWeekTitle(days)]).toEqual([title, short])
  })
})

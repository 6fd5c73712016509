import { describe, expect, it } from 'vitest'
import type { BusinessDay } from '#modules/calendar/rules.ts'
import { ALL_HOURS, hourMask, type DayOfWeek } from '#shared/local-time.ts'
import {
  availabilityBody,
  dayOffHours,
  heldText,
  mergedHours,
  toUnitWeek,
  withHours,
  workedHours,
  type ScheduleAnswer,
  loadFacts,
} from './calendar-data.ts'
import { changedHours, extendTo, isSelected, makesAvailable, moveBy, selectHour, timesOf } from './selection.ts'
import {
  type HourState,
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

const day = '2026-03-12'

const now = { day, minute: 14 * 60 + 20 }
const hours = (free: number) => {
  const { dayOfWeek, isAvailable, ...flags } = availabilityBody(day, free)
  return { dayOfWeek, isAvailable, flags }
}

const answer = (more: Partial<ScheduleAnswer> = {}): ScheduleAnswer => ({
  schedule: [],
  availability: [],
  vacations: [],
  days: [],
  bookings: [],
  van: null,
  documentsUntil: null,
  ...more,
})

it('hours are sent as 24 flags, and a day without any is a day off', () => {
  const { flags, isAvailable } = hours(ALL_HOURS & ~hourMask(600, 660))
  expect(isAvailable).toBe(true)
  expect(Object.keys(flags)).toHaveLength(24)
  expect(flags).toMatchObject({ _09: true, _10: false, _11: true, _23: true })
  expect(hours(0).isAvailable).toBe(false)
})

it.each([
  [
    'two that are confirmed',
    ['confirmed', 'confirmed'],
    'Give back the jobs you’ve confirmed first, or choose other days.',
  ],
  ['one that is not answered', ['new_booking'], 'Reject the booking you haven’t answered first, or choose other days.'],
  [
    'one of each',
    ['confirmed', 'new_booking'],
    'Reject the booking you haven’t answered and give back the job you’ve confirmed first, or choose other days.',
  ],
  ['one that runs', ['in_progress', 'confirmed'], 'Choose other days.'],
  ['those that are still to be read', [], 'Choose other days.'],
] as const)('days with jobs in them, %s, say what makes them free', (_, statuses, text) => {
  expect(heldText(statuses.map((status) => ({ status })))).toBe(text)
})

it('what was sent is read again', () => {
  const free = ALL_HOURS & ~hourMask(600, 720)
  const entry = {
    id: '1',
    hoursWhenWorked: null,
    ...availabilityBody(day, free),
  } as ScheduleAnswer['availability'][number]
  expect(toUnitWeek(answer({ availability: [entry] }), 'u1').availability).toEqual([
    { day, freeHours: free, hoursWhenWorked: free },
  ])
  expect(toUnitWeek(answer({ availability: [{ ...entry, isAvailable: false }] }), 'u1').availability).toEqual([
    { day, freeHours: 0, hoursWhenWorked: ALL_HOURS },
  ])
})

it('the schedule is read with its midnight and its Sunday', () => {
  const { businessDays, vacations } = toUnitWeek(
    answer({
      schedule: [
        { dayOfWeek: '0', startTime: '08:00:00', endTime: '23:59:59', dayOff: false },
        { dayOfWeek: '9', startTime: '08:00:00', endTime: '18:00:00', dayOff: false },
      ],
      vacations: [{ id: 'v', startTime: '2026-08-03', endTime: '2026-08-14' }],
    }),
    'u1',
  )
  expect(businessDays).toEqual([{ dayOfWeek: 7, startMinute: 480, endMinute: 1440, dayOff: false }])
  expect(vacations).toEqual([{ id: 'v', startDay: '2026-08-03', endDay: '2026-08-14' }])
})

it('a day taken off today keeps the hours that are over', () => {
  const week = { businessDays: [], vacations: [], bookings: [], documentsUntil: null, availability: [] }
  expect(dayOffHours(week, day, now)).toBe(hourMask(0, 14 * 60))
  expect(dayOffHours(week, '2026-03-13', now)).toBe(0)
  const weekWithDayOff = { ...week, availability: [{ day: '2026-03-13', freeHours: 0, hoursWhenWorked: ALL_HOURS }] }
  expect(workedHours(weekWithDayOff, '2026-03-13', now)).toBe(ALL_HOURS)
})

it('hours taken off before the day off are still off when it is worked again', () => {
  const tomorrow = '2026-03-13'
  const tenOff = ALL_HOURS & ~hourMask(600, 660)
  const week = { businessDays: [], vacations: [], bookings: [], documentsUntil: null, availability: [] }
  const weekWithDayOff = withHours(withHours(week, tomorrow, tenOff), tomorrow, 0)
  expect(workedHours(weekWithDayOff, tomorrow, now)).toBe(tenOff)
  // Taking it off twice, as from two windows, loses nothing either.
  expect(workedHours(withHours(weekWithDayOff, tomorrow, 0), tomorrow, now)).toBe(tenOff)
})

it('hours that were taken off on another page stay off', () => {
  const [morning, evening] = [hourMask(480, 600), hourMask(1020, 1080)]
  const elsewhere = ALL_HOURS & ~morning
  expect(mergedHours(elsewhere, { seen: ALL_HOURS, edited: ALL_HOURS & ~evening })).toBe(elsewhere & ~evening)
  expect(mergedHours(elsewhere & ~evening, { seen: ALL_HOURS & ~evening, edited: ALL_HOURS })).toBe(elsewhere)
  expect(mergedHours(elsewhere, { seen: elsewhere, edited: ALL_HOURS })).toBe(ALL_HOURS)
})

const van = { payloadKg: 1150, volumeM3: 14 }
const job = (weightKg: number, volumeM3: number, trips = 1) => ({ items: 28, load: { weightKg, volumeM3, trips } })

describe('what a driver reads of a load', () => {
  it.each([
    ['in one trip', job(840, 9.08), ['28 items', '840 kg of 1,150 kg payload', '9.1 m³ of 14 m³']],
    ['in two', job(1240, 9, 2), ['28 items, 2 trips', '1,240 kg of 1,150 kg payload', '9 m³ of 14 m³']],
  ])('%s', (_name, loadedJob, values) => {
    expect(loadFacts(loadedJob, van).map(([, value]) => value)).toEqual(values)
  })

  it('of a unit without a van: the load alone', () => {
    expect(loadFacts(job(840, 9), null)).toEqual([
      ['Load', '28 items'],
      ['Weight', '840 kg'],
      ['Room', '9 m³'],
    ])
  })

  it('that is described in words: nothing to compare', () => {
    expect(loadFacts({ items: 0, load: { weightKg: 0, volumeM3: 0, trips: 1 } }, van)).toEqual([
      ['Load', 'Described in words'],
    ])
  })
})

describe('selection', () => {
  const states = (more: Record<number, HourState> = {}): HourState[] =>
    Array.from({ length: 24 }, (_, hour) => more[hour] ?? (hour < 8 || hour >= 19 ? 'hours' : 'free'))

  const from14 = { day, anchor: 14, from: 14, to: 15 }

  describe('choosing hours', () => {
    it.each(['hours', 'vacation', 'day_off', 'past', 'skipped'] as const)(
      'an hour that is %s cannot be chosen',
      (state) => {
        expect(selectHour(day, 10, states({ 10: state }))).toBeNull()
      },
    )

    it.each(['free', 'unavailable'] as const)('an hour that is %s can', (state) => {
      expect(selectHour(day, 14, states({ 14: state }))).toEqual(from14)
    })

    it.each([
      ['later', 16, {}, '14:00–17:00'],
      ['earlier', 12, {}, '12:00–15:00'],
      ['back to where it began', 14, {}, '14:00–15:00'],
      ['past the end of the business day', 23, {}, '14:00–19:00'],
      ['past the beginning', 0, {}, '08:00–15:00'],
      ['over hours that are taken off', 17, { 15: 'unavailable' }, '14:00–18:00'],
      ['not over a skipped hour', 17, { 16: 'skipped' }, '14:00–16:00'],
    ] as const)('%s', (_, hour, more, times) => expect(timesOf(extendTo(from14, hour, states(more)))).toBe(times))

    it('to midnight at the end of the day', () => {
      const open = states(Object.fromEntries([19, 20, 21, 22, 23].map((hour) => [hour, 'free'])))
      expect(timesOf(extendTo(from14, 23, open))).toBe('14:00–24:00')
    })

    it('only its own day is chosen', () => {
      expect(isSelected(from14, day, 14)).toBe(true)
      expect(isSelected(from14, day, 15)).toBe(false)
      expect(isSelected(from14, '2026-03-13', 14)).toBe(false)
      expect(isSelected(null, day, 14)).toBe(false)
    })
  })

  describe('what the action does', () => {
    const twoHours = { day, anchor: 14, from: 14, to: 16 }
    it.each([
      ['all free', {}, false],
      ['some free', { 14: 'unavailable' }, false],
      ['none free', { 14: 'unavailable', 15: 'unavailable' }, true],
    ] as const)('%s', (_, more, gives) => expect(makesAvailable(twoHours, states(more))).toBe(gives))

    it('taking hours away and giving them back is the same day again', () => {
      const taken = changedHours(ALL_HOURS, twoHours, false)
      expect(taken).toBe(ALL_HOURS & ~hourMask(14 * 60, 16 * 60))
      expect(changedHours(taken, twoHours, true)).toBe(ALL_HOURS)
    })
  })

  it.each([
    ['ArrowUp', { column: 3, hour: 13 }],
    ['ArrowDown', { column: 3, hour: 15 }],
    ['ArrowLeft', { column: 2, hour: 14 }],
    ['ArrowRight', { column: 4, hour: 14 }],
    ['Home', { column: 0, hour: 14 }],
    ['End', { column: 6, hour: 14 }],
    ['PageUp', { column: 3, hour: 0 }],
    ['PageDown', { column: 3, hour: 23 }],
    ['a', undefined],
  ])('the key %s moves the selection', (key, expected) =>
    expect(moveBy(key, { column: 3, hour: 14 })).toEqual(expected),
  )

  it('a move stays in the week', () => {
    expect(moveBy('ArrowUp', { column: 0, hour: 0 })).toEqual({ column: 0, hour: 0 })
    expect(moveBy('ArrowRight', { column: 6, hour: 23 })).toEqual({ column: 6, hour: 23 })
  })
})

describe('week', () => {
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
    it.each([
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

    it('hours taken off are cut at the ends of the business day', () => {
      const given = week({
        businessDays: worked([2], 510, 1110),
        availability: [{ day: tuesday, freeHours: ALL_HOURS & ~hourMask(480, 600) }],
      })
      expect(labels(given, tuesday)).toContain('08:30–10:00 Unavailable')
    })

    it('a day off of the week is no day taken off', () => {
      expect(isDayOff(week(), '2026-03-15')).toBe(false)
      expect(isDayOff(week({ availability: [{ day: tuesday, freeHours: 0 }] }), tuesday)).toBe(true)
    })
  })

  describe('the state of each hour', () => {
    it('before the business day, in it, taken off, after it', () => {
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

    it('the hour that has begun is not past, the one before is', () => {
      const states = hourStates(week(), tuesday, { day: tuesday, minute: 14 * 60 + 59 })
      expect([states[13], states[14]]).toEqual(['past', 'free'])
    })

    it('of a day that is over every hour is past', () => {
      expect(new Set(hourStates(week(), tuesday, { day: '2026-03-11', minute: 0 }))).toEqual(new Set(['past']))
    })

    it('spring skips 01:00, autumn has all 24', () => {
      const open = week({ businessDays: worked([7], 0, 1440) })
      expect(hourStates(open, '2026-03-29', noon).flatMap((state, hour) => (state === 'free' ? [] : [hour]))).toEqual([
        1,
      ])
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

    it.each([
      ['in winter', '2026-03-10T10:00:00Z', '2026-03-10T13:00:00Z', tuesday, [600, 780, '10:00–13:00']],
      ['in summer', '2026-06-09T09:00:00Z', '2026-06-09T12:30:00Z', '2026-06-09', [600, 810, '10:00–13:30']],
      ['to midnight', '2026-03-10T22:00:00Z', '2026-03-11T00:00:00Z', tuesday, [1320, 1440, '22:00–24:00']],
      ['over the skipped hour', '2026-03-29T00:00:00Z', '2026-03-29T03:00:00Z', '2026-03-29', [0, 240, '00:00–04:00']],
      [
        'over the repeated hour',
        '2026-10-24T23:30:00Z',
        '2026-10-25T03:00:00Z',
        '2026-10-25',
        [30, 180, '00:30–03:00'],
      ],
    ])('%s', (_, start, end, day, expected) => {
      const [piece] = piecesOn([booking(start, end)], day)
      expect([piece?.fromMinute, piece?.toMinute, piece?.times]).toEqual(expected)
    })

    it('the keyboard begins at the first hour that none of them covers', () => {
      const booked = [booking('2026-03-10T10:30:00Z', '2026-03-10T14:00:00Z')]
      expect([8, 10, 11, 14].map((hour) => unbookedFrom(booked, tuesday, hour))).toEqual([8, 14, 14, 14])
      expect(unbookedFrom([], tuesday, 23)).toBe(23)
      const evening = [booking('2026-03-10T21:30:00Z', '2026-03-11T02:00:00Z')]
      expect([20, 21, 22, 23].map((hour) => unbookedFrom(evening, tuesday, hour))).toEqual([20, 20, 20, 20])
      expect(unbookedFrom([booking('2026-03-09T21:30:00Z', '2026-03-11T02:00:00Z')], tuesday, 22)).toBe(22)
    })

    it('over midnight it stands on both days', () => {
      const night = [booking('2026-03-10T22:00:00Z', '2026-03-11T02:00:00Z')]
      expect(piecesOn(night, tuesday)[0]).toMatchObject({ fromMinute: 1320, toMinute: 1440 })
      expect(piecesOn(night, '2026-03-11')[0]).toMatchObject({ fromMinute: 0, toMinute: 120 })
      expect(piecesOn(night, '2026-03-12')).toEqual([])
    })
  })

  describe('which week', () => {
    it.each([
      ['2026-03-12', '2026-03-09', '2026-03-12'],
      ['2026-03-15', '2026-03-09', '2026-03-15'],
      [null, '2026-11-16', '2026-11-20'],
      ['2026-02-30', '2026-11-16', '2026-11-20'],
      ['soon', '2026-11-16', '2026-11-20'],
    ])('asked for %s it is that of %s', (requested, monday, shownDay) => {
      const found = weekOf(requested, '2026-11-20')
      expect([found.days[0], found.days.length, found.shownDay]).toEqual([monday, 7, shownDay])
    })

    it.each([
      ['2026-03-12', '9 to 15 March 2026', '9–15 Mar'],
      ['2026-04-01', '30 March to 5 April 2026', '30 Mar–5 Apr'],
      ['2026-01-01', '29 December 2025 to 4 January 2026', '29 Dec–4 Jan'],
    ])('the week of %s is %s, on a phone %s', (day, title, short) => {
      const { days } = weekOf(day, day)
      expect([weekTitle(days), shortWeekTitle(days)]).toEqual([title, short])
    })
  })
})

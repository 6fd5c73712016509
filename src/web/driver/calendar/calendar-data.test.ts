import { expect, test, describe, it } from 'vitest'
import { ALL_HOURS, hourMask } from '#shared/local-time.ts'
import {
  availabilityBody,
  dayOffHours,
  mergedHours,
  toUnitWeek,
  withHours,
  workedHours,
  type ScheduleAnswer,
  loadFacts,
} from './calendar-data.ts'

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

test('hours are sent as 24 flags, and a day without any is a day off', () => {
  const { flags, isAvailable } = hours(ALL_HOURS & ~hourMask(600, 660))
  expect(isAvailable).toBe(true)
  expect(Object.keys(flags)).toHaveLength(24)
  expect(flags).toMatchObject({ _09: true, _10: false, _11: true, _23: true })
  expect(hours(0).isAvailable).toBe(false)
})

test('what was sent is read again', () => {
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

test('the schedule is read with its midnight and its Sunday', () => {
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

test('a day taken off today keeps the hours that are over', () => {
  const week = { businessDays: [], vacations: [], bookings: [], documentsUntil: null, availability: [] }
  expect(dayOffHours(week, day, now)).toBe(hourMask(0, 14 * 60))
  expect(dayOffHours(week, '2026-03-13', now)).toBe(0)
  const weekWithDayOff = { ...week, availability: [{ day: '2026-03-13', freeHours: 0, hoursWhenWorked: ALL_HOURS }] }
  expect(workedHours(weekWithDayOff, '2026-03-13', now)).toBe(ALL_HOURS)
})

test('hours taken off before the day off are still off when it is worked again', () => {
  const tomorrow = '2026-03-13'
  const tenOff = ALL_HOURS & ~hourMask(600, 660)
  const week = { businessDays: [], vacations: [], bookings: [], documentsUntil: null, availability: [] }
  const weekWithDayOff = withHours(withHours(week, tomorrow, tenOff), tomorrow, 0)
  expect(workedHours(weekWithDayOff, tomorrow, now)).toBe(tenOff)
  // Taking it off twice, as from two windows, loses nothing either.
  expect(workedHours(withHours(weekWithDayOff, tomorrow, 0), tomorrow, now)).toBe(tenOff)
})

test('hours that were taken off on another page stay off', () => {
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

import { describe, expect, it } from 'vitest'
import { ALL_HOURS, addMinutes, toInstant } from '#shared/local-time.ts'
import {
  breaksIn,
  clockAtEndOf,
  clockAtStartOf,
  fitsDriversDay,
  isWithinDriversHours,
  type DayJob,
} from '../drivers-hours-rules.ts'
import { cashToTake, withoutPrices } from '../rules.ts'
import {
  availabilityFlaw,
  hoursWhenWorked,
  joinVacations,
  pastHours,
  readWorkingHours,
  selectionFlaw,
  skippedHours,
  vacationProblems,
  type HoursEntry,
} from './rules.ts'

const unit = '0193a8b0-0000-7000-8000-000000000001'

describe('working hours as sent', () => {
  it.each<[string, HoursEntry[], unknown]>([
    [
      'without days: Monday onwards',
      [
        { startTime: '08:00', endTime: '18:00' },
        { startTime: '09:30:00', endTime: '17:15:00' },
      ],
      [
        { dayOfWeek: 1, startMinute: 480, endMinute: 1080, dayOff: false },
        { dayOfWeek: 2, startMinute: 570, endMinute: 1035, dayOff: false },
      ],
    ],
    [
      '"0" is Sunday',
      [{ dayOfWeek: '0', startTime: '08:00', endTime: '18:00' }],
      [{ dayOfWeek: 7, startMinute: 480, endMinute: 1080, dayOff: false }],
    ],
    [
      '24:00 is midnight',
      [{ startTime: '00:00', endTime: '24:00' }],
      [{ dayOfWeek: 1, startMinute: 0, endMinute: 1440, dayOff: false }],
    ],
    [
      'so is 23:59:59',
      [{ startTime: '00:00', endTime: '23:59:59' }],
      [{ dayOfWeek: 1, startMinute: 0, endMinute: 1440, dayOff: false }],
    ],
    [
      'so is 23:59',
      [{ startTime: '22:00', endTime: '23:59' }],
      [{ dayOfWeek: 1, startMinute: 1320, endMinute: 1440, dayOff: false }],
    ],
    [
      'a day off needs no hours',
      [{ dayOfWeek: 6, dayOff: true }],
      [{ dayOfWeek: 6, startMinute: 0, endMinute: 1440, dayOff: true }],
    ],
    [
      'a day off may keep its hours',
      [{ startTime: '08:00', endTime: '12:00', dayOff: true }],
      [{ dayOfWeek: 1, startMinute: 480, endMinute: 720, dayOff: true }],
    ],
    [
      'the unit of the path',
      [{ startTime: '08:00', endTime: '12:00', workingUnit: unit }],
      [{ dayOfWeek: 1, startMinute: 480, endMinute: 720, dayOff: false }],
    ],
  ])('%s', (_name, entries, days) => {
    expect(readWorkingHours(entries, unit)).toEqual(days)
  })

  it.each<[string, HoursEntry[], string[]]>([
    ['starts when it ends', [{ startTime: '08:00', endTime: '08:00' }], ['workingHours.0.start_time']],
    [
      'starts after it ends, on the second day',
      [
        { startTime: '08:00', endTime: '09:00' },
        { startTime: '18:00', endTime: '08:00' },
      ],
      ['workingHours.1.start_time'],
    ],
    [
      'starts at midnight at the end of the day',
      [{ startTime: '24:00', endTime: '24:00' }],
      ['workingHours.0.start_time'],
    ],
    ['no start', [{ endTime: '09:00' }], ['workingHours.0.start_time']],
    ['no end', [{ startTime: '09:00' }], ['workingHours.0.end_time']],
    ['no time', [{ startTime: '9am', endTime: '25:00' }], ['workingHours.0.start_time']],
    ['an end that is no time', [{ startTime: '09:00', endTime: '25:00' }], ['workingHours.0.end_time']],
    [
      'a day off with hours the wrong way round',
      [{ startTime: '09:00', endTime: '08:00', dayOff: true }],
      ['workingHours.0.start_time'],
    ],
    ['no day', [{ dayOfWeek: '8', startTime: '08:00', endTime: '09:00' }], ['workingHours.0.day_of_week']],
    [
      'one day twice',
      [
        { dayOfWeek: 0, startTime: '08:00', endTime: '09:00' },
        { dayOfWeek: '7', startTime: '08:00', endTime: '09:00' },
      ],
      ['workingHours.1.day_of_week'],
    ],
    [
      'T-062: another unit',
      [{ startTime: '08:00', endTime: '09:00', workingUnit: '0193a8b0-0000-7000-8000-000000000002' }],
      ['workingHours.0.working_unit'],
    ],
  ])('%s is refused there', (_name, entries, fields) => {
    expect(Object.keys(readWorkingHours(entries, unit))).toEqual(fields)
  })
})

describe('hours that are over', () => {
  const now = { day: '2026-11-20', minute: 9 * 60 + 59 }
  it.each([
    ['2026-11-19', ALL_HOURS],
    ['2026-11-20', 0x1ff],
    ['2026-11-21', 0],
  ])('are counted up to now on %s', (day, mask) => {
    expect(pastHours(day, now)).toBe(mask)
  })

  it.each<[string, string, number, number, boolean]>([
    ['the current hour today', '2026-11-20', ALL_HOURS, ALL_HOURS & ~(1 << 9), true],
    ['an hour of this morning', '2026-11-20', ALL_HOURS, ALL_HOURS & ~(1 << 8), false],
    ['a morning that stays as it was', '2026-11-20', ALL_HOURS & ~1, ALL_HOURS & ~1 & ~(1 << 12), true],
    ['yesterday, unchanged', '2026-11-19', 5, 5, true],
    ['yesterday', '2026-11-19', ALL_HOURS, 0, false],
    ['T-109: the day before yesterday', '2026-11-18', 0, 0, false],
    ['T-109: 730 days ahead', '2028-11-19', ALL_HOURS, 0, true],
    ['T-109: 731 days ahead', '2028-11-20', ALL_HOURS, 0, false],
    ['T-109: the year 9999', '9999-12-31', ALL_HOURS, 0, false],
  ])('%s', (_name, day, before, after, may) => {
    expect(availabilityFlaw(day, { before, after }, now) === null).toBe(may)
  })
})

describe('hours that a day off remembers', () => {
  const tenOff = ALL_HOURS & ~(1 << 10)
  it.each<[string, number, Parameters<typeof hoursWhenWorked>[1], number | null]>([
    ['of a day like any other', 0, undefined, ALL_HOURS],
    ['of a day with an hour off', 0, { freeHours: tenOff, hoursWhenWorked: null }, tenOff],
    ['of one that was off already', 0, { freeHours: 0, hoursWhenWorked: tenOff }, tenOff],
    ['of one taken off before they were remembered', 0, { freeHours: 0, hoursWhenWorked: null }, ALL_HOURS],
    ['none of a day that is worked', tenOff, { freeHours: 0, hoursWhenWorked: tenOff }, null],
  ])('%s', (_name, after, before, remembered) => {
    expect(hoursWhenWorked(after, before)).toBe(remembered)
  })
})

describe('a selection on the calendar (spec §5)', () => {
  const now = { day: '2026-11-20', minute: 9 * 60 + 59 }
  it.each<[string, [string, number], [string, number], boolean]>([
    ['within a day', ['2026-11-21', 480], ['2026-11-21', 600], true],
    ['to midnight', ['2026-11-21', 480], ['2026-11-22', 0], true],
    ['past midnight', ['2026-11-21', 480], ['2026-11-22', 60], false],
    ['to the midnight after next', ['2026-11-21', 480], ['2026-11-23', 0], false],
    ['of nothing', ['2026-11-21', 480], ['2026-11-21', 480], false],
    ['backwards', ['2026-11-21', 480], ['2026-11-21', 420], false],
    ['from the current hour', ['2026-11-20', 540], ['2026-11-20', 600], true],
    ['from the hour before', ['2026-11-20', 480], ['2026-11-20', 600], false],
    ['of yesterday', ['2026-11-19', 1200], ['2026-11-20', 0], false],
  ])('%s', (_name, [startDay, startMinute], [endDay, endMinute], may) => {
    const selection = { start: { day: startDay, minute: startMinute }, end: { day: endDay, minute: endMinute } }
    expect(selectionFlaw(selection, now) === null).toBe(may)
  })
})

describe('a vacation', () => {
  it.each<[string, string, string, string | null]>([
    ['of today', '2026-11-20', '2026-11-20', null],
    ['that has begun', '2026-11-19', '2026-11-25', 'start_time'],
    ['backwards', '2026-12-02', '2026-12-01', 'end_time'],
    ['of a year', '2026-12-01', '2027-12-01', null],
    ['of more', '2026-12-01', '2027-12-02', 'end_time'],
    ['too far ahead', '2028-11-01', '2028-11-20', 'end_time'],
    ['that begins too far ahead', '3026-11-01', '3026-10-01', 'start_time'],
  ])('%s', (_name, startDay, endDay, field) => {
    expect(Object.keys(vacationProblems({ startDay, endDay }, '2026-11-20') ?? {})).toEqual(field ? [field] : [])
  })

  it('joins those that it touches, and those that they touch', () => {
    const others = [
      { startDay: '2026-12-01', endDay: '2026-12-04' },
      { startDay: '2026-12-10', endDay: '2026-12-12' },
      { startDay: '2026-12-12', endDay: '2026-12-20' },
      { startDay: '2027-01-01', endDay: '2027-01-02' },
    ]
    expect(joinVacations({ startDay: '2026-12-05', endDay: '2026-12-10' }, others)).toEqual({
      startDay: '2026-12-01',
      endDay: '2026-12-20',
    })
    expect(joinVacations({ startDay: '2026-12-25', endDay: '2026-12-26' }, others)).toEqual({
      startDay: '2026-12-25',
      endDay: '2026-12-26',
    })
  })
})

it('the clock skips one hour in spring and none in autumn', () => {
  expect(['2027-03-27', '2027-03-28', '2027-10-31'].map(skippedHours)).toEqual([0, 0b10, 0])
})

describe('the week', () => {
  it.each([
    ['cash', false, 12_500],
    ['cash', true, null],
    ['card', false, null],
  ] as const)('a job paid by %s, by a transfer: %s, has %j to take', (paymentMethod, isByTransfer, pence) => {
    expect(cashToTake({ paymentMethod, isByTransfer, totalPence: 12_500 })).toBe(pence)
  })

  it('leaves a hired driver the cash to take and nothing else of a price', () => {
    const job = { id: 'a', totalPence: 12_500, cashToTakePence: 12_500 }
    expect(withoutPrices({ van: null, bookings: [job] })).toEqual({
      van: null,
      bookings: [{ ...job, totalPence: null }],
    })
  })
})

describe('drivers’ hours', () => {
  // GOV.UK, "Drivers' hours: GB domestic rules": 10 hours of daily driving, 11 hours of daily duty.
  describe('the limits of a day', () => {
    it.each([
      [600, 660, true],
      [601, 660, false],
      [600, 661, false],
      [0, 0, true],
    ])('%i minutes of driving in %i of duty: %s', (drivingMinutes, dutyMinutes, isWithin) =>
      expect(isWithinDriversHours({ drivingMinutes, dutyMinutes })).toBe(isWithin),
    )
  })

  // Decisions §11: 30 minutes per 5½ hours of duty.
  it.each([
    [0, 0],
    [330, 0],
    [331, 1],
    [660, 1],
    [661, 2],
  ])('%i minutes of work have %i breaks', (minutes, breaks) => expect(breaksIn(minutes)).toBe(breaks))

  it('a break lies between the work before it and the work after it', () => {
    expect([329, 330, 331].map(clockAtEndOf)).toEqual([329, 330, 361])
    expect([329, 330, 331].map(clockAtStartOf)).toEqual([329, 360, 361])
  })

  describe('a day with other jobs', () => {
    /** Places on a line, a minute apart. */
    const drive = (from: number, to: number) => Math.abs(from - to)
    const job = (day: string, minute: number, hours: Partial<DayJob<number>> = {}): DayJob<number> => ({
      start: toInstant(day, minute),
      startPlace: 0,
      endPlace: 0,
      drivingMinutes: 60,
      dutyMinutes: 240,
      ...hours,
    })
    const friday = '2026-11-20'
    const fits = (others: DayJob<number>[], one: DayJob<number>) => fitsDriversDay(others, one, drive)

    it.each([
      ['nothing else', [], true],
      ['seven hours before it', [job(friday, 360, { dutyMinutes: 420 })], true],
      ['a minute more', [job(friday, 360, { dutyMinutes: 421 })], false],
      [
        'seven hours of which the drive between takes one',
        [job(friday, 360, { dutyMinutes: 361, endPlace: 60 })],
        false,
      ],
      ['the same after it, with the drive there', [job(friday, 1200, { dutyMinutes: 361, startPlace: 60 })], false],
      ['two jobs, one before and one after', [job(friday, 60), job(friday, 1200, { dutyMinutes: 181 })], false],
      ['nine hours at the wheel', [job(friday, 360, { drivingMinutes: 540, dutyMinutes: 400 })], true],
      ['a minute more at the wheel', [job(friday, 360, { drivingMinutes: 541, dutyMinutes: 400 })], false],
      ['a long job the day before', [job('2026-11-19', 840, { dutyMinutes: 660 })], true],
      ['a long job that begins at midnight after it', [job('2026-11-21', 0, { dutyMinutes: 660 })], true],
    ])('%s', (_name, others, expected) => expect(fits(others, job(friday, 720))).toBe(expected))

    it('is of the local day, also where the clocks change', () => {
      // 23:30 UTC on Saturday 24 October is half past midnight on Sunday: summer time ends only at two.
      const atHalfPastMidnight = { ...job(friday, 0), start: new Date('2026-10-24T23:30:00Z') }
      expect(fits([atHalfPastMidnight], job('2026-10-25', 1410, { dutyMinutes: 421 }))).toBe(false)
      expect(fits([atHalfPastMidnight], job('2026-10-24', 720, { dutyMinutes: 421 }))).toBe(true)
    })

    it('alone too long, it fits no day', () => {
      expect(fits([], job(friday, 360, { dutyMinutes: 661 }))).toBe(false)
      expect(fits([], { ...job(friday, 360), start: addMinutes(toInstant(friday), 1) })).toBe(true)
    })
  })
})

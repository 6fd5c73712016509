import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMinutes,
  ALL_HOURS,
  daysFromTo,
  dayOfWeek,
  hourMask,
  toInstant,
  toLocal,
} from '#shared/local-time.ts'
import type { DayOfWeek } from '#shared/local-time.ts'
import {
  availableHours,
  dayOfWeekFromWire,
  endMinuteFromWire,
  flagsOfMask,
  isFreeAt,
  hourReasons,
  hoursNeeded,
  isFree,
  maskOfFlags,
  NOT_FREE_REASONS,
  startMinuteFromWire,
  possibleStarts,
  startsOfDay,
  timeToWire,
  reasonNotFree,
} from './rules.ts'
import type { NotFreeReason, ProviderCalendar, Stay } from './rules.ts'

/** Places on a line, a minute apart. */
type Spot = number
const drive = (from: Spot, to: Spot) => Math.abs(from - to)

const WEEKDAYS: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 7]

/** Friday is 2026-11-20. Monday to Saturday eight to six, Sunday off. */
const calendar = (over: Partial<ProviderCalendar<Spot>> = {}): ProviderCalendar<Spot> => ({
  businessDays: WEEKDAYS.map((dayOfWeek) => ({
    dayOfWeek,
    startMinute: 480,
    endMinute: 1080,
    dayOff: dayOfWeek === 7,
  })),
  availability: [],
  vacations: [],
  holds: [],
  ...over,
})
const roundTheClock = calendar({
  businessDays: WEEKDAYS.map((dayOfWeek) => ({ dayOfWeek, startMinute: 0, endMinute: 1440, dayOff: false })),
})

/** The hours are irrelevant in tests about the time only. */
const noHours = { drivingMinutes: 0, dutyMinutes: 0 }

const stay = (day: string, minute: number, minutes: number, startPlace = 0, endPlace = 0): Stay<Spot> => {
  const start = toInstant(day, minute)
  return { start, end: addMinutes(start, minutes), startPlace, endPlace, ...noHours }
}
const why = (over: Partial<ProviderCalendar<Spot>>, job: Stay<Spot>) => reasonNotFree(calendar(over), job, drive)

describe('reasonNotFree', () => {
  const friday = '2026-11-20'
  const held = stay(friday, 720, 60, 20, 50)

  test.each([
    ['within the hours', {}, stay(friday, 480, 600), null],
    ['a minute early', {}, stay(friday, 479, 60), 'hours'],
    ['half an hour late', {}, stay(friday, 1020, 90), 'hours'],
    ['on a day off', {}, stay('2026-11-22', 600, 60), 'day_off'],
    ['on a day without an entry', { businessDays: [] }, stay(friday, 600, 60), 'day_off'],
    [
      'on the first day of a vacation',
      { vacations: [{ startDay: friday, endDay: '2026-11-25' }] },
      stay(friday, 600, 60),
      'vacation',
    ],
    ['on its last day', { vacations: [{ startDay: '2026-11-10', endDay: friday }] }, stay(friday, 600, 60), 'vacation'],
    ['after it', { vacations: [{ startDay: '2026-11-10', endDay: '2026-11-19' }] }, stay(friday, 600, 60), null],
    [
      'vacation before day off',
      { vacations: [{ startDay: '2026-11-22', endDay: '2026-11-22' }] },
      stay('2026-11-22', 600, 60),
      'vacation',
    ],
    [
      'an hour taken off',
      { availability: [{ day: friday, freeHours: ALL_HOURS & ~(1 << 11) }] },
      stay(friday, 600, 90),
      'unavailable',
    ],
    [
      'up to the hour taken off',
      { availability: [{ day: friday, freeHours: ALL_HOURS & ~(1 << 11) }] },
      stay(friday, 600, 60),
      null,
    ],
    [
      'an hour flagged free out of hours',
      { availability: [{ day: friday, freeHours: ALL_HOURS }] },
      stay(friday, 420, 60),
      'hours',
    ],
    ['over a held booking', { holds: [held] }, stay(friday, 690, 60), 'busy'],
    ['around a held booking', { holds: [held] }, stay(friday, 660, 180), 'busy'],
    ['in time for the next', { holds: [held] }, stay(friday, 600, 90, 0, 50), null],
    ['too late for the next', { holds: [held] }, stay(friday, 600, 105, 0, 50), 'drive'],
    ['in time after the last', { holds: [held] }, stay(friday, 800, 60, 30), null],
    ['too soon after the last', { holds: [held] }, stay(friday, 799, 60, 30), 'drive'],
    ['right after it at the same place', { holds: [held] }, stay(friday, 780, 60, 50), null],
    ['right before it at the same place', { holds: [held] }, stay(friday, 660, 60, 0, 20), null],
    [
      'only the neighbours count',
      { holds: [stay(friday, 480, 30, 0, 500), stay(friday, 540, 60, 0, 0)] },
      stay(friday, 600, 60),
      null,
    ],
  ] as const)('%s', (_name, over, job, reason) => expect(why(over, job)).toBe(reason))

  test('over midnight both days must be worked to the end and from the start', () => {
    const night = stay('2026-11-20', 1380, 120)
    expect(isFree(roundTheClock, night, drive)).toBe(true)
    expect(
      reasonNotFree({ ...roundTheClock, vacations: [{ startDay: '2026-11-21', endDay: '2026-11-21' }] }, night, drive),
    ).toBe('vacation')
    expect(why({}, night)).toBe('hours')
  })

  test('the hour that autumn repeats is worked twice or not at all', () => {
    const withHourOff = { ...roundTheClock, availability: [{ day: '2026-10-25', freeHours: ALL_HOURS & ~(1 << 1) }] }
    // Starting at the second 01:00, which is 01:00 UTC.
    const second = {
      start: new Date('2026-10-25T01:00:00Z'),
      end: new Date('2026-10-25T02:00:00Z'),
      startPlace: 0,
      endPlace: 0,
      ...noHours,
    }
    expect(reasonNotFree(withHourOff, second, drive)).toBe('unavailable')
    expect(reasonNotFree(withHourOff, stay('2026-10-25', 120, 60), drive)).toBeNull()
  })
})

/** A stay that starts a number of half hours after an instant. */
const anyStay = (from: Date, halves: fc.Arbitrary<number>): fc.Arbitrary<Stay<Spot>> =>
  fc
    .record({
      half: halves,
      length: fc.integer({ min: 1, max: 14 }),
      startPlace: fc.nat(120),
      endPlace: fc.nat(120),
      drivingMinutes: fc.constantFrom(0, 60, 300),
      dutyMinutes: fc.constantFrom(300, 360, 480),
    })
    .map(({ half, length, ...job }) => {
      const start = addMinutes(from, half * 30)
      return { ...job, start, end: addMinutes(start, length * 30) }
    })

describe('whyNotFree beside counting every minute', () => {
  // Twelve days around each clock change, and around New Year.
  const anyDays = fc.constantFrom('2026-10-22', '2027-03-24', '2026-12-27')

  const anyCase = fc.tuple(anyDays, fc.nat(12 * 48)).chain(([from, half]) =>
    fc.record({
      businessDays: fc.uniqueArray(
        fc.record({
          dayOfWeek: fc.constantFrom(...WEEKDAYS),
          startMinute: fc.constantFrom(0, 0, 0, 90, 480),
          endMinute: fc.constantFrom(1080, 1380, 1440, 1440, 1440),
          dayOff: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
        }),
        { selector: (day) => day.dayOfWeek, minLength: 5, maxLength: 7 },
      ),
      availability: fc.uniqueArray(
        fc.record({
          day: fc.nat(11).map((days) => addDays(from, days)),
          freeHours: fc.oneof(
            fc.nat(ALL_HOURS),
            fc.nat(23).map((hour) => ALL_HOURS & ~(1 << hour)),
          ),
        }),
        { selector: (entry) => entry.day, maxLength: 3 },
      ),
      vacations: fc.array(
        fc
          .tuple(fc.nat(40), fc.nat(2))
          .map(([days, more]) => ({ startDay: addDays(from, days), endDay: addDays(from, days + more) })),
        { maxLength: 2 },
      ),
      holds: fc
        .array(anyStay(toInstant(from, 0), fc.integer({ min: half - 24, max: half + 24 })), { maxLength: 5 })
        .map(withoutOverlaps),
      job: anyStay(toInstant(from, 0), fc.constant(half)),
    }),
  )

  test('10,000 calendars around clock changes give the same answer', () => {
    const answers = new Map<string, number>()
    fc.assert(
      fc.property(anyCase, ({ job, ...calendar }) => {
        const answer = reasonNotFree(calendar, job, drive)
        answers.set(String(answer), (answers.get(String(answer)) ?? 0) + 1)
        expect(answer).toBe(countedByMinutes(calendar, job))
      }),
      { numRuns: 10_000 },
    )
    // The cases would prove little if any answer were rare.
    for (const reason of [null, ...NOT_FREE_REASONS]) expect(answers.get(String(reason)) ?? 0).toBeGreaterThan(50)
  })
})

function withoutOverlaps(holds: Stay<Spot>[]): Stay<Spot>[] {
  return holds.filter((hold, index) =>
    holds.slice(0, index).every((other) => other.end <= hold.start || hold.end <= other.start),
  )
}

/** Added up as a driver's diary of that day would: the jobs one by one, and the drive to each from the one before. */
function isTooLongADay(holds: readonly Stay<Spot>[], job: Stay<Spot>): boolean {
  const { day } = toLocal(job.start)
  const diary = [...holds.filter(({ start }) => toLocal(start).day === day), job]
  diary.sort((a, b) => (a.start < b.start ? -1 : 1))
  let [driving, work, at] = [0, 0, diary[0]?.startPlace ?? 0]
  for (const { startPlace, endPlace, drivingMinutes, dutyMinutes } of diary) {
    driving += Math.abs(startPlace - at) + drivingMinutes
    work += Math.abs(startPlace - at) + dutyMinutes
    at = endPlace
  }
  return driving > 600 || work > 660
}

/** The oracle: looks at every single minute of the job, and walks from it minute by minute to the nearest held ones. */
function countedByMinutes(calendar: ProviderCalendar<Spot>, job: Stay<Spot>): NotFreeReason | null {
  const found = new Set<NotFreeReason>()
  const vacationDays = new Set(calendar.vacations.flatMap(({ startDay, endDay }) => daysFromTo(startDay, endDay)))
  const flags = new Map(calendar.availability.map((entry) => [entry.day, flagsOfMask(entry.freeHours)]))
  const holds = calendar.holds.map((hold) => ({ ...hold, from: hold.start.getTime(), to: hold.end.getTime() }))
  const heldAt = (at: Date) => holds.find(({ from, to }) => from <= at.getTime() && at.getTime() < to)
  for (let at = job.start; at < job.end; at = addMinutes(at, 1)) {
    const { day, minute } = toLocal(at)
    const weekday = dayOfWeek(day)
    const business = calendar.businessDays.find((entry) => entry.dayOfWeek === weekday)
    if (vacationDays.has(day)) found.add('vacation')
    if (!business || business.dayOff) found.add('day_off')
    else if (minute < business.startMinute || minute >= business.endMinute) found.add('hours')
    if (flags.get(day)?.[Math.floor(minute / 60)] === false) found.add('unavailable')
    if (heldAt(at)) found.add('busy')
  }
  for (let gap = 0; gap < 121; gap += 1) {
    const before = heldAt(addMinutes(job.start, -gap - 1))
    if (before && drive(before.endPlace, job.startPlace) > gap) found.add('drive')
    if (before) break
  }
  for (let gap = 0; gap < 121; gap += 1) {
    const after = heldAt(addMinutes(job.end, gap))
    if (after && drive(job.endPlace, after.startPlace) > gap) found.add('drive')
    if (after) break
  }
  if (isTooLongADay(calendar.holds, job)) found.add('drivers_hours')
  return NOT_FREE_REASONS.find((reason) => found.has(reason)) ?? null
}

const clock = (starts: Date[]) => starts.map((start) => toLocal(start).minute)

describe('the free ones of the possible starts', () => {
  const anywhere = { startPlace: 0, endPlace: 0, ...noHours }

  test('every half hour from which the job still fits', () => {
    const free = (week: ProviderCalendar<Spot>, day: string, minutes: number, notBefore?: Date) =>
      clock(
        possibleStarts(day, minutes, notBefore)
          .filter((at) => isFreeAt(week, at, anywhere, drive))
          .map(({ start }) => start),
      )
    expect(free(calendar(), '2026-11-20', 510)).toEqual([480, 510, 540, 570])
    expect(free(calendar(), '2026-11-22', 60)).toEqual([])
    const held = calendar({ holds: [stay('2026-11-20', 600, 360, 25, 0)] })
    expect(free(held, '2026-11-20', 60)).toEqual([480, 510, 960, 990, 1020])
    expect(free(held, '2026-11-20', 60, toInstant('2026-11-20', 961))).toEqual([990, 1020])
  })

  test('the hour that spring skips offers none, the repeated one its first', () => {
    expect(clock(startsOfDay('2027-03-28')).slice(0, 4)).toEqual([0, 30, 120, 150])
    expect(
      startsOfDay('2026-10-25')
        .slice(1, 5)
        .map((start) => start.toISOString().slice(11, 16)),
    ).toEqual(['23:30', '00:00', '00:30', '02:00'])
    expect(
      [startsOfDay('2027-03-28'), startsOfDay('2026-10-25'), startsOfDay('2026-11-20')].map((starts) => starts.length),
    ).toEqual([46, 48, 48])
  })
})

describe('hours of a day', () => {
  const week = calendar({
    availability: [{ day: '2026-11-20', freeHours: ALL_HOURS & ~hourMask(720, 840) }],
    vacations: [{ startDay: '2026-11-23', endDay: '2026-11-24' }],
  })

  test.each([
    ['2026-11-20', hourMask(480, 720) | hourMask(840, 1080)],
    ['2026-11-21', hourMask(480, 1080)],
    ['2026-11-22', 0],
    ['2026-11-23', 0],
    ['2026-11-24', 0],
    ['2026-11-25', hourMask(480, 1080)],
  ])('%s', (day, mask) => {
    expect(availableHours(week, day)).toBe(mask)
    expect(maskOfFlags(hourReasons(week, day).map((reason) => reason === null))).toBe(mask)
  })

  test('each hour tells why it is off', () => {
    expect(hourReasons(week, '2026-11-20').slice(6, 15)).toEqual([
      'hours',
      'hours',
      null,
      null,
      null,
      null,
      'unavailable',
      'unavailable',
      null,
    ])
    expect(new Set(hourReasons(week, '2026-11-22'))).toEqual(new Set(['day_off']))
    expect(new Set(hourReasons(week, '2026-11-23'))).toEqual(new Set(['vacation']))
  })

  test('a business day from half past covers its first hour in part', () => {
    const late = calendar({ businessDays: [{ dayOfWeek: 5, startMinute: 510, endMinute: 1440, dayOff: false }] })
    expect(availableHours(late, '2026-11-20')).toBe(hourMask(480, 1440))
  })

  test('a time needs the hours it touches', () => {
    expect(hoursNeeded(toInstant('2026-11-20', 1410), toInstant('2026-11-21', 61))).toEqual([
      { day: '2026-11-20', hours: 1 << 23 },
      { day: '2026-11-21', hours: 0b11 },
    ])
    expect(hoursNeeded(toInstant('2027-03-28', 30), toInstant('2027-03-28', 150))).toEqual([
      { day: '2027-03-28', hours: 0b101 },
    ])
  })

  test('a free job has every hour it needs', () => {
    const anyStay = fc.tuple(fc.nat(30), fc.nat(47), fc.integer({ min: 1, max: 20 }))
    fc.assert(
      fc.property(anyStay, ([days, half, length]) => {
        const job = stay(addDays('2026-11-14', days), half * 30, length * 30)
        const hasAll = hoursNeeded(job.start, job.end).every(
          ({ day, hours }) => (availableHours(week, day) & hours) === hours,
        )
        expect(hasAll).toBe(isFree(week, job, drive))
      }),
    )
  })

  test('flags and masks are one thing', () => {
    fc.assert(
      fc.property(fc.nat(ALL_HOURS), (mask) => {
        expect(maskOfFlags(flagsOfMask(mask))).toBe(mask)
      }),
    )
    expect(maskOfFlags(Array.from({ length: 30 }, () => true))).toBe(ALL_HOURS)
  })
})

describe('the wire', () => {
  test.each([
    ['08:00', 480],
    ['08:30:00', 510],
    ['24:00', 1440],
    ['23:59:59', 1440],
    ['23:59', 1440],
    ['23:58', 1438],
    ['later', undefined],
  ])('an end time of %s is minute %s', (text, minute) => expect(endMinuteFromWire(text)).toBe(minute))

  test('start times, days and times going out', () => {
    expect([startMinuteFromWire('00:00'), startMinuteFromWire('23:59:59'), startMinuteFromWire('24:00')]).toEqual([
      0,
      1439,
      undefined,
    ])
    expect(['0', '1', '6', '7', '8', '', '01', 'constructor'].map(dayOfWeekFromWire)).toEqual([
      7,
      1,
      6,
      7,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect([timeToWire(0), timeToWire(510), timeToWire(1440)]).toEqual(['00:00:00', '08:30:00', '23:59:59'])
  })
})

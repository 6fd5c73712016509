import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addTimeStrings,
  formatDuration,
  minutesOfTimeString,
  roundUpToHalfHour,
  selectableDurations,
  timeString,
} from './duration.ts'
import { icalendar } from './icalendar.ts'
import {
  addDays,
  ALL_HOURS,
  dayOfWeek,
  daysBetween,
  daysFromTo,
  endOfDay,
  formatDateUk,
  formatDay,
  formatDayLong,
  formatMonth,
  formatDayTime,
  formatTime,
  halfHoursOfDay,
  hourMask,
  isHalfHour,
  isRealDay,
  localPieces,
  minutesInDay,
  nextHalfHour,
  parseDateUk,
  parseTime,
  startOfDay,
  startOfWeek,
  toInstant,
  toLocal,
  clockChangeAt,
  repeatedTimeText,
  skippedTimeText,
} from './local-time.ts'

const spring = '2027-03-28'
const autumn = '2026-10-25'
const firstMinute = Date.UTC(2020, 0, 1) / 60_000
const lastMinute = Date.UTC(2041, 0, 1) / 60_000
const anyInstant = fc.integer({ min: firstMinute, max: lastMinute }).map((minute) => new Date(minute * 60_000))

const intl = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  weekday: 'long',
  hourCycle: 'h23',
})

/** Parses the whole text: `formatToParts` takes three times as long, and there are 184,000 hours. */
function byIntl(instant: Date) {
  const text = intl.format(instant)
  const [, weekday, date, month, year, hour, minute] =
    /^(\w+),? (\d\d)\/(\d\d)\/(\d{4}),? (\d\d):(\d\d)$/.exec(text) ?? []
  return { day: `${year}-${month}-${date}`, minute: Number(hour) * 60 + Number(minute), weekday }
}

describe('the offset of London', () => {
  it('agrees with the time zone data for every hour of every day from 2020 to 2040', () => {
    let wrong = 0
    for (let minute = firstMinute; minute < lastMinute; minute += 60) {
      const instant = new Date(minute * 60_000)
      const expected = byIntl(instant)
      const got = toLocal(instant)
      if (got.day !== expected.day || got.minute !== expected.minute) wrong += 1
    }
    expect(wrong).toBe(0)
  })

  it('agrees minute by minute around every clock change', () => {
    for (let year = 2020; year <= 2040; year += 1)
      for (const month of [2, 9])
        for (let day = 25; day <= 31; day += 1)
          for (let minute = 50; minute < 70; minute += 1) {
            const instant = new Date(Date.UTC(year, month, day, 0, minute))
            const { day: localDay, minute: localMinute } = byIntl(instant)
            expect(toLocal(instant)).toEqual({ day: localDay, minute: localMinute })
          }
  })

  it('every day has its weekday, its length and its midnight', () => {
    for (const day of daysFromTo('2020-01-01', '2040-12-31')) {
      const start = startOfDay(day)
      expect(byIntl(start)).toMatchObject({ day, minute: 0, weekday: formatDayLong(day).split(' ')[0] })
      expect(endOfDay(day).getTime() - start.getTime()).toBe(minutesInDay(day) * 60_000)
    }
  })
})

describe('toInstant', () => {
  it.each([
    ['2026-11-20', 510, '2026-11-20T08:30:00.000Z'],
    ['2026-07-20', 510, '2026-07-20T07:30:00.000Z'],
    ['2026-07-20', 0, '2026-07-19T23:00:00.000Z'],
    ['2026-07-20', 1440, '2026-07-20T23:00:00.000Z'],
    [spring, 59, '2027-03-28T00:59:00.000Z'],
    [spring, 60, '2027-03-28T01:00:00.000Z'],
    [spring, 90, '2027-03-28T01:30:00.000Z'],
    [spring, 119, '2027-03-28T01:59:00.000Z'],
    [spring, 120, '2027-03-28T01:00:00.000Z'],
    [autumn, 60, '2026-10-25T00:00:00.000Z'],
    [autumn, 119, '2026-10-25T00:59:00.000Z'],
    [autumn, 120, '2026-10-25T02:00:00.000Z'],
    [autumn, 1440, '2026-10-26T00:00:00.000Z'],
  ])('%s at minute %i is %s', (day, minute, iso) => expect(toInstant(day, minute).toISOString()).toBe(iso))

  it.each([
    [spring, 59, null],
    [spring, 60, 'skipped'],
    [spring, 90, 'skipped'],
    [spring, 119, 'skipped'],
    [spring, 120, null],
    [autumn, 59, null],
    [autumn, 60, 'repeated'],
    [autumn, 90, 'repeated'],
    [autumn, 119, 'repeated'],
    [autumn, 120, null],
    ['2026-11-20', 90, null],
    ['2026-11-20', 1439, null],
  ])('%s at minute %i is %s', (day, minute, change) => {
    expect(clockChangeAt(day, minute)).toBe(change)
  })

  it('says in words what a clock change makes of a time', () => {
    expect(skippedTimeText(spring, 90)).toBe(
      'On Sunday 28 March 2027 the clocks go forward at 01:00, so 01:30 doesn’t exist. Choose 02:00 or later.',
    )
    expect(repeatedTimeText('2027-10-31', 60)).toBe(
      'On Sunday 31 October 2027 the clocks go back, and 01:00 comes twice: this is the first.',
    )
  })

  it('a time in the spring gap is shown one hour later', () => {
    expect(toLocal(toInstant(spring, 90))).toEqual({ day: spring, minute: 150 })
  })

  it('comes back as it went in, but for the hour that spring skips', () => {
    fc.assert(
      fc.property(anyInstant.map(toLocal), ({ day, minute }) => {
        expect(toLocal(toInstant(day, minute))).toEqual({ day, minute })
      }),
      { numRuns: 5000 },
    )
  })
})

describe('days', () => {
  it.each([
    ['2026-11-20', true],
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2100-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-04-31', false],
    ['0026-04-30', false],
    ['3026-04-30', true],
    ['9998-12-31', true],
    ['9999-01-01', false],
    ['2026-4-30', false],
    ['2026-04-30T00:00', false],
    ['', false],
  ])('%s is real: %s', (text, real) => expect(isRealDay(text)).toBe(real))

  it('are added and subtracted across years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2)
    expect(daysBetween('2027-03-29', '2027-03-27')).toBe(-2)
    expect(daysFromTo('2026-12-30', '2027-01-01')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
    expect(daysFromTo('2027-01-02', '2027-01-01')).toEqual([])
    expect(dayOfWeek('2026-11-20')).toBe(5)
    expect(dayOfWeek('2026-11-22')).toBe(7)
    expect(startOfWeek('2026-11-22')).toBe('2026-11-16')
    expect(startOfWeek('2026-11-16')).toBe('2026-11-16')
    expect([minutesInDay(spring), minutesInDay(autumn), minutesInDay('2026-11-20')]).toEqual([1380, 1500, 1440])
  })

  it('adding days is undone by subtracting them', () => {
    const day = fc.integer({ min: -10_000, max: 20_000 }).map((days) => addDays('2020-01-01', days))
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
        const to = addDays(from, days)
        expect(isRealDay(to)).toBe(true)
        expect(daysBetween(from, to)).toBe(days)
        expect(addDays(to, -days)).toBe(from)
        expect(to > from).toBe(days > 0)
      }),
    )
  })
})

describe('localPieces', () => {
  it.each([
    ['within a day', '2026-11-20T08:30:00Z', '2026-11-20T15:00:00Z', [['2026-11-20', 510, 900]]],
    [
      'over midnight',
      '2026-11-20T23:00:00Z',
      '2026-11-21T01:00:00Z',
      [
        ['2026-11-20', 1380, 1440],
        ['2026-11-21', 0, 60],
      ],
    ],
    ['to midnight', '2026-07-20T22:00:00Z', '2026-07-20T23:00:00Z', [['2026-07-20', 1380, 1440]]],
    [
      'over the spring gap',
      '2027-03-28T00:30:00Z',
      '2027-03-28T01:30:00Z',
      [
        [spring, 30, 60],
        [spring, 120, 150],
      ],
    ],
    [
      'over the repeated hour',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:10:00Z',
      [
        [autumn, 90, 120],
        [autumn, 60, 70],
      ],
    ],
    ['nothing', '2026-11-20T08:30:00Z', '2026-11-20T08:30:00Z', []],
    ['backwards', '2026-11-20T08:30:00Z', '2026-11-20T07:30:00Z', []],
    ['begun minutes', '2026-11-20T08:30:59Z', '2026-11-20T08:31:01Z', [['2026-11-20', 510, 512]]],
  ])('%s', (_name, start, end, pieces) => {
    expect(localPieces(new Date(start), new Date(end))).toEqual(
      pieces.map(([day, fromMinute, toMinute]) => ({ day, fromMinute, toMinute })),
    )
  })

  it('pieces are as long as the time, and each minute has its piece', () => {
    fc.assert(
      fc.property(anyInstant, fc.nat(4000), (start, minutes) => {
        const pieces = localPieces(start, new Date(start.getTime() + minutes * 60_000))
        const shown = pieces.flatMap(({ day, fromMinute, toMinute }) =>
          Array.from({ length: toMinute - fromMinute }, (_, index) => `${day} ${fromMinute + index}`),
        )
        const expected = Array.from({ length: minutes }, (_, index) => {
          const { day, minute } = toLocal(new Date(start.getTime() + index * 60_000))
          return `${day} ${minute}`
        })
        expect(shown).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })
})

describe('hours and times', () => {
  it.each([
    [0, 1440, ALL_HOURS],
    [0, 60, 1],
    [59, 61, 3],
    [1380, 1440, 1 << 23],
    [510, 600, 0b11 << 8],
    [60, 60, 0],
    [120, 60, 0],
    [-60, 30, 1],
    [1400, 2000, 1 << 23],
  ])('minutes %i to %i touch mask %i', (from, to, mask) => expect(hourMask(from, to)).toBe(mask))

  it.each([
    ['00:00', 0],
    ['08:30', 510],
    ['08:30:59', 510],
    ['24:00', 1440],
    ['24:00:00', 1440],
  ])('%s is minute %i', (text, minute) => expect(parseTime(text)).toBe(minute))

  it.each(['8:30', '24:01', '24:00:01', '12:60', '12:00:60', '25:00', 'ab:cd', ''])('%s is no time', (text) =>
    expect(parseTime(text)).toBeUndefined(),
  )

  it('are listed by half hours', () => {
    expect(halfHoursOfDay()).toHaveLength(48)
    expect(halfHoursOfDay().every(isHalfHour)).toBe(true)
    expect(isHalfHour(45)).toBe(false)
    expect(nextHalfHour(new Date('2026-11-20T08:30:00Z')).toISOString()).toBe('2026-11-20T08:30:00.000Z')
    expect(nextHalfHour(new Date('2026-11-20T08:30:01Z')).toISOString()).toBe('2026-11-20T09:00:00.000Z')
  })
})

it('are written as on a screen', () => {
  expect(formatDay('2026-03-14')).toBe('Sat 14 March')
  expect(formatDay('2027-01-01')).toBe('Fri 1 January')
  expect(formatDayLong('2027-03-14')).toBe('Sunday 14 March 2027')
  expect(formatMonth('2026-02')).toBe('February 2026')
  expect(formatTime(510)).toBe('08:30')
  expect(formatTime(1440)).toBe('24:00')
  expect(formatDayTime(new Date('2026-07-18T07:30:00Z'))).toBe('Sat 18 July, 08:30')
  expect(formatDateUk('2027-03-14')).toBe('14/03/2027')
  expect(parseDateUk('14/03/2027')).toBe('2027-03-14')
  expect(parseDateUk('31/02/2027')).toBeUndefined()
  expect(parseDateUk('1/2/2027')).toBeUndefined()
})

describe('durations', () => {
  describe('time strings', () => {
    it.each([
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

    it.each([
      [['00:45:00', '00:30:00'], '01:15:00'],
      [['23:59:59', '00:00:01'], '24:00:00'],
      [['00:59:59', '00:59:59', '00:00:02'], '02:00:00'],
      [['oops', '01:00:00'], '01:00:00'],
      [[], '00:00:00'],
    ])('%j add up to %s', (texts, sum) => expect(addTimeStrings(...texts)).toBe(sum))

    it('there and back, and sums of strings are sums of minutes', () => {
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
    it.each([
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

    it('never down, never by half an hour, never twice', () => {
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

    it('a whole hour offers itself and half an hour more, a half hour only itself', () => {
      expect(selectableDurations(95)).toEqual([120, 150])
      expect(selectableDurations(65)).toEqual([90])
      expect(selectableDurations(0)).toEqual([0, 30])
    })

    it('up to a most, each hour offers the same, and nothing above the most', () => {
      expect(selectableDurations(20, 95)).toEqual([30, 60, 90])
      expect(selectableDurations(30, 120)).toEqual([30, 60, 90, 120])
      expect(selectableDurations(95, 60)).toEqual([])
    })
  })

  it.each([
    [0, '0 min'],
    [45, '45 min'],
    [60, '1 h'],
    [390, '6 h 30 min'],
    [1505, '25 h 5 min'],
  ])('%i minutes read "%s"', (minutes, text) => expect(formatDuration(minutes)).toBe(text))
})

describe('a calendar file', () => {
  const now = new Date('2026-11-20T09:00:00.500Z')
  const feed = (more: Parameters<typeof icalendar>[0]['events']) => icalendar({ name: 'Sam, Van 1', events: more, now })

  it('has times in UTC and whole days to the day after', () => {
    const text = feed([
      {
        uid: 'a',
        summary: 'E17 to BN1',
        when: { start: new Date('2026-11-28T09:00:00Z'), end: new Date('2026-11-28T15:30:00Z') },
      },
      { uid: 'b', summary: 'Vacation', when: { startDay: '2026-12-31', endDay: '2027-01-01' } },
    ])
    expect(text.split('\r\n')).toEqual(
      expect.arrayContaining([
        'DTSTART:20261128T090000Z',
        'DTEND:20261128T153000Z',
        'DTSTART;VALUE=DATE:20261231',
        'DTEND;VALUE=DATE:20270102',
        String.raw`X-WR-CALNAME:Sam\, Van 1`,
        'DTSTAMP:20261120T090000Z',
      ]),
    )
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  it('lets no text begin another line', () => {
    const text = feed([
      {
        uid: 'a',
        summary: 'x\r\nEND:VEVENT\nATTACH:https://evil.example\u0000',
        when: { startDay: '2026-12-01', endDay: '2026-12-01' },
      },
    ])
    expect(text.match(/^END:VEVENT/gm)).toHaveLength(1)
    expect(text).not.toMatch(/^ATTACH/m)
    expect(text).toContain(String.raw`SUMMARY:x\nEND:VEVENT\nATTACH:https://evil.example`)
  })

  it('folds long lines at 75 bytes without cutting a character', () => {
    const text = feed([{ uid: 'a', summary: 'é'.repeat(100), when: { startDay: '2026-12-01', endDay: '2026-12-01' } }])
    for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'é'.repeat(100)}`)
  })
})

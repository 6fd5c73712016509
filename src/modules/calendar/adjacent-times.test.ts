import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMinutes,
  dayOfWeek,
  daysFromTo,
  endOfDay,
  hourMask,
  localPieces,
  minutesInDay,
  startOfDay,
  type DayOfWeek,
} from '#shared/local-time.ts'
import { casesOf } from '#test/support/cases.ts'
import { endMinuteFromWire, hoursNeeded, timeToWire, reasonNotFree, type ProviderCalendar, type Stay } from './rules.ts'

const WEEKDAYS: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 7]
const roundTheClock = WEEKDAYS.map((dayOfWeek) => ({ dayOfWeek, startMinute: 0, endMinute: 1440, dayOff: false }))
const nowhere = { startPlace: 0, endPlace: 0, drivingMinutes: 0, dutyMinutes: 0 }
const noDrive = () => 0

type Calendar = ProviderCalendar<number>
const working = (more: Partial<Calendar>): Calendar => ({
  businessDays: roundTheClock,
  availability: [],
  vacations: [],
  holds: [],
  ...more,
})
const stay = (start: Date, minutes: number): Stay<number> => ({ ...nowhere, start, end: addMinutes(start, minutes) })

let seed = 59
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}

/** Minute by minute: whether any belongs to both. */
function shareAMinute(aFrom: number, aMinutes: number, bFrom: number, bMinutes: number): boolean {
  for (let minute = aFrom; minute < aFrom + aMinutes; minute += 1)
    if (minute >= bFrom && minute < bFrom + bMinutes) return true
  return false
}

const PAIRS = casesOf(34_000, 340_000)

describe('T-059: two times', () => {
  // Two days each: an ordinary midnight, and the nights on which the clocks change.
  test.each(['2026-11-20', '2026-10-24', '2027-03-27'])(
    `are in each other’s way where they share a minute, and only there: ${PAIRS} random pairs from %s on`,
    (day) => {
      const from = startOfDay(day)
      const instants = Array.from({ length: 3 * 1440 }, (_, minute) => addMinutes(from, minute))
      const hold = { ...nowhere, start: from, end: from }
      const job = { ...nowhere, start: from, end: from }
      const calendar = working({ holds: [hold] })
      const wrong: unknown[] = []
      let touching = 0
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const [heldMinutes, minutes] = [1 + random(90), 1 + random(90)]
        const heldFrom = random(2880)
        // One in four begins or ends where the other ends or begins.
        const kind = random(8)
        const start = kind === 0 ? heldFrom + heldMinutes : kind === 1 ? heldFrom - minutes : random(2880)
        if (start < 0) continue
        hold.start = instants[heldFrom] ?? from
        hold.end = instants[heldFrom + heldMinutes] ?? from
        job.start = instants[start] ?? from
        job.end = instants[start + minutes] ?? from
        if (hold.end === job.start || job.end === hold.start) touching += 1
        const expected = shareAMinute(start, minutes, heldFrom, heldMinutes) ? 'busy' : null
        const reason = reasonNotFree(calendar, job, noDrive)
        if (reason !== expected) wrong.push({ hold: { ...hold }, job: { ...job }, told: reason, expected })
      }
      expect(wrong.slice(0, 3)).toEqual([])
      expect(touching).toBeGreaterThan(0.117 * PAIRS)
    },
  )

  test('that meet at midnight are both possible on every day of 2020 to 2040', () => {
    const wrong: string[] = []
    for (const day of daysFromTo('2020-01-01', '2040-12-31')) {
      const midnight = endOfDay(day)
      const [before, after] = [stay(addMinutes(midnight, -120), 120), stay(midnight, 90)]
      if (reasonNotFree(working({ holds: [before] }), after, noDrive) !== null) wrong.push(`${day}: after`)
      if (reasonNotFree(working({ holds: [after] }), before, noDrive) !== null) wrong.push(`${day}: before`)
      const late = stay(addMinutes(midnight, -1), 60)
      if (reasonNotFree(working({ holds: [before] }), late, noDrive) !== 'busy') wrong.push(`${day}: a minute early`)
    }
    expect(wrong).toEqual([])
  })
})

describe('T-059: every day of 2020 to 2040', () => {
  const days = daysFromTo('2020-01-01', '2040-12-31')

  test('has its pieces end at 24:00, however long it is', () => {
    const wrong: unknown[] = []
    for (const day of days) {
      const pieces = localPieces(startOfDay(day), endOfDay(day))
      const minutes = pieces.reduce((sum, { fromMinute, toMinute }) => sum + toMinute - fromMinute, 0)
      const isWhole = pieces[0]?.fromMinute === 0 && pieces.at(-1)?.toMinute === 1440 && minutes === minutesInDay(day)
      const isSplit = pieces.length === (minutesInDay(day) === 1440 ? 1 : 2)
      if (!isWhole || !isSplit || pieces.some((piece) => piece.day !== day)) wrong.push({ day, pieces })
    }
    expect(wrong).toEqual([])
  })

  test('lets a job end at 24:00 where the next day is off, and not a minute later', () => {
    const wrong: string[] = []
    for (const day of days) {
      const only = working({ businessDays: roundTheClock.filter((entry) => entry.dayOfWeek === dayOfWeek(day)) })
      const evening = stay(addMinutes(endOfDay(day), -120), 120)
      const needed = hoursNeeded(evening.start, evening.end)
      if (needed.length !== 1 || needed[0]?.day !== day || needed[0].hours !== hourMask(1320, 1440))
        wrong.push(`${day}: hours`)
      if (reasonNotFree(only, evening, noDrive) !== null) wrong.push(`${day}: to 24:00`)
      if (reasonNotFree(only, stay(evening.start, 121), noDrive) !== 'day_off') wrong.push(`${day}: past 24:00`)
      const morning = stay(startOfDay(day), 120)
      if (reasonNotFree(only, morning, noDrive) !== null) wrong.push(`${day}: from 00:00`)
      const early = stay(addMinutes(startOfDay(day), -1), 60)
      if (reasonNotFree(only, early, noDrive) !== 'day_off') wrong.push(`${day}: before 00:00`)
    }
    expect(wrong).toEqual([])
  })

  test('ends where a vacation from the next day on begins, and where one to the day before ends', () => {
    const wrong: string[] = []
    for (const day of days) {
      const [before, after] = [addDays(day, -1), addDays(day, 1)]
      const between = working({
        vacations: [
          { startDay: addDays(day, -9), endDay: before },
          { startDay: after, endDay: addDays(day, 9) },
        ],
      })
      const fullDay = stay(startOfDay(day), minutesInDay(day))
      if (reasonNotFree(between, fullDay, noDrive) !== null) wrong.push(day)
      const longer = [stay(fullDay.start, minutesInDay(day) + 1), stay(addMinutes(fullDay.start, -1), 2)]
      if (longer.some((job) => reasonNotFree(between, job, noDrive) !== 'vacation')) wrong.push(`${day}: longer`)
    }
    expect(wrong).toEqual([])
  })

  test('goes out as 23:59:59 and comes back as 24:00', () => {
    expect([timeToWire(1440), endMinuteFromWire('23:59:59'), endMinuteFromWire('24:00')]).toEqual([
      '23:59:59',
      1440,
      1440,
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { addMinutes, toInstant } from '#shared/local-time.ts'
import {
  breaksIn,
  clockAtEndOf,
  clockAtStartOf,
  fitsDriversDay,
  isWithinDriversHours,
  type DayJob,
} from './drivers-hours-rules.ts'

// GOV.UK, "Drivers' hours: GB domestic rules": 10 hours of daily driving, 11 hours of daily duty.
describe('the limits of a day', () => {
  test.each([
    [600, 660, true],
    [601, 660, false],
    [600, 661, false],
    [0, 0, true],
  ])('%i minutes of driving in %i of duty: %s', (drivingMinutes, dutyMinutes, isWithin) =>
    expect(isWithinDriversHours({ drivingMinutes, dutyMinutes })).toBe(isWithin),
  )
})

// Decisions §11: 30 minutes per 5½ hours of duty.
test.each([
  [0, 0],
  [330, 0],
  [331, 1],
  [660, 1],
  [661, 2],
])('%i minutes of work have %i breaks', (minutes, breaks) => expect(breaksIn(minutes)).toBe(breaks))

test('a break lies between the work before it and the work after it', () => {
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

  test.each([
    ['nothing else', [], true],
    ['seven hours before it', [job(friday, 360, { dutyMinutes: 420 })], true],
    ['a minute more', [job(friday, 360, { dutyMinutes: 421 })], false],
    ['seven hours of which the drive between takes one', [job(friday, 360, { dutyMinutes: 361, endPlace: 60 })], false],
    ['the same after it, with the drive there', [job(friday, 1200, { dutyMinutes: 361, startPlace: 60 })], false],
    ['two jobs, one before and one after', [job(friday, 60), job(friday, 1200, { dutyMinutes: 181 })], false],
    ['nine hours at the wheel', [job(friday, 360, { drivingMinutes: 540, dutyMinutes: 400 })], true],
    ['a minute more at the wheel', [job(friday, 360, { drivingMinutes: 541, dutyMinutes: 400 })], false],
    ['a long job the day before', [job('2026-11-19', 840, { dutyMinutes: 660 })], true],
    ['a long job that begins at midnight after it', [job('2026-11-21', 0, { dutyMinutes: 660 })], true],
  ])('%s', (_name, others, expected) => expect(fits(others, job(friday, 720))).toBe(expected))

  test('is of the local day, also where the clocks change', () => {
    // 23:30 UTC on Saturday 24 October is half past midnight on Sunday: summer time ends only at two.
    const atHalfPastMidnight = { ...job(friday, 0), start: new Date('2026-10-24T23:30:00Z') }
    expect(fits([atHalfPastMidnight], job('2026-10-25', 1410, { dutyMinutes: 421 }))).toBe(false)
    expect(fits([atHalfPastMidnight], job('2026-10-24', 720, { dutyMinutes: 421 }))).toBe(true)
  })

  test('alone too long, it fits no day', () => {
    expect(fits([], job(friday, 360, { dutyMinutes: 661 }))).toBe(false)
    expect(fits([], { ...job(friday, 360), start: addMinutes(toInstant(friday), 1) })).toBe(true)
  })
})

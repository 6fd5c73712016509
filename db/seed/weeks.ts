import { ALL_HOURS, addDays, hourMask, type LocalDay } from '#shared/local-time.ts'
import type { Random } from './random.ts'

export type Hours = readonly [startMinute: number, endMinute: number] | null

export interface SeedWeek {
  /** Monday first. */
  days: Hours[]
  vacations: { startDay: LocalDay; endDay: LocalDay }[]
  /** Hours taken away from single days. */
  taken: { day: LocalDay; freeHours: number }[]
}

const at = (from: number, to: number): Hours => [from * 60, to * 60]
const week = (weekday: Hours, saturday: Hours, sunday: Hours): Hours[] => [
  ...Array.from({ length: 5 }, () => weekday),
  saturday,
  sunday,
]

/** Weeks as people who drive for a living keep them, with how usual each is. */
const FULL_TIME: readonly (readonly [Hours[], number])[] = [
  [week(at(8, 18), at(8, 18), null), 26],
  [week(at(7, 19), at(7, 19), null), 24],
  [week(at(7, 20), at(7, 20), at(8, 18)), 18],
  [week(at(8, 18), at(8, 14), null), 10],
  [week(at(8, 19), at(8, 19), at(9, 16)), 10],
  [[null, ...week(at(8, 18), at(8, 18), at(8, 18)).slice(1)], 6],
  [week(at(0, 24), at(0, 24), at(0, 24)), 4],
  [week(at(8, 17.5), null, null), 4],
]
/** A second trade: evenings and weekends. */
const PART_TIME: readonly (readonly [Hours[], number])[] = [
  [week(at(17, 22), at(7, 20), at(8, 20)), 3],
  [week(null, at(7, 20), at(8, 18)), 1],
]

/** Monday to Saturday, nothing taken off. */
export const SETTLED_WEEK: SeedWeek = { days: week(at(7, 19), at(7, 19), null), vacations: [], taken: [] }

export function makeWeek(random: Random, isPartTime: boolean, today: LocalDay): SeedWeek {
  return {
    days: random.weighted(isPartTime ? PART_TIME : FULL_TIME),
    vacations: makeVacations(random, today),
    taken: makeTakenHours(random, today),
  }
}

/** A driver who is away now, or one who has booked a week or two of the next half year. */
function makeVacations(random: Random, today: LocalDay): SeedWeek['vacations'] {
  const firstDay = random.weighted([
    [random.int(-4, 0), 3],
    [random.int(10, 170), 35],
    [undefined, 62],
  ])
  if (firstDay === undefined) return []
  const startDay = addDays(today, firstDay)
  return [{ startDay, endDay: addDays(startDay, random.pick([4, 6, 6, 9, 13]) - 1) }]
}

/** Dentist, school run, a van at the garage: a morning, an afternoon or a whole day. */
function makeTakenHours(random: Random, today: LocalDay): SeedWeek['taken'] {
  const days = new Set(
    Array.from(
      {
        length: random.weighted([
          [0, 4],
          [1, 3],
          [2, 2],
          [4, 1],
        ]),
      },
      () => random.int(1, 28),
    ),
  )
  return [...days].map((ahead) => {
    const gone = random.weighted([
      [hourMask(0, 12 * 60), 3],
      [hourMask(13 * 60, 24 * 60), 3],
      [hourMask(9 * 60, 11 * 60), 3],
      [ALL_HOURS, 1],
    ])
    return { day: addDays(today, ahead), freeHours: ALL_HOURS & ~gone }
  })
}

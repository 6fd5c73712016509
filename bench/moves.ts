import { helpLevelsFor, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import type { TablePlace } from '#modules/geo/outcodes/rules.ts'
import { haversineMetres } from '#shared/distance.ts'
import { addDays, dayOfWeek, formatTime, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { randomOf, type Random } from '../db/seed/random.ts'
import { FIRST_DAYS, places, VANS, type FillMode } from './unit-rows.ts'

export interface BenchMove {
  routePoints: { number: number; postcode: string; stairs: number; date?: LocalDay; time?: string }[]
  items: []
  manPower: HelpLevel
  vanCategory: VanCategory
}

/** Bodies for findQuotes: short moves all over Great Britain, on working days of the next fortnight. */
export function randomMoves(
  count: number,
  mode: FillMode,
  today = localDayOf(new Date()),
  seed = 'moves',
): BenchMove[] {
  const random = randomOf(`${seed} ${mode}`)
  return Array.from({ length: count }, () => randomMove(random, mode, today))
}

function randomMove(random: Random, mode: FillMode, today: LocalDay): BenchMove {
  const vanCategory = mode === 'fixed' ? random.weighted(VANS) : 'large_van'
  const pickUp = random.pick(places)
  const near = nearest(pickUp).slice(0, 20)
  let date = addDays(today, random.int(2, FIRST_DAYS))
  if (dayOfWeek(date) === 7) date = addDays(date, -1)
  return {
    routePoints: [
      {
        number: 0,
        postcode: `${pickUp.code} 1AA`,
        stairs: random.int(0, 3),
        date,
        time: formatTime(480 + 30 * random.int(0, 6)),
      },
      { number: 1, postcode: `${random.pick(near).code} 2BB`, stairs: random.int(0, 3) },
    ],
    items: [],
    manPower: random.pick(helpLevelsFor(vanCategory).slice(0, 3)),
    vanCategory,
  }
}

const nearestTo = new Map<string, TablePlace[]>()

/** The places around one, itself not among them. */
function nearest(place: TablePlace): TablePlace[] {
  const known = nearestTo.get(place.code)
  if (known) return known
  const sorted = places
    .filter(({ code }) => code !== place.code)
    .map((other) => ({ other, metres: haversineMetres(place, other) }))
    .sort((a, b) => a.metres - b.metres)
    .slice(0, 20)
    .map(({ other }) => other)
  nearestTo.set(place.code, sorted)
  return sorted
}

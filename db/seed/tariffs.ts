import { HELP_LEVELS, helpLevelsFor, VAN_CATEGORIES, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import type { MinuteRange } from '#modules/pricing/road-charges/rules.ts'
import type { Random } from './random.ts'
import type { PriceRegion } from './regions.ts'

export interface SeedTariff {
  rates: { van: VanCategory; help: HelpLevel; pencePerHour: number }[]
  minimumMinutes: number
  minimumMinutesTwoPorters: number
  includedMiles: number
  pencePerMile: number
  standardHours: (MinuteRange | null)[]
  outOfHoursPercent: number
  waitingPencePerHalfHour: number
  freeWaitingMinutes: number
}

type RateCard = Record<VanCategory, readonly (number | null)[]>

/** Pounds an hour by help level (field.md 3.1). */
const OUTSIDE_LONDON: RateCard = {
  small_van: [35, 40, 54, null],
  medium_van: [38, 44, 60, 78],
  large_van: [43, 49, 65, 83],
  luton_van: [50, 56, 72, 90],
}
const INNER_LONDON: RateCard = {
  small_van: [42, 48, 64, null],
  medium_van: [47, 54, 70, 90],
  large_van: [53, 60, 78, 98],
  luton_van: [60, 68, 86, 108],
}

/** How far into the London card a region is, and what its prices are to that. */
const REGIONS: Record<PriceRegion, { london: number; factor: number }> = {
  inner_london: { london: 1, factor: 1 },
  outer_london: { london: 0.6, factor: 1 },
  south: { london: 0, factor: 1.06 },
  middle: { london: 0, factor: 0.99 },
  north: { london: 0, factor: 0.94 },
}

/** No rate is lower: the site says "from £35 per hour". */
const LOWEST_PENCE = 3500

const weekdays = (hours: MinuteRange, saturday: MinuteRange | null, sunday: MinuteRange | null) => [
  ...Array.from({ length: 5 }, () => hours),
  saturday,
  sunday,
]

export function makeTariff(
  random: Random,
  region: PriceRegion,
  vans: ReadonlySet<VanCategory>,
  isVatRegistered: boolean,
): SeedTariff {
  const { london, factor } = REGIONS[region]
  const spread = random.between(-0.12, 0.12) + (isVatRegistered ? 0.03 : 0)
  const level = Math.min(1.15, Math.max(0.85, factor + spread))
  const step = random.weighted([
    [100, 7],
    [50, 3],
  ])
  const rates = VAN_CATEGORIES.filter((van) => vans.has(van)).flatMap((van) =>
    helpLevelsFor(van).flatMap((help) => {
      const index = HELP_LEVELS.indexOf(help)
      const [outside, inside] = [OUTSIDE_LONDON[van][index] ?? 0, INNER_LONDON[van][index] ?? 0]
      const pence = (outside + (inside - outside) * london) * level * 100
      return [{ van, help, pencePerHour: Math.max(LOWEST_PENCE, Math.round(pence / step) * step) }]
    }),
  )
  return {
    rates,
    minimumMinutes: random.weighted([
      [120, 8],
      [60, 1],
      [180, 1],
    ]),
    minimumMinutesTwoPorters: random.weighted([
      [180, 8],
      [240, 2],
    ]),
    includedMiles: random.weighted([
      [10, 5],
      [12, 2],
      [15, 4],
      [5, 1],
      [20, 1],
    ]),
    pencePerMile: random.pick([45, 60, 75, 90, 100, 100, 110, 120, 125, 140, 150]),
    standardHours: random.weighted([
      [weekdays([480, 1080], [480, 1080], null), 5],
      [weekdays([480, 1080], [540, 960], null), 2],
      [weekdays([420, 1140], [420, 1140], null), 2],
      [weekdays([480, 1200], [480, 1200], [600, 960]), 1],
    ]),
    outOfHoursPercent: random.pick([15, 15, 20, 20, 20, 25, 10]),
    waitingPencePerHalfHour: random.pick([1000, 1200, 1250, 1500, 1500, 1800, 2000]),
    freeWaitingMinutes: random.weighted([
      [30, 8],
      [45, 1],
      [60, 1],
    ]),
  }
}

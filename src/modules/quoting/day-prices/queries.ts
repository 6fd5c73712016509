import type { PossibleStart } from '#modules/calendar/rules.ts'
import { vehicleClassOf, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { startKey, startKeysOf } from '#modules/pricing/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { turnsOf } from '#platform/take-turns.ts'
import { startOfDay, toLocal, type LocalDay } from '#shared/local-time.ts'
import { remembered } from '#shared/remembered.ts'
import { findFittingUnits, type FittingUnits } from '../eligible-units/queries.ts'
import type { FreeUnit } from '../unit-availability/queries.ts'
import type { TimedMove } from '../move/queries.ts'
import { tariffFor } from '../queries.ts'

/** The lowest whole price of a day, and a start that has it; null where nobody is free on it. */
export interface DayPrice {
  date: LocalDay
  startAt: string | null
  fromPence: number | null
}

/** Of each day, by every unit that could do the move and every half hour at which it is free. */
export async function findDayPrices(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
  days: readonly LocalDay[],
): Promise<DayPrice[]> {
  return priceDays(await findFittingUnits(ctx, move, charges, days), move, charges, days)
}

/** Starts of a day that cost the same by one tariff, the nearest to the hour asked for first. */
interface StartGroup {
  key: string
  starts: PossibleStart[]
}

interface RankedUnit {
  unit: FreeUnit
  /** What the day would cost at least with it, were it free all day. */
  least: number
  groups: readonly StartGroup[]
}

/**
 * The calendars are only looked at where it matters: units in the order of what they would cost at least on the day, until the next one
 * cannot be cheaper than what was found.
 */
export async function priceDays(
  fitting: FittingUnits,
  move: TimedMove,
  charges: readonly RoadCharge[],
  days: readonly LocalDay[],
): Promise<DayPrice[]> {
  const groupsOf = startGroups(fitting, move, charges)
  const priceOf = groupPrices(fitting)
  const turn = turnsOf()
  const found: DayPrice[] = []
  for (const date of days) {
    const ranked: RankedUnit[] = []
    for (const unit of fitting.units) {
      const groups = groupsOf(unit, date)
      const least = groups.reduce((lowest, group) => Math.min(lowest, priceOf(unit, group)), Infinity)
      if (least < Infinity) ranked.push({ unit, least, groups })
      await turn()
    }
    ranked.sort((a, b) => a.least - b.least || (a.unit.id < b.unit.id ? -1 : 1))
    let best: { fromPence: number; start: PossibleStart } | undefined
    for (const { unit, least, groups } of ranked) {
      if (best && least >= best.fromPence) break
      best = cheapestOf(fitting, unit, groups, priceOf, best?.fromPence ?? Infinity) ?? best
      await turn()
    }
    found.push({ date, startAt: best?.start.start.toISOString() ?? null, fromPence: best?.fromPence ?? null })
  }
  return found
}

/** The cheapest start at which a unit is free for less than that. */
function cheapestOf(
  { isFree }: FittingUnits,
  unit: FreeUnit,
  groups: readonly StartGroup[],
  priceOf: (unit: FreeUnit, group: StartGroup) => number,
  below: number,
): { fromPence: number; start: PossibleStart } | undefined {
  const inOrder = groups
    .map(({ starts, ...group }) => ({ starts, fromPence: priceOf(unit, { starts, ...group }) }))
    .filter(({ fromPence }) => fromPence < below)
    .sort((a, b) => a.fromPence - b.fromPence)
  for (const { starts, fromPence } of inOrder) {
    const start = starts.find((one) => isFree(unit, one))
    if (start) return { fromPence, start }
  }
  return undefined
}

/** Worked out once for all units whose prices depend on the start in the same way. */
function startGroups({ startsOn, jobAt }: FittingUnits, move: TimedMove, charges: readonly RoadCharge[]) {
  const minuteAsked = toLocal(move.start).minute
  const known = new Map<string, readonly StartGroup[]>()
  const kindOf = remembered((unit: FreeUnit) => {
    const tariff = tariffFor(unit, move)
    const keys = startKeysOf(tariff, jobAt(move.start, unit.trips))
    return { tariff, text: `${unit.trips} ${vehicleClassOf(unit.van)} ${keys}` }
  })
  return (unit: FreeUnit, date: LocalDay): readonly StartGroup[] => {
    const { tariff, text } = kindOf(unit)
    const groups = known.get(`${date} ${text}`) ?? groupsOn(unit, tariff, date)
    known.set(`${date} ${text}`, groups)
    return groups
  }

  function groupsOn({ trips, van }: FreeUnit, tariff: ReturnType<typeof tariffFor>, date: LocalDay): StartGroup[] {
    const asked = startOfDay(date).getTime() + minuteAsked * 60_000
    const distance = ({ start }: PossibleStart) => Math.abs(start.getTime() - asked)
    const starts = startsOn(date, trips).toSorted((a, b) => distance(a) - distance(b))
    const byKey = Map.groupBy(starts, ({ start }) => startKey(tariff, van, jobAt(start, trips), charges))
    return [...byKey].map(([key, of]) => ({ key, starts: of }))
  }
}

/** One start stands for its whole group, on whatever day. */
function groupPrices({ priceAt }: FittingUnits) {
  const ofUnit = remembered((_unit: FreeUnit) => new Map<string, number>())
  return (unit: FreeUnit, { key, starts: [first] }: StartGroup): number => {
    const known = ofUnit(unit)
    const price = known.get(key) ?? (first && priceAt(unit, first.start)) ?? Infinity
    known.set(key, price)
    return price
  }
}

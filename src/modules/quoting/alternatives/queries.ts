import { VAN_CATEGORIES, type VanCategory } from '#modules/fleet/rules.ts'
import type { PossibleStart } from '#modules/calendar/rules.ts'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { turnsOf } from '#platform/take-turns.ts'
import { addDays, daysBetween, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { priceDays } from '../day-prices/queries.ts'
import { bookableDays, findFittingUnits, type FittingUnits } from '../eligible-units/queries.ts'
import type { FreeUnit } from '../unit-availability/queries.ts'
import { withVan, type TimedMove } from '../move/queries.ts'
import { findOffers, lowestOf } from '../queries.ts'
import { DAYS_AROUND } from '../rules.ts'

/** What to offer if nobody is free: other times, cheaper days, a bigger van. */
export interface Alternatives {
  nearestTimes: { startAt: string; companies: number; fromPence: number }[]
  cheapestDays: { date: string; startAt: string; fromPence: number }[]
  biggerVan: { vanCategory: VanCategory; companies: number; fromPence: number } | null
}

export const noAlternatives: Alternatives = { nearestTimes: [], cheapestDays: [], biggerVan: null }

const mostTimes = 4
const mostTimesOfDay = 2

export async function findAlternatives(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
): Promise<Alternatives> {
  const asked = localDayOf(move.start)
  const days = bookableDays(addDays(asked, -DAYS_AROUND), addDays(asked, DAYS_AROUND), ctx.clock.now())
  const fitting = await findFittingUnits(ctx, move, charges, days)
  return {
    nearestTimes: await nearestTimes(fitting, move, days),
    cheapestDays: cheapestFirst(await priceDays(fitting, move, charges, days), asked),
    biggerVan: await findBiggerVan(ctx, move, charges),
  }
}

/** The times closest to the one asked for, at most two of a day so that there is a choice, each with its cheapest price. */
async function nearestTimes(
  fitting: FittingUnits,
  move: TimedMove,
  days: readonly LocalDay[],
): Promise<Alternatives['nearestTimes']> {
  const ofTrips = startsByTrips(fitting, days)
  const distance = (time: number) => Math.abs(time - move.start.getTime())
  const ofDay = new Map<LocalDay, number>()
  const turn = turnsOf()
  const nearest: Alternatives['nearestTimes'] = []
  for (const { time, day } of ofTrips.times.sort((a, b) => distance(a.time) - distance(b.time))) {
    const count = ofDay.get(day) ?? 0
    if (count === mostTimesOfDay) continue
    const free: FreeUnit[] = []
    for (const unit of fitting.units) {
      const start = ofTrips.at(unit.trips, time)
      if (start && fitting.isFree(unit, start)) free.push(unit)
      await turn()
    }
    if (free.length === 0) continue
    ofDay.set(day, count + 1)
    const at = new Date(time)
    const fromPence = free.reduce((least, unit) => Math.min(least, fitting.priceAt(unit, at) ?? Infinity), Infinity)
    const companies = new Set(free.map(({ company }) => company.id)).size
    nearest.push({ startAt: at.toISOString(), companies, fromPence })
    if (nearest.length === mostTimes) break
  }
  return nearest
}

/** Every half hour of the days, and for each number of trips the time that a job then takes. */
function startsByTrips({ units, startsOn }: FittingUnits, days: readonly LocalDay[]) {
  const trips = [...new Set(units.map((unit) => unit.trips))]
  const known = new Map<number, Map<number, PossibleStart>>(
    trips.map((each) => [
      each,
      new Map(days.flatMap((day) => startsOn(day, each).map((start) => [start.start.getTime(), start] as const))),
    ]),
  )
  const [first] = trips
  const times =
    first === undefined
      ? []
      : days.flatMap((day) => startsOn(day, first).map(({ start }) => ({ time: start.getTime(), day })))
  return { times, at: (each: number, time: number) => known.get(each)?.get(time) }
}

/** The days on which somebody is free, cheapest first; of two at the same price the one nearer to the day asked for. */
function cheapestFirst(days: Awaited<ReturnType<typeof priceDays>>, asked: LocalDay): Alternatives['cheapestDays'] {
  const far = (date: LocalDay) => Math.abs(daysBetween(asked, date))
  return days
    .flatMap(({ date, startAt, fromPence }) =>
      startAt !== null && fromPence !== null ? [{ date, startAt, fromPence }] : [],
    )
    .sort((a, b) => a.fromPence - b.fromPence || far(a.date) - far(b.date) || (a.date < b.date ? -1 : 1))
}

/** The next bigger van in which somebody could do the move at the requested time. */
async function findBiggerVan(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
): Promise<Alternatives['biggerVan']> {
  const bigger = VAN_CATEGORIES.slice(VAN_CATEGORIES.indexOf(move.asked.vanCategory) + 1)
  for (const vanCategory of bigger) {
    const other = withVan(move, vanCategory)
    const offers = other ? (await findOffers(ctx, other, charges)).offers : []
    const fromPence = lowestOf(offers)
    if (fromPence !== null) return { vanCategory, companies: offers.length, fromPence }
  }
  return null
}

import type { PossibleStart } from '#modules/calendar/rules.ts'
import { VAN_CATEGORIES, type VanCategory } from '#modules/fleet/rules.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { type RoadCharge, vehicleClassOf } from '#modules/pricing/road-charges/rules.ts'
import { startKey, startKeysOf } from '#modules/pricing/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { turnsOf } from '#platform/loop-turns.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type FieldErrors, type InputOf } from '#shared/endpoint.ts'
import {
  addDays,
  daysBetween,
  isRealDay,
  lateDayProblem,
  localDayOf,
  startOfDay,
  toLocal,
  type LocalDay,
} from '#shared/local-time.ts'
import { remembered } from '#platform/caches.ts'
import { prepareAssumed, startOnWire } from '../from-price/queries.ts'
import { withVan, type TimedMove } from '../move/queries.ts'
import { findOffers, lowestOf, tariffFor } from '../queries.ts'
import { findPlanDays, needsPlan } from '../plans/queries.ts'
import { DAYS_AROUND } from '../rules.ts'
import type { FreeUnit } from '../schedule/unit-availability-queries.ts'
import { bookableDays, findFittingUnits, type FittingUnits } from '../search/eligible-units-queries.ts'
import { MOST_DAYS, type listDayPrices } from '../from-price/contract.ts'

/** Alternatives if no driver is free: other times, cheaper days, a bigger van. */
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
  const requestedDay = localDayOf(move.start)
  const days = bookableDays(addDays(requestedDay, -DAYS_AROUND), addDays(requestedDay, DAYS_AROUND), ctx.clock.now())
  if (needsPlan(move)) return alternativesOfPlans(await findPlanDays(ctx, move, charges, days), move.start)
  const fitting = await findFittingUnits(ctx, move, charges, days)
  return {
    nearestTimes: await nearestTimes(fitting, move, days),
    cheapestDays: cheapestFirst(await priceDays(fitting, move, charges, days), requestedDay),
    biggerVan: await findBiggerVan(ctx, move, charges),
  }
}

/** Several vans are looked for at the same time of other days. */
function alternativesOfPlans(days: Awaited<ReturnType<typeof findPlanDays>>, start: Date): Alternatives {
  const free = days.flatMap(({ startAt, fromPence, ...day }) =>
    startAt !== null && fromPence !== null ? [{ ...day, startAt, fromPence }] : [],
  )
  const distance = ({ startAt }: { startAt: string }) => Math.abs(new Date(startAt).getTime() - start.getTime())
  return {
    nearestTimes: free
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, mostTimes)
      .map(({ startAt, companies, fromPence }) => ({ startAt, companies, fromPence })),
    cheapestDays: cheapestFirst(
      free.map(({ date, startAt, fromPence }) => ({ date, startAt, fromPence })),
      localDayOf(start),
    ),
    biggerVan: null,
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

/** Days with a free driver, cheapest first; of two at the same price the one nearer to the requested day. */
function cheapestFirst(
  days: Awaited<ReturnType<typeof priceDays>>,
  requestedDay: LocalDay,
): Alternatives['cheapestDays'] {
  const far = (date: LocalDay) => Math.abs(daysBetween(requestedDay, date))
  return days
    .flatMap(({ date, startAt, fromPence }) =>
      startAt !== null && fromPence !== null ? [{ date, startAt, fromPence }] : [],
    )
    .sort((a, b) => a.fromPence - b.fromPence || far(a.date) - far(b.date) || (a.date < b.date ? -1 : 1))
}

/** Finds the next bigger van with a free driver at the requested time. */
async function findBiggerVan(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
): Promise<Alternatives['biggerVan']> {
  const bigger = VAN_CATEGORIES.slice(VAN_CATEGORIES.indexOf(move.request.vanCategory) + 1)
  for (const vanCategory of bigger) {
    const other = withVan(move, vanCategory)
    const offers = other ? (await findOffers(ctx, other, charges)).offers : []
    const fromPence = lowestOf(offers)
    if (fromPence !== null) return { vanCategory, companies: offers.length, fromPence }
  }
  return null
}

/** The lowest whole price of a day, and a start that has it; null if no driver is free on it. */
interface DayPrice {
  date: LocalDay
  startAt: string | null
  fromPence: number | null
}

/** Finds the price of each day, over every unit that could do the move and every half hour at which it is free. */
export async function findDayPrices(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
  days: readonly LocalDay[],
): Promise<DayPrice[]> {
  if (needsPlan(move)) {
    const planned = await findPlanDays(ctx, move, charges, days)
    return planned.map(({ date, startAt, fromPence }) => ({ date, startAt, fromPence }))
  }
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
async function priceDays(
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
    const requestedTime = startOfDay(date).getTime() + minuteAsked * 60_000
    const distance = ({ start }: PossibleStart) => Math.abs(start.getTime() - requestedTime)
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

/** Days that were asked for by a page: of a month, or around the one chosen. */
export async function dayPrices(
  ctx: Ctx,
  { body, query }: InputOf<typeof listDayPrices>,
): Promise<AnswerOf<typeof listDayPrices> | Refusal> {
  const errors = windowProblems(query)
  if (errors) return refuse(commonRefusals.invalid, { errors })
  const prepared = await prepareAssumed(ctx, body, { oneVan: false })
  if (prepared instanceof Refusal) return prepared
  const { move } = prepared
  const requestedDay = localDayOf(move.start)
  const from = query.from ?? (query.to ? addDays(query.to, -2 * DAYS_AROUND) : addDays(requestedDay, -DAYS_AROUND))
  const to = query.to ?? (query.from ? addDays(query.from, 2 * DAYS_AROUND) : addDays(requestedDay, DAYS_AROUND))
  const days = bookableDays(from, to, ctx.clock.now())
  return { ...startOnWire(prepared), days: await findDayPrices(ctx, move, await listRoadCharges(ctx), days) }
}

function windowProblems({ from, to }: InputOf<typeof listDayPrices>['query']): FieldErrors | undefined {
  if (from && !isRealDay(from)) return { from: ['This day does not exist.'] }
  if (to && !isRealDay(to)) return { to: ['This day does not exist.'] }
  if (!from || !to) return undefined
  if (from > to) return { to: ['The last day has to be after the first.'] }
  const late = lateDayProblem(to, addDays(from, MOST_DAYS - 1), `Choose at most ${MOST_DAYS} days, with a last one`)
  return late === undefined ? undefined : { to: [late] }
}

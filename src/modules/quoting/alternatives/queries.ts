import { listUnitCalendars, type HoldPlace } from '#modules/calendar/queries.ts'
import { freeStarts, possibleStarts, type DriveMinutes } from '#modules/calendar/rules.ts'
import { VAN_CATEGORIES, type VanCategory } from '#modules/fleet/rules.ts'
import { bannedClasses, vehicleClassOf, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { totalOfJob } from '#modules/pricing/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import {
  addDays,
  addMinutes,
  daysFromTo,
  endOfDay,
  lastDayOf,
  localDayOf,
  minutesBetween,
  startOfDay,
} from '#shared/local-time.ts'
import { driversHoursOf } from '../load/queries.ts'
import { moveAt, withVan, type TimedMove } from '../move/queries.ts'
import { byTrips, driveBetweenJobs, findOffers, searchFor, tariffFor } from '../queries.ts'
import { EARLIEST_START_MINUTES, LATEST_START_DAYS } from '../rules.ts'
import type { FreeUnit } from '../free-unit/queries.ts'
import { searchUnits } from '../search/queries.ts'

/** What to offer if nobody is free: other times, cheaper days, a bigger van. */
export interface Alternatives {
  nearestTimes: { startAt: string; companies: number; fromPence: number }[]
  cheapestDays: { date: string; startAt: string; fromPence: number }[]
  biggerVan: { vanCategory: VanCategory; companies: number; fromPence: number } | null
}

export const noAlternatives: Alternatives = { nearestTimes: [], cheapestDays: [], biggerVan: null }

const daysAround = 7
const mostUnits = 60
const mostTimes = 4
const mostDays = 3

export async function findAlternatives(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
): Promise<Alternatives> {
  const mayEnter = entryFor(move, charges)
  const starts = (await listFreeStarts(ctx, move)).filter(mayEnter)
  const cheapest = cheapestFor(move, charges)
  return {
    nearestTimes: nearestTimes(starts, move, cheapest),
    cheapestDays: await cheapestDays(starts, move, cheapest),
    biggerVan: await findBiggerVan(ctx, move, charges),
  }
}

interface FreeStart {
  at: Date
  unit: FreeUnit
}

/** Whether no zone of the move keeps the unit's van out at that start. Most moves meet no such zone, and then nothing is computed. */
function entryFor(move: TimedMove, charges: readonly RoadCharge[]): (start: FreeStart) => boolean {
  const bans = charges.filter(({ amountPence }) => amountPence === null)
  if (!move.zones.some(({ zone }) => bans.some((ban) => ban.zone === zone.code))) return () => true
  const known = new Map<number, ReturnType<typeof bannedClasses>>()
  return ({ at, unit }) => {
    const banned = known.get(at.getTime()) ?? bannedClasses(charges, moveAt(move, at).zoneVisits)
    known.set(at.getTime(), banned)
    return !banned.has(vehicleClassOf(unit.van))
  }
}

/** Lets other requests run; the work between two of these calls takes a millisecond or two. */
const takeTurns = () => new Promise((resolve) => setImmediate(resolve))

/** Every half hour of the surrounding days at which a suitable unit could start. Bounded, because the pages show only a handful. */
async function listFreeStarts(ctx: Ctx, move: TimedMove): Promise<FreeStart[]> {
  const units = await listFittingUnits(ctx, move)
  if (units.length === 0) return []
  const earliest = addMinutes(ctx.clock.now(), EARLIEST_START_MINUTES)
  const days = daysAroundOf(move, ctx.clock.now())
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (!firstDay || !lastDay) return []
  const inOwnTrips = byTrips(move)
  const longest = Math.max(...units.map(({ trips }) => heldMinutes(inOwnTrips(trips).move)))
  const to = addMinutes(endOfDay(lastDay), longest)
  const calendars = await listUnitCalendars(
    ctx,
    units.map(({ id }) => id),
    startOfDay(firstDay),
    to,
  )
  const [startPlace, endPlace] = [move.places[0], move.places.at(-1)]
  if (!startPlace || !endPlace) return []
  // The clock is the same for every unit, and so are the drives from where their other jobs end.
  const possible = remembered((minutes: number) => days.flatMap((day) => possibleStarts(day, minutes, earliest)))
  const drive = remembering(driveBetweenJobs)
  const found: FreeStart[] = []
  for (const unit of units) {
    const calendar = calendars.get(unit.id)
    if (!calendar) continue
    const own = inOwnTrips(unit.trips).move
    const job = { startPlace, endPlace, ...driversHoursOf(own.asked, own.work) }
    const free = freeStarts<HoldPlace>(calendar, possible(heldMinutes(own)), job, drive)
    found.push(...free.filter(isCovered(unit, heldMinutes(own))).map((at) => ({ at, unit })))
    await takeTurns()
  }
  return found
}

/** How long the time is taken for, waiting that was declared included. */
const heldMinutes = ({ start, heldUntil }: TimedMove): number => minutesBetween(start, heldUntil)

function remembered<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? find(key)
    known.set(key, value)
    return value
  }
}

/** A document, or somebody's check, that expires in between covers nothing after that. */
const isCovered =
  ({ coveredUntil }: FreeUnit, minutes: number) =>
  (start: Date): boolean =>
    coveredUntil === null || lastDayOf(start, addMinutes(start, minutes)) < coveredUntil

function remembering<Place extends object>(drive: DriveMinutes<Place>): DriveMinutes<Place> {
  const known = new Map<Place, Map<Place, number>>()
  return (from, to) => {
    const ofFrom = known.get(from) ?? new Map<Place, number>()
    known.set(from, ofFrom)
    const minutes = ofFrom.get(to) ?? drive(from, to)
    ofFrom.set(to, minutes)
    return minutes
  }
}

function daysAroundOf(move: TimedMove, now: Date): string[] {
  const asked = localDayOf(move.start)
  const today = localDayOf(now)
  const from = addDays(asked, -daysAround)
  const to = addDays(asked, daysAround)
  const last = addDays(today, LATEST_START_DAYS)
  return daysFromTo(from > today ? from : today, to < last ? to : last)
}

/** Units that could do the move at some time, ignoring the calendar. Cheapest rates first, because those would be shown. */
async function listFittingUnits(ctx: Ctx, move: TimedMove): Promise<FreeUnit[]> {
  // An empty time touches no day and meets no hold, so only the calendar's part of the search is left out.
  const asked = searchFor(move)
  const spans = asked.spans.map((span) => ({ ...span, until: move.start }))
  const { free } = await searchUnits(ctx, { ...asked, spans })
  return free.toSorted((a, b) => a.pencePerHour - b.pencePerHour).slice(0, mostUnits)
}

/** The times closest to the one asked for, at most two of a day so that there is a choice, each with its cheapest price. */
function nearestTimes(
  starts: readonly FreeStart[],
  move: TimedMove,
  cheapestOf: Cheapest,
): Alternatives['nearestTimes'] {
  const byTime = Map.groupBy(starts, ({ at }) => at.getTime())
  const distance = (time: number) => Math.abs(time - move.start.getTime())
  const ofDay = new Map<string, number>()
  const nearest: Alternatives['nearestTimes'] = []
  for (const [time, free] of [...byTime].sort(([a], [b]) => distance(a) - distance(b))) {
    const day = localDayOf(new Date(time))
    const count = ofDay.get(day) ?? 0
    const best = count < 2 ? cheapestOf(free) : undefined
    if (!best) continue
    ofDay.set(day, count + 1)
    const companies = new Set(free.map(({ unit }) => unit.company.id)).size
    nearest.push({ startAt: best.at.toISOString(), companies, fromPence: best.fromPence })
    if (nearest.length === mostTimes) break
  }
  return nearest
}

type Cheapest = (choices: readonly FreeStart[]) => { at: Date; fromPence: number } | undefined

/** The cheapest whole price among some starts, and its time. The hours of a start are worked out once, not for each unit. */
function cheapestFor(move: TimedMove, charges: readonly RoadCharge[]): Cheapest {
  const movedTo = remembered((at: number) => byTrips(moveAt(move, new Date(at))))
  return (choices) =>
    choices.reduce<{ at: Date; fromPence: number } | undefined>((best, { at, unit }) => {
      const { job } = movedTo(at.getTime())(unit.trips)
      const total = totalOfJob(tariffFor(unit, move), unit.van, job, charges)
      return total !== undefined && (!best || total < best.fromPence) ? { at, fromPence: total } : best
    }, undefined)
}

/** For each day, a time near the requested hour with its cheapest price; cheapest days first. */
async function cheapestDays(
  starts: readonly FreeStart[],
  move: TimedMove,
  cheapestOf: Cheapest,
): Promise<Alternatives['cheapestDays']> {
  const hourAsked = move.start.getTime() - startOfDay(localDayOf(move.start)).getTime()
  const days: Alternatives['cheapestDays'] = []
  for (const [date, ofDay] of Map.groupBy(starts, byLocalDay())) {
    const timeAsked = startOfDay(date).getTime() + hourAsked
    const distance = ({ at }: FreeStart) => Math.abs(at.getTime() - timeAsked)
    const perUnit = [...Map.groupBy(ofDay, ({ unit }) => unit.id).values()]
    const near = perUnit.map((choices) => choices.reduce((a, b) => (distance(b) < distance(a) ? b : a)))
    const found = cheapestOf(near)
    // Another unit may be cheaper at this time although its own nearest time is a different one.
    const best = cheapestOf(ofDay.filter(({ at }) => at.getTime() === found?.at.getTime()))
    if (best) days.push({ date, startAt: best.at.toISOString(), fromPence: best.fromPence })
    await takeTurns()
  }
  return days.sort((a, b) => a.fromPence - b.fromPence || (a.date < b.date ? -1 : 1)).slice(0, mostDays)
}

/** Caches the local day, because units share the same few hundred instants. */
function byLocalDay(): (start: FreeStart) => string {
  const known = new Map<number, string>()
  return ({ at }) => {
    const day = known.get(at.getTime()) ?? localDayOf(at)
    known.set(at.getTime(), day)
    return day
  }
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
    if (offers.length > 0) {
      return {
        vanCategory,
        companies: offers.length,
        fromPence: Math.min(...offers.map(({ price }) => price.totalPence)),
      }
    }
  }
  return null
}

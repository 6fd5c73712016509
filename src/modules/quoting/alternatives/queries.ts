import { listUnitCalendars, type HoldPlace } from '#modules/calendar/queries.ts'
import { freeStarts, possibleStarts, type DriveMinutes } from '#modules/calendar/rules.ts'
import { VAN_CATEGORIES, type VanCategory } from '#modules/fleet/rules.ts'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { totalOfJob, type PricedJob } from '#modules/pricing/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, addMinutes, daysFromTo, endOfDay, localDayOf, startOfDay } from '#shared/local-time.ts'
import { moveAt, withVan, type TimedMove } from '../move/queries.ts'
import { driveBetweenJobs, findOffers, pricedJobOf, tariffFor } from '../queries.ts'
import { EARLIEST_START_MINUTES, LATEST_START_DAYS } from '../rules.ts'
import { searchUnits, type FreeUnit } from '../search/queries.ts'

/** What to offer where nobody is free: other times, cheaper days, a bigger van. */
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
  const starts = await listFreeStarts(ctx, move)
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

/** Other requests have a turn: what is done between two of these takes a millisecond or two. */
const takeTurns = () => new Promise((resolve) => setImmediate(resolve))

/** Every half hour of the days around at which a fitting unit could start. Bounded: the pages show a handful. */
async function listFreeStarts(ctx: Ctx, move: TimedMove): Promise<FreeStart[]> {
  const units = await listFittingUnits(ctx, move)
  if (units.length === 0) return []
  const earliest = addMinutes(ctx.clock.now(), EARLIEST_START_MINUTES)
  const days = daysAroundOf(move, ctx.clock.now())
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (!firstDay || !lastDay) return []
  const to = addMinutes(endOfDay(lastDay), move.work.rounded)
  const calendars = await listUnitCalendars(
    ctx,
    units.map(({ id }) => id),
    startOfDay(firstDay),
    to,
  )
  const [startPlace, endPlace] = [move.places[0], move.places.at(-1)]
  if (!startPlace || !endPlace) return []
  // The clock is the same for every unit, and so are the drives from where their other jobs end.
  const possible = days.flatMap((day) => possibleStarts(day, move.work.rounded, earliest))
  const drive = remembering(driveBetweenJobs)
  const found: FreeStart[] = []
  for (const unit of units) {
    const calendar = calendars.get(unit.id)
    if (!calendar) continue
    const free = freeStarts<HoldPlace>(calendar, possible, { startPlace, endPlace }, drive)
    found.push(...free.filter(hasPeople(unit, move)).map((at) => ({ at, unit })))
    await takeTurns()
  }
  return found
}

/** Somebody whose check expires in between does not come after that. */
const hasPeople =
  ({ peopleUntil }: FreeUnit, { work }: TimedMove) =>
  (start: Date): boolean =>
    peopleUntil === null || localDayOf(addMinutes(start, work.rounded)) < peopleUntil

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

/** Units that could do it at some time: the calendar is not asked. The cheapest rates first, as those are what would be shown. */
async function listFittingUnits(ctx: Ctx, move: TimedMove): Promise<FreeUnit[]> {
  // An empty time touches no day and meets no hold, so only the calendar's part of the search is left out.
  const { free } = await searchUnits(ctx, { ...searchOf(move), start: move.start, end: move.start })
  return free.toSorted((a, b) => a.pencePerHour - b.pencePerHour).slice(0, mostUnits)
}

const searchOf = (move: TimedMove) => ({
  district: move.places[0]?.outcode ?? '',
  area: move.places[0]?.area ?? '',
  vanCategory: move.asked.vanCategory,
  needTailLift: move.asked.needTailLift,
  jobKind: move.asked.jobKind,
  help: move.asked.manPower,
})

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

/** The cheapest whole price of some starts, and when that is. Which hours a move meets is found once for each start, not for each unit. */
function cheapestFor(move: TimedMove, charges: readonly RoadCharge[]): Cheapest {
  const known = new Map<number, { moved: TimedMove; job: PricedJob }>()
  const movedTo = (at: Date) => {
    const moved = moveAt(move, at)
    const found = { moved, job: pricedJobOf(moved) }
    known.set(at.getTime(), found)
    return found
  }
  return (choices) =>
    choices.reduce<{ at: Date; fromPence: number } | undefined>((best, { at, unit }) => {
      const { moved, job } = known.get(at.getTime()) ?? movedTo(at)
      const total = totalOfJob(tariffFor(unit, moved), unit.van, job, charges)
      return total !== undefined && (!best || total < best.fromPence) ? { at, fromPence: total } : best
    }, undefined)
}

/** Per day, a time near the hour asked for and the cheapest price at that time; the cheapest days first. */
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
    // Somebody whose own nearest time is another one may be cheaper at this one.
    const best = cheapestOf(ofDay.filter(({ at }) => at.getTime() === found?.at.getTime()))
    if (best) days.push({ date, startAt: best.at.toISOString(), fromPence: best.fromPence })
    await takeTurns()
  }
  return days.sort((a, b) => a.fromPence - b.fromPence || (a.date < b.date ? -1 : 1)).slice(0, mostDays)
}

/** The units' starts are the same few hundred instants again and again. */
function byLocalDay(): (start: FreeStart) => string {
  const known = new Map<number, string>()
  return ({ at }) => {
    const day = known.get(at.getTime()) ?? localDayOf(at)
    known.set(at.getTime(), day)
    return day
  }
}

/** The next bigger van with which somebody could do it at the time asked for. */
async function findBiggerVan(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
): Promise<Alternatives['biggerVan']> {
  const bigger = VAN_CATEGORIES.slice(VAN_CATEGORIES.indexOf(move.asked.vanCategory) + 1)
  for (const vanCategory of bigger) {
    const { offers } = await findOffers(ctx, withVan(move, vanCategory), charges)
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

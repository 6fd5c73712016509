import { readUnitCalendars, type HoldPlace } from '#modules/calendar/queries.ts'
import { isFreeAt, possibleStarts, type DriveMinutes, type PossibleStart } from '#modules/calendar/rules.ts'
import { bannedClasses, vehicleClassOf, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { totalOfJob, type PricedJob } from '#modules/pricing/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { remembered } from '#platform/caches.ts'
import {
  addDays,
  addMinutes,
  daysFromTo,
  endOfDay,
  lastDayOf,
  localDayOf,
  minutesBetween,
  startOfDay,
  type LocalDay,
} from '#shared/local-time.ts'
import type { FreeUnit } from '../schedule/unit-availability-queries.ts'
import { driversHoursOf } from '../load/queries.ts'
import { moveAt, type TimedMove } from '../move/queries.ts'
import { byTrips, driveBetweenJobs, searchFor, tariffFor } from '../queries.ts'
import { EARLIEST_START_MINUTES, LATEST_START_DAYS } from '../rules.ts'
import { searchUnits } from './queries.ts'

/** Every unit that could do a move at some time, and when each is free within some days. */
export interface FittingUnits {
  units: readonly FreeUnit[]
  /** Half hours of a day at which a job with this number of trips could start, for any unit. */
  startsOn: (day: LocalDay, trips: number) => readonly PossibleStart[]
  isFree: (unit: FreeUnit, start: PossibleStart) => boolean
  /** The move at a start, priced with this number of trips. */
  jobAt: (at: Date, trips: number) => PricedJob
  /** The whole price, as a quote for that start would say it. */
  priceAt: (unit: FreeUnit, at: Date) => number | undefined
}

/** Two statements, however many days and units there are. */
export async function findFittingUnits(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
  days: readonly LocalDay[],
): Promise<FittingUnits> {
  // An empty time touches no day and meets no hold, so only the calendar's part of the search is left out.
  const criteria = searchFor(move)
  const spans = criteria.spans.map((span) => ({ ...span, until: move.start }))
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  const { free: units } = firstDay ? await searchUnits(ctx, { ...criteria, spans }) : { free: [] }
  const inOwnTrips = byTrips(move)
  const held = remembered((trips: number) => heldMinutes(inOwnTrips(trips).move))
  const jobAt = jobsOf(move)
  const calendars =
    firstDay && lastDay && units.length > 0
      ? await readUnitCalendars(
          ctx,
          units.map(({ id }) => id),
          startOfDay(firstDay),
          addMinutes(endOfDay(lastDay), Math.max(...units.map(({ trips }) => held(trips)))),
        )
      : new Map<string, never>()
  const earliest = addMinutes(ctx.clock.now(), EARLIEST_START_MINUTES)
  const ofTrips = remembered((trips: number) =>
    remembered((day: LocalDay) => possibleStarts(day, held(trips), earliest)),
  )
  const isFreeFor = freedom(move, inOwnTrips)
  const mayEnter = entryFor(move, charges)
  return {
    units,
    startsOn: (day, trips) => ofTrips(trips)(day),
    isFree: (unit, start) => {
      const calendar = calendars.get(unit.id)
      return (
        calendar !== undefined &&
        isCovered(unit, start) &&
        mayEnter(unit, start.start) &&
        isFreeFor(unit.trips)(calendar(), start)
      )
    },
    jobAt,
    priceAt: (unit, at) => totalOfJob(tariffFor(unit, move), unit.van, jobAt(at, unit.trips), charges),
  }
}

/** How long the time is taken for, waiting that was declared included. */
const heldMinutes = ({ start, heldUntil }: TimedMove): number => minutesBetween(start, heldUntil)

/** The hours of a start are worked out once, not for each unit, and only where they matter to more than the labour. */
function jobsOf(move: TimedMove): FittingUnits['jobAt'] {
  const plain = byTrips(move)
  const atHours = remembered((at: number) => byTrips(moveAt(move, new Date(at))))
  const isPlain = move.zones.length === 0 && move.tolls.length === 0
  return (at, trips) => (isPlain ? { ...plain(trips).job, start: at } : atHours(at.getTime())(trips).job)
}

function freedom(move: TimedMove, inOwnTrips: ReturnType<typeof byTrips>) {
  const [startPlace, endPlace] = [move.places[0], move.places.at(-1)]
  if (!startPlace || !endPlace) throw new Error('A prepared move has two places')
  // The drives from where other jobs end are the same at every hour.
  const drive = rememberingDrives(driveBetweenJobs)
  return remembered((trips: number) => {
    const own = inOwnTrips(trips).move
    const job = { startPlace, endPlace, ...driversHoursOf(own.request, own.work) }
    return (calendar: Parameters<typeof isFreeAt<HoldPlace>>[0], start: PossibleStart) =>
      isFreeAt<HoldPlace>(calendar, start, job, drive)
  })
}

function rememberingDrives<Place extends object>(drive: DriveMinutes<Place>): DriveMinutes<Place> {
  const known = new Map<Place, Map<Place, number>>()
  return (from, to) => {
    const ofFrom = known.get(from) ?? new Map<Place, number>()
    known.set(from, ofFrom)
    const minutes = ofFrom.get(to) ?? drive(from, to)
    ofFrom.set(to, minutes)
    return minutes
  }
}

/** A document or a person's check that expires in between covers no day after that. */
const isCovered = ({ coveredUntil }: FreeUnit, { start, end }: PossibleStart): boolean =>
  coveredUntil === null || lastDayOf(start, end) < coveredUntil

/** Whether no zone of the move keeps the unit's van out at that start. Most moves meet no such zone, and then nothing is computed. */
function entryFor(move: TimedMove, charges: readonly RoadCharge[]): (unit: FreeUnit, at: Date) => boolean {
  const bans = charges.filter(({ amountPence }) => amountPence === null)
  if (!move.zones.some(({ zone }) => bans.some((ban) => ban.zone === zone.code))) return () => true
  const banned = remembered((at: number) => bannedClasses(charges, moveAt(move, new Date(at)).zoneVisits))
  return ({ van }, at) => !banned(at.getTime()).has(vehicleClassOf(van))
}

/** The days between two, both included, on which a move can be booked. */
export function bookableDays(from: LocalDay, to: LocalDay, now: Date): LocalDay[] {
  const today = localDayOf(now)
  const last = addDays(today, LATEST_START_DAYS)
  return daysFromTo(from > today ? from : today, to < last ? to : last)
}

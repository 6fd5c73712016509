import { seaCrossing, unknownPlace } from '#modules/geo/contract.ts'
import { outcodes } from '#modules/geo/outcodes/data.ts'
import { isApproximate, unknownPostcodeMessage, type Place, type Precision } from '#modules/geo/rules.ts'
import { seaCrossing as findSeaCrossing } from '#modules/geo/crossings/rules.ts'
import { canCarryCrew, type VanCategory } from '#modules/fleet/rules.ts'
import { loadOfItems, type Load } from '#modules/items/rules.ts'
import type { Nation } from '#modules/geo/outcodes/rules.ts'
import { modelLeg, type Journey, type Leg } from '#modules/geo/osrm/rules.ts'
import { holdsOn, zonesOfJourney, type ZoneOfJourney } from '#modules/geo/charges/rules.ts'
import { chargedDays, type RoadCharge, type ZoneVisit } from '#modules/pricing/road-charges/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type FieldErrors, type Refusal } from '#shared/endpoint.ts'
import { minutesOfTimeString, timeString } from '#shared/duration.ts'
import { addMinutes, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { EARLIEST_START_MINUTES } from '../rules.ts'
import { scheduleJob, drivesOf, scheduleWork, workTime, type WorkTime } from '../schedule/rules.ts'
import { possibleTrips, usualTrips, warningsOf, refuseIfImpossible, refuseUnfitPieces } from '../load/queries.ts'
import {
  tollsMet,
  tollsOfJob,
  type MetToll,
  type TollOfJob,
  jobOf,
  moveProblems,
  startOf,
  waitingMinutesOf,
  type AskedMove,
  type MoveNeeds,
} from './rules.ts'

/**
 * A move with all values that the server computes, for its number of trips. A client's own values for those are only
 * compared.
 */
export interface PreparedMove extends MoveSchedule {
  request: AskedMove
  places: Place[]
  load: Load
  legs: Leg[]
  /** Metres of the legs, driven once. */
  onceMetres: number
  /** Minutes from the last point back to the first: for information, not charged. */
  returnMinutes: number
  precision: Precision
  isEstimated: boolean
  nation: Nation
  /** Zones with a point of the move in them, on any day; those of today while no day is chosen. */
  zones: ZoneOfJourney[]
  /** What its roads cost, or might. */
  tolls: MetToll[]
}

/** What depends on the number of trips and the start. */
interface MoveSchedule {
  trips: number
  /** Metres of all trips and the drives back between them. */
  metres: number
  work: WorkTime
  start: Date | undefined
  end: Date | undefined
  /** The end after the waiting that was declared: so long the time is held. */
  heldUntil: Date | undefined
  zoneVisits: ZoneVisit[]
}

/** Unless `oneVan` is false, a move that one van cannot do in a day is refused. `bookedAt`: it is booked at that start, which may be near. */
export async function prepareMove(
  ctx: Ctx,
  request: AskedMove,
  { oneVan = true, bookedAt, ...needs }: Partial<MoveNeeds & { oneVan: boolean; bookedAt: Date | undefined }> = {},
): Promise<PreparedMove | Refusal> {
  const earliest = bookedAt && addMinutes(bookedAt, -EARLIEST_START_MINUTES)
  const now = ctx.clock.now()
  const problems = moveProblems(request, earliest && earliest < now ? earliest : now, {
    start: true,
    houses: true,
    ...needs,
  })
  if (Object.keys(problems).length > 0) return refuse(commonRefusals.invalid, { errors: problems })
  const found = await ctx.services.places.locateAll(request.routePoints.map(({ postcode }) => postcode))
  const unknown = unknownPlaces(request, found)
  if (unknown) return refuse(unknownPlace, { errors: unknown })
  return prepareBetween(
    ctx,
    request,
    found.filter((place) => place !== null),
    oneVan ? refuseIfImpossible : refuseUnfitPieces,
  )
}

/** A move without problems, between places that are known. */
export async function prepareBetween(
  ctx: Ctx,
  request: AskedMove,
  places: readonly Place[],
  refuseLoad: (request: AskedMove, legs: readonly Leg[]) => Refusal | undefined = refuseIfImpossible,
): Promise<PreparedMove | Refusal> {
  const crossing = findSeaCrossing(places)
  if (crossing) {
    const errors = { [`route_points.${crossing.pointIndex}.postcode`]: [crossing.message] }
    return refuse(seaCrossing, { detail: crossing.message, errors })
  }
  const { zones, tolls } = await roadRows(ctx, request)
  const journey = await ctx.services.routing.journey(places, tolls)
  const roads = { zones: zonesOfJourney(zones, places), tolls: tollsMet(tolls, places, journey.passages) }
  return refuseLoad(request, journey.legs) ?? moveOf(request, [...places], journey, roads)
}

/** Zones and tolls of every day, because a move may be tried on others; those of today while no day is chosen. */
async function roadRows(ctx: Ctx, { routePoints }: AskedMove) {
  const [zones, tolls] = [await ctx.services.zones.get(), await ctx.services.tolls.get()]
  if (routePoints[0]?.date) return { zones, tolls }
  const today = localDayOf(ctx.clock.now())
  return { zones: zones.filter((zone) => holdsOn(zone, today)), tolls: tolls.filter((toll) => holdsOn(toll, today)) }
}

/** A move that some van of the category can do, laid out for one with the payload that all of them have, where that one can do it. */
export function moveOf(
  request: AskedMove,
  places: Place[],
  journey: Omit<Journey, 'minutes' | 'passages'>,
  roads: Pick<PreparedMove, 'zones' | 'tolls'>,
): PreparedMove {
  const load = loadOfItems(request.items)
  const unscheduled = {
    request,
    places,
    load,
    legs: journey.legs,
    onceMetres: journey.metres,
    returnMinutes: returnMinutes(places, journey.legs),
    precision: journey.precision,
    isEstimated: journey.isEstimated,
    nation: places[0]?.nation ?? 'england',
    ...roads,
  }
  const trips = usualTrips(request, journey.legs, load) ?? possibleTrips(request, journey.legs, load).at(-1) ?? 1
  return { ...unscheduled, ...scheduleMove(unscheduled, trips, startOf(request.routePoints[0])) }
}

function returnMinutes(places: readonly Place[], legs: readonly Leg[]): number {
  const [first, last] = [places[0], places.at(-1)]
  if (legs.length === 1 || !first || !last) return legs[0]?.minutes ?? 0
  return modelLeg(last, first).minutes
}

function unknownPlaces({ routePoints }: AskedMove, found: readonly (Place | null)[]): FieldErrors | undefined {
  const errors: FieldErrors = {}
  found.forEach((place, index) => {
    const postcode = routePoints[index]?.postcode ?? ''
    if (!place) errors[`route_points.${index}.postcode`] = [unknownPostcodeMessage(postcode, outcodes)]
  })
  return Object.keys(errors).length > 0 ? errors : undefined
}

function scheduleMove(
  { request, legs, onceMetres, zones }: Pick<PreparedMove, 'request' | 'legs' | 'onceMetres' | 'zones'>,
  trips: number,
  start: Date | undefined,
): MoveSchedule {
  const job = jobOf(request, legs, trips)
  if (start) {
    const conditions = {
      onceMetres,
      waitingMinutes: waitingMinutesOf(request),
      zones: zonesOn(zones, localDayOf(start)),
    }
    return { ...scheduleJob(job, conditions, start), start }
  }
  const metres = drivesOf(trips) * onceMetres
  return { trips, metres, work: workTime(job), start, end: undefined, heldUntil: undefined, zoneVisits: [] }
}

const zonesOfMove = ({ zones, start }: PreparedMove) => (start ? zonesOn(zones, localDayOf(start)) : zones)

/** Zones that apply on a day. */
export const zonesOn = (zones: readonly ZoneOfJourney[], day: LocalDay) =>
  zones.filter(({ zone }) => holdsOn(zone, day))

/** The tolls of a move at its time, and what they cost its van. */
export function tollsOf({ request, legs, trips, start, tolls }: PreparedMove): TollOfJob[] {
  return tolls.length === 0
    ? []
    : tollsOfJob(tolls, request.vanCategory, scheduleWork(jobOf(request, legs, trips)), start)
}

/** A move whose day and time are known. */
export type TimedMove = PreparedMove & { start: Date; end: Date; heldUntil: Date }

/** Undefined while the start is open. */
export function timed(move: PreparedMove): TimedMove | undefined {
  const { start, end, heldUntil } = move
  return start && end && heldUntil ? { ...move, start, end, heldUntil } : undefined
}

/** The same move at another start: places, legs and work stay, zones are met at other hours. */
export const moveAt = (move: PreparedMove, start: Date): TimedMove => rescheduleMove(move, move.trips, start)

/** The same move, whose start may be open, in this number of trips. */
export const scheduleInTrips = (move: PreparedMove, trips: number): PreparedMove => ({
  ...move,
  ...scheduleMove(move, trips, move.start),
})

/** The same move in a van that needs `trips` trips for it. */
export const inTrips = (move: TimedMove, trips: number): TimedMove =>
  trips === move.trips ? move : rescheduleMove(move, trips, move.start)

/** The same move in another van, or undefined where none of that kind can do it. */
export function withVan(move: TimedMove, vanCategory: VanCategory): TimedMove | undefined {
  const { places, legs, onceMetres: metres, precision, isEstimated, zones, tolls } = move
  const request = { ...move.request, vanCategory }
  if (!canCarryCrew(vanCategory, request.manPower) || refuseIfImpossible(request, legs)) return undefined
  return moveAt(moveOf(request, places, { legs, metres, precision, isEstimated }, { zones, tolls }), move.start)
}

function rescheduleMove(move: PreparedMove, trips: number, start: Date): TimedMove {
  const found = timed({ ...move, ...scheduleMove(move, trips, start) })
  if (!found) throw new Error('A move with a start has an end')
  return found
}

/** Figures computed by the client, all optional. */
export interface ClientFigures {
  travelTime?: string | null
  loadUnloadTime?: string | null
  assemblingTime?: string | null
  disassemblingTime?: string | null
  totalTime?: string | null
  distance?: number | null
  isUlezCharged?: boolean | null
}

/** The `order` part of an answer. */
export function orderOf(move: PreparedMove, client: ClientFigures, charges: readonly RoadCharge[]) {
  const { work } = move
  const zones = zonesOfMove(move)
  const order = {
    trips: move.trips,
    distance: move.metres,
    travelTime: timeString(work.travel),
    loadUnloadTime: timeString(work.loadUnload),
    stairsTime: timeString(work.stairs),
    stopsTime: timeString(work.stops),
    assemblingTime: timeString(work.assembling),
    disassemblingTime: timeString(work.dismantling),
    breaksTime: timeString(work.breaks),
    totalTime: timeString(work.rounded),
    declaredWaiting: timeString(waitingMinutesOf(move.request)),
    returnTime: timeString(move.returnMinutes),
    isUlezCharged: zones.some(({ zone }) => zone.code === 'ulez'),
    isCongestionCharged: isCongestionCharged(move, zones, charges),
    zones: zones.map(({ zone: { code, name, kind }, isApproximate: isUnsure }) => ({
      code,
      name,
      kind,
      isApproximate: isUnsure,
    })),
    tolls: tollsOf(move).map(({ name, amountPence, passages, isCertain }) => ({
      name,
      amountPence: amountPence && amountPence * passages,
      isCertain,
    })),
    precision: move.precision,
    estimated: move.isEstimated || isApproximate(move.precision),
    startAt: move.start?.toISOString() ?? null,
    endAt: move.end?.toISOString() ?? null,
    places: move.places.map(({ town }) => town),
    warnings: warningsOf(move.request, move.legs, move.load),
    unknownPostcodes: unlistedOf(move.places),
  }
  return { ...order, recalculated: differs(order, client) }
}

const unlistedOf = (places: readonly Place[]): string[] => [
  ...new Set(places.filter(({ isUnlisted }) => isUnlisted).map(({ postcode }) => postcode)),
]

/** Whether the charge applies at the hours of this move; until a time is chosen, whether any point lies in the zone. */
function isCongestionCharged(
  move: PreparedMove,
  zones: readonly ZoneOfJourney[],
  charges: readonly RoadCharge[],
): boolean {
  if (!move.start) return zones.some(({ zone }) => zone.code === 'congestion')
  const anyVan = { fuel: 'diesel', euroClass: 6 } as const
  return chargedDays(charges, anyVan, move.zoneVisits).some(({ zone }) => zone === 'congestion')
}

function differs(order: Record<string, unknown>, client: ClientFigures): boolean {
  const compared = [
    'travelTime',
    'loadUnloadTime',
    'assemblingTime',
    'disassemblingTime',
    'totalTime',
    'distance',
    'isUlezCharged',
  ] as const
  return compared.some((field) => {
    const sent = client[field]
    if (sent === undefined || sent === null) return false
    const ours = order[field]
    if (typeof sent === 'string') return minutesOfTimeString(sent) !== minutesOfTimeString(String(ours))
    return typeof sent === 'number' ? Math.round(sent) !== ours : sent !== ours
  })
}

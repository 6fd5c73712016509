import { isApproximate, UNKNOWN_POSTCODE_MESSAGE, type Place, type Precision } from '#modules/geo/rules.ts'
import { seaCrossing as findSeaCrossing } from '#modules/geo/crossings/rules.ts'
import { canCarryCrew, type VanCategory } from '#modules/fleet/rules.ts'
import type { Load } from '#modules/items/rules.ts'
import type { Nation } from '#modules/geo/nations/rules.ts'
import { modelLeg, type Journey, type Leg } from '#modules/geo/travel/rules.ts'
import { congestionAt, ulezAt } from '#modules/geo/zones/rules.ts'
import {
  chargedDays,
  ZONE_EDGE_MINUTES,
  ZONES,
  type RoadCharge,
  type ZoneVisit,
} from '#modules/pricing/road-charges/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type FieldErrors, type Refusal } from '#shared/endpoint.ts'
import { minutesOfTimeString, timeString } from '#shared/duration.ts'
import { addMinutes } from '#shared/local-time.ts'
import { seaCrossing, unknownPlace } from '../contract.ts'
import { possibleTrips, usualTrips, warningsOf, whyImpossible } from '../load/queries.ts'
import { loadOfItems } from '../load/rules.ts'
import { drivesOf, layWork, onClock, stretchesInside, workTime, type Job, type WorkTime } from '../work/rules.ts'
import { jobOf, moveProblems, startOf, waitingMinutesOf, type AskedMove } from './rules.ts'

/** A move with everything the server computes of it, in so many trips. What a client sent for those is only compared. */
export interface PreparedMove extends LaidOut {
  asked: AskedMove
  places: Place[]
  load: Load
  legs: Leg[]
  /** Of the legs, driven once. */
  onceMetres: number
  /** From the last point back to the first: to know, not to pay. */
  returnMinutes: number
  precision: Precision
  isEstimated: boolean
  nation: Nation
  isUlezCharged: boolean
  isCongestionCharged: boolean
}

/** What depends on the number of trips and the start. */
interface LaidOut {
  trips: number
  /** Of all trips and the drives back between them. */
  metres: number
  work: WorkTime
  start: Date | undefined
  end: Date | undefined
  /** The end after the waiting that was declared: so long the time is held. */
  heldUntil: Date | undefined
  zoneVisits: ZoneVisit[]
}

export async function prepareMove(ctx: Ctx, asked: AskedMove, needsStart: boolean): Promise<PreparedMove | Refusal> {
  const problems = moveProblems(asked, ctx.clock.now(), needsStart)
  if (Object.keys(problems).length > 0) return refuse(commonRefusals.invalid, { errors: problems })
  const found = await ctx.services.places.locateAll(asked.routePoints.map(({ postcode }) => postcode))
  const unknown = unknownPlaces(found)
  if (unknown) return refuse(unknownPlace, { errors: unknown })
  const places = found.filter((place) => place !== null)
  const crossing = findSeaCrossing(places)
  if (crossing) {
    const errors = { [`route_points.${crossing.pointIndex}.postcode`]: [crossing.message] }
    return refuse(seaCrossing, { detail: crossing.message, errors })
  }
  const journey = await ctx.services.routing.journey(places)
  return whyImpossible(asked, journey.legs) ?? moveOf(asked, places, journey)
}

/** A move that some van of the category can do, laid out for one with the payload that all of them have, where that one can do it. */
export function moveOf(asked: AskedMove, places: Place[], journey: Omit<Journey, 'minutes'>): PreparedMove {
  const load = loadOfItems(asked.items)
  const once = {
    asked,
    places,
    load,
    legs: journey.legs,
    onceMetres: journey.metres,
    returnMinutes: returnMinutes(places, journey.legs),
    precision: journey.precision,
    isEstimated: journey.isEstimated,
    nation: places[0]?.nation ?? 'england',
    isUlezCharged: places.some((place) => ulezAt(place).isInside),
    isCongestionCharged: places.some((place) => congestionAt(place).isInside),
  }
  const trips = usualTrips(asked, journey.legs, load) ?? possibleTrips(asked, journey.legs, load)[0] ?? 1
  return { ...once, ...layOut(once, trips, startOf(asked.routePoints[0])) }
}

function returnMinutes(places: readonly Place[], legs: readonly Leg[]): number {
  const [first, last] = [places[0], places.at(-1)]
  if (legs.length === 1 || !first || !last) return legs[0]?.minutes ?? 0
  return modelLeg(last, first).minutes
}

function unknownPlaces(found: readonly (Place | null)[]): FieldErrors | undefined {
  const errors: FieldErrors = {}
  found.forEach((place, index) => {
    if (!place) errors[`route_points.${index}.postcode`] = [UNKNOWN_POSTCODE_MESSAGE]
  })
  return Object.keys(errors).length > 0 ? errors : undefined
}

function layOut(
  { asked, legs, onceMetres, places }: Pick<PreparedMove, 'asked' | 'legs' | 'onceMetres' | 'places'>,
  trips: number,
  start: Date | undefined,
): LaidOut {
  const job = jobOf(asked, legs, trips)
  const work = workTime(job)
  const end = start && addMinutes(start, work.rounded)
  return {
    trips,
    metres: drivesOf(trips) * onceMetres,
    work,
    start,
    end,
    heldUntil: end && addMinutes(end, waitingMinutesOf(asked)),
    zoneVisits: start ? zoneVisits(job, start, places) : [],
  }
}

/** The periods the van spends inside each zone, from laying the job on the clock. */
function zoneVisits(job: Job, start: Date, places: readonly Place[]): ZoneVisit[] {
  const segments = layWork(job)
  return ZONES.flatMap((zone) => {
    const isInside = places.map((place) => (zone === 'ulez' ? ulezAt(place) : congestionAt(place)).isInside)
    return stretchesInside(segments, isInside, ZONE_EDGE_MINUTES[zone]).map((stretch) => {
      const { from, to } = onClock(stretch)
      return { zone, start: addMinutes(start, from), end: addMinutes(start, to) }
    })
  })
}

/** A move whose day and time are known. */
export type TimedMove = PreparedMove & { start: Date; end: Date; heldUntil: Date }

/** Undefined while the start is open. */
export function timed(move: PreparedMove): TimedMove | undefined {
  const { start, end, heldUntil } = move
  return start && end && heldUntil ? { ...move, start, end, heldUntil } : undefined
}

/** The same move at another start: places, legs and work stay, zones are met at other hours. */
export const moveAt = (move: PreparedMove, start: Date): TimedMove => laidOut(move, move.trips, start)

/** The same move in a van that needs so many trips for it. */
export const inTrips = (move: TimedMove, trips: number): TimedMove =>
  trips === move.trips ? move : laidOut(move, trips, move.start)

/** The same move in another van, or undefined where none of that kind can do it. */
export function withVan(move: TimedMove, vanCategory: VanCategory): TimedMove | undefined {
  const { places, legs, onceMetres: metres, precision, isEstimated } = move
  const asked = { ...move.asked, vanCategory }
  if (!canCarryCrew(vanCategory, asked.manPower) || whyImpossible(asked, legs)) return undefined
  return moveAt(moveOf(asked, places, { legs, metres, precision, isEstimated }), move.start)
}

function laidOut(move: PreparedMove, trips: number, start: Date): TimedMove {
  const found = timed({ ...move, ...layOut(move, trips, start) })
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
    declaredWaiting: timeString(waitingMinutesOf(move.asked)),
    returnTime: timeString(move.returnMinutes),
    isUlezCharged: move.isUlezCharged,
    isCongestionCharged: isCongestionCharged(move, charges),
    precision: move.precision,
    estimated: move.isEstimated || isApproximate(move.precision),
    startAt: move.start?.toISOString() ?? null,
    endAt: move.end?.toISOString() ?? null,
    places: move.places.map(({ town }) => town),
    warnings: warningsOf(move.asked, move.legs, move.load),
  }
  return { ...order, recalculated: differs(order, client) }
}

/** Whether the charge applies at the hours of this move; until a time is chosen, whether any point lies in the zone. */
function isCongestionCharged(move: PreparedMove, charges: readonly RoadCharge[]): boolean {
  if (!move.start) return move.isCongestionCharged
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

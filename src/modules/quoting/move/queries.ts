import { isApproximate, UNKNOWN_POSTCODE_MESSAGE, type Place, type Precision } from '#modules/geo/rules.ts'
import { seaCrossing as findSeaCrossing } from '#modules/geo/crossings/rules.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import type { Nation } from '#modules/geo/nations/rules.ts'
import type { Leg } from '#modules/geo/travel/rules.ts'
import { holdsOn, zonesOfJourney, type ZoneOfJourney } from '#modules/geo/zones/rules.ts'
import { chargedDays, type RoadCharge, type ZoneVisit } from '#modules/pricing/road-charges/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type FieldErrors, type Refusal } from '#shared/endpoint.ts'
import { minutesOfTimeString, timeString } from '#shared/duration.ts'
import { addMinutes, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { seaCrossing, unknownPlace } from '../contract.ts'
import { layOnClock, stretchesInside, workTime, type Job, type WorkTime } from '../work/rules.ts'
import { tollsMet, tollsOfJob, type MetToll, type TollOfJob } from '../tolls/rules.ts'
import { furnitureJobOf, moveProblems, stairsOf, startOf, type AskedMove } from './rules.ts'

/** A move with everything the server computes of it. What a client sent for those is only compared. */
export interface PreparedMove {
  asked: AskedMove
  places: Place[]
  legs: Leg[]
  metres: number
  precision: Precision
  isEstimated: boolean
  nation: Nation
  work: WorkTime
  start: Date | undefined
  end: Date | undefined
  /** Those with a point of the move in them, on whatever day; those of today while no day is chosen. */
  zones: ZoneOfJourney[]
  zoneVisits: ZoneVisit[]
  /** What its roads cost, or might. */
  tolls: MetToll[]
}

export async function prepareMove(ctx: Ctx, asked: AskedMove, needsStart: boolean): Promise<PreparedMove | Refusal> {
  const problems = moveProblems(asked, ctx.clock.now(), needsStart)
  if (Object.keys(problems).length > 0) return refuse(commonRefusals.invalid, { errors: problems })
  const found = await ctx.services.places.locateAll(asked.routePoints.map(({ postcode }) => postcode))
  const unknown = unknownPlaces(found)
  if (unknown) return refuse(unknownPlace, { errors: unknown })
  const places = found.filter((place) => place !== null)
  const crossing = findSeaCrossing(places.map(({ outcode }) => outcode))
  if (crossing) {
    const errors = { [`route_points.${crossing.pointIndex}.postcode`]: [crossing.message] }
    return refuse(seaCrossing, { detail: crossing.message, errors })
  }
  const { zones, tolls } = await roadRows(ctx, asked)
  const journey = await ctx.services.routing.journey(places, tolls)
  return {
    ...layOut(asked, { places, legs: journey.legs, zones: zonesOfJourney(zones, places) }),
    tolls: tollsMet(tolls, places, journey.passages),
    metres: journey.metres,
    precision: journey.precision,
    isEstimated: journey.isEstimated,
  }
}

/** Those of every day, since a move may be tried on others; those of today while no day is chosen. */
async function roadRows(ctx: Ctx, { routePoints }: AskedMove) {
  const [zones, tolls] = [await ctx.services.zones.get(), await ctx.services.tolls.get()]
  if (routePoints[0]?.date) return { zones, tolls }
  const today = localDayOf(ctx.clock.now())
  return { zones: zones.filter((zone) => holdsOn(zone, today)), tolls: tolls.filter((toll) => holdsOn(toll, today)) }
}

function unknownPlaces(found: readonly (Place | null)[]): FieldErrors | undefined {
  const errors: FieldErrors = {}
  found.forEach((place, index) => {
    if (!place) errors[`route_points.${index}.postcode`] = [UNKNOWN_POSTCODE_MESSAGE]
  })
  return Object.keys(errors).length > 0 ? errors : undefined
}

function layOut(asked: AskedMove, { places, legs, zones }: Pick<PreparedMove, 'places' | 'legs' | 'zones'>) {
  const job = jobOf(asked, legs)
  const work = workTime(job)
  const start = startOf(asked.routePoints[0])
  return {
    asked,
    places,
    legs,
    nation: places[0]?.nation ?? 'england',
    work,
    start,
    end: start && addMinutes(start, work.rounded),
    zones,
    zoneVisits: start ? zoneVisits(job, start, zones) : [],
  }
}

export function jobOf(asked: AskedMove, legs: readonly Leg[]): Job {
  return {
    ...furnitureJobOf(asked),
    van: asked.vanCategory,
    stairs: stairsOf(asked),
    legMinutes: legs.map(({ minutes }) => minutes),
  }
}

/** When the van is inside each zone, by laying the job on the clock from its start. */
function zoneVisits(job: Job, start: Date, zones: readonly ZoneOfJourney[]): ZoneVisit[] {
  if (zones.length === 0) return []
  const segments = layOnClock(job)
  return zonesOn(zones, localDayOf(start)).flatMap(({ zone, isInside }) =>
    stretchesInside(segments, isInside, zone.edgeMinutes).map(({ from, to }) => ({
      zone: zone.code,
      start: addMinutes(start, from),
      end: addMinutes(start, to),
    })),
  )
}

const zonesOfMove = ({ zones, start }: PreparedMove) => (start ? zonesOn(zones, localDayOf(start)) : zones)

const zonesOn = (zones: readonly ZoneOfJourney[], day: LocalDay) => zones.filter(({ zone }) => holdsOn(zone, day))

/** The tolls of a move at its time, and what they cost its van. */
export function tollsOf({ asked, legs, start, tolls }: PreparedMove): TollOfJob[] {
  return tolls.length === 0 ? [] : tollsOfJob(tolls, asked.vanCategory, layOnClock(jobOf(asked, legs)), start)
}

/** A move whose day and time are known. */
export type TimedMove = PreparedMove & { start: Date; end: Date }

/** The same move at another start: places, legs and work stay, zones are met at other hours. */
export function moveAt(move: PreparedMove, start: Date): TimedMove {
  const job = jobOf(move.asked, move.legs)
  return { ...move, start, end: addMinutes(start, move.work.rounded), zoneVisits: zoneVisits(job, start, move.zones) }
}

/** The same move in another van, which takes its own time to load. */
export function withVan(move: TimedMove, vanCategory: VanCategory): TimedMove {
  return moveAt({ ...move, ...layOut({ ...move.asked, vanCategory }, move) }, move.start)
}

/** What a client computed for itself, all optional. */
export interface ClientFigures {
  travelTime?: string | null
  loadUnloadTime?: string | null
  assemblingTime?: string | null
  disassemblingTime?: string | null
  totalTime?: string | null
  distance?: number | null
  isUlezCharged?: boolean | null
}

/** The `order` block of an answer. */
export function orderOf(move: PreparedMove, client: ClientFigures, charges: readonly RoadCharge[]) {
  const { work } = move
  const zones = zonesOfMove(move)
  const order = {
    distance: move.metres,
    travelTime: timeString(work.travel),
    loadUnloadTime: timeString(work.loadUnload),
    stairsTime: timeString(work.stairs),
    stopsTime: timeString(work.stops),
    assemblingTime: timeString(work.assembling),
    disassemblingTime: timeString(work.disassembling),
    totalTime: timeString(work.rounded),
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
  }
  return { ...order, recalculated: differs(order, client) }
}

/** Whether the charge falls due at the hours of this move; before a time is chosen, whether any point lies in the zone. */
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

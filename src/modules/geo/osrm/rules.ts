import { isPostcode } from '#shared/uk-postcode.ts'
import { isInLondon, type ZonePlace } from '../charges/rules.ts'
import { landRoutes, waters } from '../crossings/rules.ts'
import { type Place, type Precision, worstPrecision } from '../rules.ts'
import type { LngLat } from '../sketch/outlines-rules.ts'

/**
 * The bends of a road from the text that OSRM writes them as: differences of hundred-thousandths of a degree, latitude first, five bits a
 * letter. Null where the text is no such line, or one that leaves the earth.
 */
export function decodePolyline(text: string): LngLat[] | null {
  const line: LngLat[] = []
  let [lat, lng, at] = [0, 0, 0]
  while (at < text.length) {
    const [dLat, next] = decodeNumber(text, at)
    const [dLng, after] = decodeNumber(text, next)
    if (after === BROKEN || next === BROKEN) return null
    lat += dLat
    lng += dLng
    if (Math.abs(lat) > 9_000_000 || Math.abs(lng) > 18_000_000) return null
    line.push([lng / 100_000, lat / 100_000])
    at = after
  }
  return line.length > 1 ? line : null
}

const BROKEN = -1

function decodeNumber(text: string, start: number): [value: number, next: number] {
  if (start === BROKEN) return [0, BROKEN]
  let value = 0
  for (let at = start, shift = 0; at < text.length && shift < 30; at += 1, shift += 5) {
    const bits = text.charCodeAt(at) - 63
    if (bits < 0 || bits > 63) return [0, BROKEN]
    value |= (bits & 31) << shift
    if (bits < 32) return [value & 1 ? ~(value >> 1) : value >> 1, at + 1]
  }
  return [0, BROKEN]
}

/** One drive, from one point to the next. Whole metres, whole minutes. */
export interface Leg {
  metres: number
  minutes: number
}

/** A drive over all points in order. */
export interface Journey extends Leg {
  legs: Leg[]
  /** Precision of the least precise point. */
  precision: Precision
  /** False only where a routing engine answered and every point is known to the metre. */
  isEstimated: boolean
}

/** What the model needs of a point; every `Place` is one. */
export type TravelPoint = Pick<Place, 'postcode' | 'lat' | 'lng'> & ZonePlace

/** Road kilometres per kilometre of the way over land, at its length (how they were fitted: ADR 0020). */
const CIRCUITY: ReadonlyArray<readonly [straightKm: number, factor: number]> = [
  [0, 1.24],
  [10, 1.23],
  [30, 1.22],
  [75, 1.235],
  [150, 1.24],
  [300, 1.24],
  [600, 1.225],
]

/** A van's speed over each further stretch of road: a car's on a free road, its time × 1.12 as by the routing engine (ADR 0020). */
const SPEEDS: ReadonlyArray<readonly [uptoKm: number, kmPerHour: number]> = [
  [3, 30],
  [8, 52],
  [20, 55],
  [50, 63],
  [100, 84],
  [150, 87],
  [Number.POSITIVE_INFINITY, 95],
]

const LONDON_TIME_FACTOR = 1.35
/** Worked out once, when the program starts: every two crossings with the way between them. */
export const overLand = landRoutes(waters)

const SAME_POSTCODE_KM = 0.8

/**
 * Two different postcodes known only by one shared middle are not at one spot: this is the mean distance between two points
 * of a disc (0.9 of its radius) as wide as a usual outcode (2 km) or area (15 km).
 */
const SHARED_MIDDLE_KM: Record<Precision, number> = { unit: 0, outcode: 1.8, area: 13.5 }

/** Road kilometres for a route over land of `straightKm` straight kilometres. Grows with it, without steps. */
export function roadKm(straightKm: number): number {
  return straightKm * circuity(straightKm)
}

function circuity(straightKm: number): number {
  let [fromKm, fromFactor] = CIRCUITY[0] ?? [0, 1]
  for (const [toKm, toFactor] of CIRCUITY) {
    if (straightKm < toKm) return fromFactor + ((toFactor - fromFactor) * (straightKm - fromKm)) / (toKm - fromKm)
    ;[fromKm, fromFactor] = [toKm, toFactor]
  }
  return fromFactor
}

/** Minutes, not rounded, that a van drives over `km` road kilometres from door to door. */
export function driveMinutes(km: number): number {
  let minutes = 0
  let driven = 0
  for (const [uptoKm, kmPerHour] of SPEEDS) {
    if (km <= driven) break
    minutes += ((Math.min(km, uptoKm) - driven) / kmPerHour) * 60
    driven = uptoKm
  }
  return minutes
}

/** One drive by the model, round the water that lies between. Both ends in London take 1.35 times as long. */
export function modelLeg(from: TravelPoint, to: TravelPoint): Leg {
  const km = legKm(from, to)
  const factor = isInLondon(from) && isInLondon(to) ? LONDON_TIME_FACTOR : 1
  return { metres: Math.round(km * 1000), minutes: Math.max(1, Math.round(driveMinutes(km) * factor)) }
}

function legKm(from: TravelPoint, to: TravelPoint): number {
  // A held job's place is known to its outcode only, which two places may share without being near.
  if (from.postcode === to.postcode && isPostcode(from.postcode)) return SAME_POSTCODE_KM
  const straightKm = overLand.between(from, to).km
  const least = straightKm === 0 ? SHARED_MIDDLE_KM[worstPrecision([from.precision, to.precision])] : 0
  return Math.max(SAME_POSTCODE_KM, roadKm(Math.max(straightKm, least)))
}

/** The drive over two or more points by the model, always an estimate. */
export function modelJourney(points: readonly TravelPoint[]): Journey {
  const legs = points.slice(1).flatMap((to, index) => {
    const from = points[index]
    return from ? [modelLeg(from, to)] : []
  })
  return journeyOf(legs, points, true)
}

/** Adds up legs from any source. */
export function journeyOf(legs: Leg[], points: readonly TravelPoint[], isModelled: boolean): Journey {
  const precision = worstPrecision(points.map((point) => point.precision))
  return {
    metres: legs.reduce((sum, leg) => sum + leg.metres, 0),
    minutes: legs.reduce((sum, leg) => sum + leg.minutes, 0),
    legs,
    precision,
    isEstimated: isModelled || precision !== 'unit',
  }
}

import { z } from 'zod'
import { ExpiringCache } from '#platform/caches.ts'
import { createUpstream, type UpstreamOptions } from '#platform/http.ts'
import { haversineMetres, type LatLng } from '#shared/distance.ts'
import type { LngLat } from '../sketch/outlines-rules.ts'
import { passagesOn, type Passage, type Toll } from '../charges/rules.ts'
import { modelLeg, type Leg, type TravelPoint, decodePolyline } from './rules.ts'

/** A drive as the engine measured it. */
export interface Way {
  legs: Leg[]
  /** Null where its answer does not tell: it had no line of the road. */
  passages: Passage[] | null
}

/** An OSRM-compatible routing server (geography 6). Null if there is no usable answer; the caller then uses the model. */
export interface RouteServer {
  /** The drive over these points, and which of these tolls it passes. */
  way(points: readonly TravelPoint[], tolls: readonly Toll[]): Promise<Way | null>
  /** The bends of that drive, as many as a picture of it needs. */
  line(points: readonly LatLng[]): Promise<readonly LngLat[] | null>
}

/** The server routes a car; a loaded van takes longer. */
const VAN_TIME_FACTOR = 1.12
const HOUR = 60 * 60 * 1000
const MAX_REMEMBERED = 5_000
const MAX_LINES_REMEMBERED = 500

/** Every bend of the longest drive in the country is a tenth of this. */
const MAX_BYTES = 1024 * 1024

const measure = z.number().min(0).max(5_000_000)
const roadName = z.string().max(500).optional()
const step = z.object({ name: roadName, ref: roadName })
const leg = z.object({ distance: measure, duration: measure, steps: z.array(step).max(5000).optional() })
const routed = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(z.object({ geometry: z.string().max(MAX_BYTES).optional(), legs: z.array(leg).max(50) }))
    .min(1)
    .max(10),
})
type Routed = z.infer<typeof routed>['routes'][number]

export function createRouteServer(options: UpstreamOptions): RouteServer {
  const upstream = createUpstream({ maxBytes: MAX_BYTES, ...options })
  const remembered = new ExpiringCache<Way>(MAX_REMEMBERED, options.now)
  const lines = new ExpiringCache<readonly LngLat[]>(MAX_LINES_REMEMBERED, options.now)
  return {
    async line(points) {
      const path = pathOver(points)
      const known = lines.get(path)
      if (known) return known
      const answer = await upstream.getJson(`/route/v1/driving/${path}?overview=simplified&geometries=polyline`)
      const line = answer?.status === 200 ? readLine(answer.body, points) : null
      if (line) lines.set(path, line, HOUR)
      return line
    },
    async way(points, tolls) {
      const path = pathOver(points)
      const key = [path, ...tolls.map(({ code, fromDay }) => `${code} ${fromDay}`)].join('|')
      const known = remembered.get(key)
      if (known) return replaceStandstill(known, points)
      const answer = await upstream.getJson(`/route/v1/driving/${path}?${routeQuery(tolls)}`)
      const way = answer?.status === 200 ? readWay(answer.body, points, tolls) : null
      if (!way) return null
      remembered.set(key, way, HOUR)
      return replaceStandstill(way, points)
    },
  }
}

/** Longitude first; six decimals are about 11 cm. */
const pathOver = (points: readonly LatLng[]): string =>
  points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')

/** How far the nearest road may be from a place: farther away the line is of another drive. */
const MOST_SNAPPED_METRES = 30_000

function readLine(body: unknown, points: readonly LatLng[]): LngLat[] | null {
  const geometry = routed.safeParse(body).data?.routes[0]?.geometry
  const line = geometry === undefined ? null : decodePolyline(geometry)
  const isNear = (place: LatLng | undefined, at: LngLat | undefined) =>
    place && at && haversineMetres(place, { lng: at[0], lat: at[1] }) < MOST_SNAPPED_METRES
  return line && isNear(points[0], line[0]) && isNear(points.at(-1), line.at(-1)) ? line : null
}

/** The line of the road is asked for only where a toll may lie on it, and the names of roads, which are many, only for a toll of that kind. */
function routeQuery(tolls: readonly Toll[]): string {
  if (tolls.length === 0) return 'overview=false'
  return `overview=full&geometries=polyline${tolls.some(({ road }) => road) ? '&steps=true' : ''}`
}

function readWay(body: unknown, points: readonly TravelPoint[], tolls: readonly Toll[]): Way | null {
  const route = routed.safeParse(body).data?.routes[0]
  const legs = route?.legs.map(({ distance, duration }) => ({
    metres: Math.round(distance),
    minutes: Math.max(1, Math.round((duration * VAN_TIME_FACTOR) / 60)),
  }))
  if (!route || !legs || legs.length !== points.length - 1) return null
  if (!legs.every((one, index) => isPlausible(one, points[index], points[index + 1]))) return null
  return { legs, passages: tolls.length === 0 ? [] : readPassages(route, tolls) }
}

function readPassages({ geometry, legs }: Routed, tolls: readonly Toll[]): Passage[] | null {
  const line = geometry === undefined ? null : decodePolyline(geometry)
  const isNamed = legs.every(({ steps }) => steps !== undefined) || !tolls.some(({ road }) => road)
  if (!line || !isNamed) return null
  const roads = legs.map(({ steps = [] }) =>
    steps.flatMap(({ name = '', ref = '' }) => [name, ...ref.split(';').map((one) => one.trim())]),
  )
  return passagesOn({ line, legMetres: legs.map(({ distance }) => distance), roads }, tolls)
}

/**
 * Rejects impossible answers: a road shorter than the straight line (allowing for snapping to a nearby road), or an average above
 * 113 km/h (T-032).
 */
function isPlausible(one: Leg, from?: TravelPoint, to?: TravelPoint): boolean {
  if (!from || !to) return false
  const straight = haversineMetres(from, to)
  return (
    one.metres >= straight * 0.95 - 1000 && one.metres <= straight * 10 + 50_000 && one.minutes >= one.metres / 1883 - 1
  )
}

/** The server answers 0 m for two postcodes at one position; the model has a better estimate. */
function replaceStandstill({ legs, passages }: Way, points: readonly TravelPoint[]): Way {
  const driven = legs.map((one, index) => {
    const [from, to] = [points[index], points[index + 1]]
    return from && to && from.lat === to.lat && from.lng === to.lng ? modelLeg(from, to) : one
  })
  return { legs: driven, passages }
}

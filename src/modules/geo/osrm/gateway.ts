import { z } from 'zod'
import { ExpiringCache } from '#platform/expiring-cache.ts'
import { createUpstream, type UpstreamOptions } from '#platform/http.ts'
import { haversineMetres } from '#shared/distance.ts'
import { modelLeg, type Leg, type TravelPoint } from '../travel/rules.ts'

/** An OSRM-compatible routing server (geography 6). Null if there is no usable answer; the caller then uses the model. */
export interface RouteServer {
  legs(points: readonly TravelPoint[]): Promise<Leg[] | null>
}

/** The server routes a car; a loaded van takes longer. */
const VAN_TIME_FACTOR = 1.12
const HOUR = 60 * 60 * 1000
const MAX_REMEMBERED = 5_000

const measure = z.number().min(0).max(5_000_000)
const routed = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(z.object({ legs: z.array(z.object({ distance: measure, duration: measure })).max(50) }))
    .min(1)
    .max(10),
})

export function createRouteServer(options: UpstreamOptions): RouteServer {
  const upstream = createUpstream(options)
  const remembered = new ExpiringCache<Leg[]>(MAX_REMEMBERED, options.now)
  return {
    async legs(points) {
      // Longitude first; six decimals are about 11 cm.
      const path = points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')
      const known = remembered.get(path)
      if (known) return replaceStandstill(known, points)
      const answer = await upstream.getJson(`/route/v1/driving/${path}?overview=false`)
      const legs = answer?.status === 200 ? readLegs(answer.body, points) : null
      if (!legs) return null
      remembered.set(path, legs, HOUR)
      return replaceStandstill(legs, points)
    },
  }
}

function readLegs(body: unknown, points: readonly TravelPoint[]): Leg[] | null {
  const parsed = routed.safeParse(body)
  const legs = parsed.data?.routes[0]?.legs.map(({ distance, duration }) => ({
    metres: Math.round(distance),
    minutes: Math.max(1, Math.round((duration * VAN_TIME_FACTOR) / 60)),
  }))
  if (!legs || legs.length !== points.length - 1) return null
  return legs.every((leg, index) => isPlausible(leg, points[index], points[index + 1])) ? legs : null
}

/**
 * Rejects impossible answers: a road shorter than the straight line (allowing for snapping to a nearby road), or an average above
 * 113 km/h (T-032).
 */
function isPlausible(leg: Leg, from?: TravelPoint, to?: TravelPoint): boolean {
  if (!from || !to) return false
  const straight = haversineMetres(from, to)
  return (
    leg.metres >= straight * 0.95 - 1000 && leg.metres <= straight * 10 + 50_000 && leg.minutes >= leg.metres / 1883 - 1
  )
}

/** For two postcodes at one position the server answers 0 m; the model has a better estimate. */
function replaceStandstill(legs: Leg[], points: readonly TravelPoint[]): Leg[] {
  return legs.map((leg, index) => {
    const [from, to] = [points[index], points[index + 1]]
    return from && to && from.lat === to.lat && from.lng === to.lng ? modelLeg(from, to) : leg
  })
}

import { fromWire } from '#shared/wire.ts'
import type { RouteMapData } from './route-drawing.tsx'

/** Null where nobody answers, or the places are not known: the page has the route in words. */
export async function readRouteMap(
  points: string,
  day: string | null,
  signal: AbortSignal,
): Promise<RouteMapData | null> {
  const query = new URLSearchParams({ points, ...(day ? { day } : {}) })
  try {
    const answer = await fetch(`/api/route-map/?${query.toString()}`, { signal })
    return answer.ok ? (fromWire(await answer.json()) as RouteMapData) : null
  } catch {
    return null
  }
}

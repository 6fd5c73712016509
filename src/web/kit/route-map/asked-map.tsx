import { useEffect, useState } from 'react'
import { fromWire } from '#shared/wire.ts'
import { RouteDrawing, type RouteMapData } from './route-drawing.tsx'

/** Asks for the map of a route and draws it. The last one stays while the next is on its way, and the room for it is there from the start. */
export default function AskedMap({ points, day }: { points: string; day: string | null }) {
  const [map, setMap] = useState<RouteMapData | null | undefined>()
  useEffect(() => {
    const left = new AbortController()
    void readRouteMap(points, day, left.signal).then((read) => left.signal.aborted || setMap(read))
    return () => left.abort()
  }, [points, day])
  if (map === null) return null
  return map ? <RouteDrawing map={map} /> : <div className="route-map m-0 ink route-map__room r-card bg-sunken" />
}

/** Null if the request fails or the places are unknown: the page has the route in words. */
async function readRouteMap(points: string, day: string | null, signal: AbortSignal): Promise<RouteMapData | null> {
  const query = new URLSearchParams({ points, ...(day ? { day } : {}) })
  try {
    const answer = await fetch(`/api/route-map/?${query.toString()}`, { signal })
    return answer.ok ? (fromWire(await answer.json()) as RouteMapData) : null
  } catch {
    return null
  }
}

import { useEffect, useState } from 'react'
import { readRouteMap } from './read-route-map.ts'
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
  return map ? <RouteDrawing map={map} /> : <div className="route-map route-map__room" />
}

import type { LatLng } from '#shared/distance.ts'

/** Degrees, WGS84, longitude first as in GeoJSON. */
export type LngLat = readonly [lng: number, lat: number]

/** A closed shape on the map, with the box around it, so that most places are answered by four comparisons. */
export interface Outline {
  points: readonly LngLat[]
  west: number
  south: number
  east: number
  north: number
}

export function outlineOf(points: readonly LngLat[]): Outline {
  const lngs = points.map(([lng]) => lng)
  const lats = points.map(([, lat]) => lat)
  return {
    points,
    west: Math.min(...lngs),
    south: Math.min(...lats),
    east: Math.max(...lngs),
    north: Math.max(...lats),
  }
}

/** Whether a place lies inside, by counting how often a line to the east of it meets the edge. */
export function isInOutline({ points, ...box }: Outline, { lat, lng }: LatLng): boolean {
  if (lng < box.west || lng > box.east || lat < box.south || lat > box.north) return false
  let isInside = false
  let [beforeLng, beforeLat] = points.at(-1) ?? [0, 0]
  for (const [atLng, atLat] of points) {
    const isPassed = atLat > lat !== beforeLat > lat
    if (isPassed && lng < ((beforeLng - atLng) * (lat - atLat)) / (beforeLat - atLat) + atLng) isInside = !isInside
    beforeLng = atLng
    beforeLat = atLat
  }
  return isInside
}

const METRES_PER_DEGREE = 111_195

/** Whether the edge is at most so many metres away. The earth is flat enough within a city. */
export function isNearEdge(outline: Outline, { lat, lng }: LatLng, metres: number): boolean {
  const metresPerLng = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  const [dLat, dLng] = [metres / METRES_PER_DEGREE, metres / metresPerLng]
  if (
    lng < outline.west - dLng ||
    lng > outline.east + dLng ||
    lat < outline.south - dLat ||
    lat > outline.north + dLat
  )
    return false
  const flat = outline.points.map(([x, y]) => [(x - lng) * metresPerLng, (y - lat) * METRES_PER_DEGREE] as const)
  return flat.some((to, index) => metresFromOrigin(flat.at(index - 1) ?? to, to) <= metres)
}

/** How far (0, 0) is from a stretch of line. */
function metresFromOrigin([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number]): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(fromX * dx + fromY * dy) / length))
  return Math.hypot(fromX + along * dx, fromY + along * dy)
}

/** Twice the area of the triangle, above 0 where `at` lies to the left of the way from `from` to `to`. */
export const sideOf = ([fromLng, fromLat]: LngLat, [toLng, toLat]: LngLat, [lng, lat]: LngLat): number =>
  (toLng - fromLng) * (lat - fromLat) - (toLat - fromLat) * (lng - fromLng)

/** Whether two stretches of line meet. One that only begins on the other meets it from one side only, so that a way is counted once. */
export function doLinesMeet(from: LngLat, to: LngLat, a: LngLat, b: LngLat): boolean {
  return sideOf(a, b, from) > 0 !== sideOf(a, b, to) > 0 && sideOf(from, to, a) > 0 !== sideOf(from, to, b) > 0
}

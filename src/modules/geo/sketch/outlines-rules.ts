import type { LatLng } from '#shared/distance.ts'
import { WHOLE, type Box, type Spot } from './frame-rules.ts'

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

/** Whether the edge is at most `metres` metres away. The earth is flat enough within a city. */
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
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(fromX * dx + fromY * dy) / length))
  return Math.hypot(fromX + share * dx, fromY + share * dy)
}

/** Twice the area of the triangle, above 0 where `at` lies to the left of the way from `from` to `to`. */
export const sideOf = ([fromLng, fromLat]: LngLat, [toLng, toLat]: LngLat, [lng, lat]: LngLat): number =>
  (toLng - fromLng) * (lat - fromLat) - (toLat - fromLat) * (lng - fromLng)

/** Whether two stretches of line meet. One that only begins on the other meets it from one side only, so that a way is counted once. */
export function doLinesMeet(from: LngLat, to: LngLat, a: LngLat, b: LngLat): boolean {
  return sideOf(a, b, from) > 0 !== sideOf(a, b, to) > 0 && sideOf(from, to, a) > 0 !== sideOf(from, to, b) > 0
}

/** Positions of names, so that none lies on another, on a mark or over the edge. */

/** A name beside a spot. */
export interface Placed {
  text: string
  x: number
  y: number
  /** Part of the text that is at `x`; `y` is the foot of its capitals. */
  anchor: 'start' | 'middle' | 'end'
  box: Box
}

/** The widest a letter gets on average, and the height of a line: the style sheet's sizes. */
export interface Letters {
  width: number
  height: number
}
export const LARGE: Letters = { width: 7.6, height: 16 }
export const SMALL: Letters = { width: 6.2, height: 13 }

export const doOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export const boxAround = ({ x, y }: Spot, half: number): Box => ({
  left: x - half,
  top: y - half,
  right: x + half,
  bottom: y + half,
})

const isWithin = ({ left, top, right, bottom }: Box): boolean =>
  left >= WHOLE.left + 2 && top >= WHOLE.top + 2 && right <= WHOLE.right - 2 && bottom <= WHOLE.bottom - 2

/** Right, left, above, below, and between: those in the frame, with the text at a distance from the spot. */
function placesAround(text: string, { x, y }: Spot, letters: Letters, distance: number): Placed[] {
  const width = text.length * letters.width
  const slant = distance * 0.75
  const directions: [dx: number, dy: number, anchor: Placed['anchor']][] = [
    [distance, 0, 'start'],
    [-distance, 0, 'end'],
    [0, -distance - letters.height / 2, 'middle'],
    [0, distance + letters.height / 2, 'middle'],
    [slant, -slant - letters.height / 3, 'start'],
    [-slant, -slant - letters.height / 3, 'end'],
    [slant, slant + letters.height / 3, 'start'],
    [-slant, slant + letters.height / 3, 'end'],
  ]
  return directions
    .map(([dx, dy, anchor]) => placedAt(text, { x: x + dx, y: y + dy }, anchor, width, letters))
    .filter(({ box }) => isWithin(box))
}

function placedAt(text: string, { x, y }: Spot, anchor: Placed['anchor'], width: number, letters: Letters): Placed {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  const box = { left, right: left + width, top: y - letters.height / 2, bottom: y + letters.height / 2 }
  // Capitals are seven tenths of a line, so their foot is a third of it below the middle.
  return { text, x: Math.round(x), y: Math.round(y + letters.height * 0.3), anchor, box }
}

/** Number of these spots that a name would cover. */
const spotsUnder = ({ left, top, right, bottom }: Box, spots: readonly Spot[]): number =>
  spots.filter(({ x, y }) => x > left - 3 && x < right + 3 && y > top - 3 && y < bottom + 3).length

/** Names of the route's ends, which have to stand somewhere: of all pairs of places the one that covers least of the route. */
export function placeEnds(
  ends: readonly (Spot & { name: string })[],
  taken: readonly Box[],
  line: readonly Spot[],
  distance: number,
): Placed[] {
  const choices = ends.map(({ name, ...spot }) =>
    placesAround(name, spot, LARGE, distance)
      .filter(({ box }) => taken.every((other) => !doOverlap(box, other)))
      .map((placed, rank) => ({ placed, cost: spotsUnder(placed.box, line) * 4 + rank })),
  )
  let best: { all: Placed[]; cost: number } | undefined
  const choose = (at: number, all: Placed[], cost: number): void => {
    if (best && cost >= best.cost) return
    const here = choices[at]
    if (!here) {
      best = { all, cost }
      return
    }
    for (const { placed, cost: more } of here)
      if (all.every(({ box }) => !doOverlap(box, placed.box))) choose(at + 1, [...all, placed], cost + more)
  }
  choose(0, [], 0)
  return best?.all ?? []
}

/** One more name where there is room for it, clear of the route; undefined where there is none. */
export function placeOne(
  text: string,
  spots: readonly Spot[],
  taken: readonly Box[],
  line: readonly Spot[],
  { letters, distance }: { letters: Letters; distance: number },
): Placed | undefined {
  return spots
    .flatMap((spot) => placesAround(text, spot, letters, distance))
    .find(({ box }) => taken.every((other) => !doOverlap(box, other)) && spotsUnder(box, line) === 0)
}

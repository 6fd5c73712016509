/** The line of the route: as a routing engine saw it or, for a sketch, from place to place and by the bridges and tunnels between them. */
import type { LatLng } from '#shared/distance.ts'
import { landOfPlace, type ShorePlace } from '../crossings/rules.ts'
import { overLand } from '../osrm/rules.ts'
import type { LngLat } from './outlines-rules.ts'
import type { Spot } from './frame-rules.ts'

/** The way from one point of the route to the next. */
export interface Stretch {
  /** Corners, both ends included. */
  corners: readonly LatLng[]
  /** No road joins its ends. */
  isSea: boolean
  /** The bridges and tunnels that it bends at. */
  via: readonly string[]
}

/** Each way between neighbours, without an engine. */
export const sketchedWay = (points: readonly ShorePlace[]): Stretch[] =>
  points.slice(1).flatMap((to, index): Stretch[] => {
    const from = points[index]
    if (!from) return []
    if (landOfPlace(from) !== landOfPlace(to)) return [{ corners: [from, to], isSea: true, via: [] }]
    const { via } = overLand.between(from, to)
    return [{ corners: [from, ...via, to], isSea: false, via: via.map(({ name }) => name) }]
  })

/** The way that an engine drew, as one stretch. */
export const drawnWay = (line: readonly LngLat[]): Stretch[] => [
  { corners: line.map(([lng, lat]) => ({ lng, lat })), isSea: false, via: [] },
]

/** How far a straight way swings out, as a share of its length: enough to be seen to be a sketch. */
const SWING = 0.05
const PIECES = 12
/** Maximum pixels over which corners of a route are rounded. */
const ROUND = 14

/** A sketched stretch as a line of short pieces: a slight arc, or straight ways with round corners. */
export function sketchedLine(corners: readonly Spot[]): Spot[] {
  const [from, to] = corners
  if (!from || !to) return []
  return corners.length === 2 ? arc(from, to) : rounded(corners)
}

function arc(from: Spot, to: Spot): Spot[] {
  // Always to the same side of the map, so that the way back is the way there.
  const side = to.x > from.x || (to.x === from.x && to.y > from.y) ? 1 : -1
  const middle = {
    x: (from.x + to.x) / 2 + side * 2 * SWING * (to.y - from.y),
    y: (from.y + to.y) / 2 - side * 2 * SWING * (to.x - from.x),
  }
  return curve(from, middle, to)
}

/** A quadratic Bézier curve. */
function curve(from: Spot, bend: Spot, to: Spot): Spot[] {
  return Array.from({ length: PIECES + 1 }, (_, index) => {
    const t = index / PIECES
    const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t]
    return { x: a * from.x + b * bend.x + c * to.x, y: a * from.y + b * bend.y + c * to.y }
  })
}

function rounded(corners: readonly Spot[]): Spot[] {
  return corners.flatMap((corner, index) => {
    const [before, next] = [corners[index - 1], corners[index + 1]]
    return before && next ? curve(towards(corner, before), corner, towards(corner, next)) : [corner]
  })
}

function towards(from: Spot, to: Spot): Spot {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const share = length === 0 ? 0 : Math.min(ROUND, length / 2) / length
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
}

/**
 * Projection of places on the globe to a small drawing: north is up, and a length on it is true to a third of a per
 * cent. Drawing units are pixels.
 */
import { EARTH_RADIUS_METRES, type LatLng, type Metres } from '#shared/distance.ts'
import type { LngLat } from './outlines-rules.ts'

/** A point of the drawing: `x` to the right, `y` down. */
export interface Spot {
  x: number
  y: number
}

/** A part of the drawing. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The drawing is as wide as a small phone's card, so that its letters are the page's own size there. */
export const WIDTH = 360
export const HEIGHT = 320

/** Beside and above what has to show there is room for its names, and below it for the scale as well. */
const BESIDE = 44
const ABOVE = 40
const BELOW = 58
/** Smallest width of a drawing: places are known to a few hundred metres at best. */
const LEAST_WIDTH_METRES: Metres = 6000

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** A view of the earth: where a place is drawn, and how long a pixel is. */
export interface Frame {
  spotOf: (place: LatLng) => Spot
  metresPerPixel: number
  /** What may show, for looking things up: on all sides at least as far as the frame reaches. */
  bounds: { west: number; east: number; south: number; north: number }
}

/** A transverse Mercator projection about a meridian, in metres. */
function projectionAt(meridian: number) {
  return ({ lat, lng }: LatLng): Spot => {
    const [phi, lambda] = [radians(lat), radians(lng - meridian)]
    return {
      x: EARTH_RADIUS_METRES * Math.atanh(Math.cos(phi) * Math.sin(lambda)),
      y: -EARTH_RADIUS_METRES * Math.atan2(Math.tan(phi), Math.cos(lambda)),
    }
  }
}

/** The frame in which all of these places show, as large as they can be. */
export function frameOf(places: readonly LatLng[]): Frame {
  const lngs = places.map(({ lng }) => lng)
  const project = projectionAt((Math.min(...lngs) + Math.max(...lngs)) / 2)
  const spots = places.map(project)
  const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))]
  const metresPerPixel = Math.max(
    LEAST_WIDTH_METRES / WIDTH,
    (right - left) / (WIDTH - 2 * BESIDE),
    (bottom - top) / (HEIGHT - ABOVE - BELOW),
  )
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const spotOf = (place: LatLng): Spot => {
    const { x, y } = project(place)
    return {
      x: (x - middle.x) / metresPerPixel + WIDTH / 2,
      y: (y - middle.y) / metresPerPixel + (HEIGHT + ABOVE - BELOW) / 2,
    }
  }
  return { spotOf, metresPerPixel, bounds: boundsOf(places, metresPerPixel) }
}

function boundsOf(places: readonly LatLng[], metresPerPixel: number): Frame['bounds'] {
  const lats = places.map(({ lat }) => lat)
  const lngs = places.map(({ lng }) => lng)
  // The frame reaches at most its whole length in each direction from any place.
  const reach = (WIDTH + HEIGHT) * metresPerPixel
  const dLat = reach / 111_195
  const [south, north] = [Math.min(...lats) - dLat, Math.max(...lats) + dLat]
  const dLng = dLat / Math.cos(radians(Math.min(north, 65)))
  return { west: Math.min(...lngs) - dLng, east: Math.max(...lngs) + dLng, south, north }
}

export const WHOLE: Box = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT }
/** A shore that ends outside the frame is not seen to end. */
const MARGIN = 6
const CLIP: Box = { left: -MARGIN, top: -MARGIN, right: WIDTH + MARGIN, bottom: HEIGHT + MARGIN }

export const isInBox = ({ left, top, right, bottom }: Box, { x, y }: Spot): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

/** A closed shape as far as it lies in the frame, cut at one side after the other (Sutherland and Hodgman). */
export function clipShape(shape: readonly Spot[]): Spot[] {
  const sides: [isInside: (at: Spot) => boolean, axis: 'x' | 'y', edge: number][] = [
    [({ x }) => x >= CLIP.left, 'x', CLIP.left],
    [({ x }) => x <= CLIP.right, 'x', CLIP.right],
    [({ y }) => y >= CLIP.top, 'y', CLIP.top],
    [({ y }) => y <= CLIP.bottom, 'y', CLIP.bottom],
  ]
  let clipped: readonly Spot[] = shape
  for (const [isInside, axis, edge] of sides) {
    const next: Spot[] = []
    let before = clipped.at(-1)
    for (const at of clipped) {
      if (before && isInside(at) !== isInside(before)) next.push(cutAt(before, at, axis, edge))
      if (isInside(at)) next.push(at)
      before = at
    }
    clipped = next
  }
  return [...clipped]
}

function cutAt(from: Spot, to: Spot, axis: 'x' | 'y', edge: number): Spot {
  const share = (edge - from[axis]) / (to[axis] - from[axis])
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
}

/** The stretches of an open line that may show: those of which an end is in the frame, or that pass over it. */
export function clipLine(line: readonly Spot[]): Spot[][] {
  const stretches: Spot[][] = []
  let current: Spot[] = []
  for (const [index, to] of line.entries()) {
    const from = line[index - 1]
    if (!from) continue
    if (mayShow(from, to)) {
      if (current.length === 0) current.push(from)
      current.push(to)
    } else if (current.length > 0) {
      stretches.push(current)
      current = []
    }
  }
  return current.length > 0 ? [...stretches, current] : stretches
}

const mayShow = (from: Spot, to: Spot): boolean =>
  Math.max(from.x, to.x) >= CLIP.left &&
  Math.min(from.x, to.x) <= CLIP.right &&
  Math.max(from.y, to.y) >= CLIP.top &&
  Math.min(from.y, to.y) <= CLIP.bottom

/** Leaves out bends too small to see: those within `pixels` pixels of the line without them (Douglas and Peucker). */
export function simplified(line: readonly Spot[], pixels: number): Spot[] {
  const isKept = new Uint8Array(line.length)
  isKept[0] = 1
  isKept[line.length - 1] = 1
  const parts: [first: number, last: number][] = [[0, line.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part
    const [from, to] = [line[first], line[last]]
    if (!from || !to) continue
    let [farthest, most] = [-1, pixels]
    for (let at = first + 1; at < last; at++) {
      const distance = pixelsFrom(line[at] ?? from, from, to)
      if (distance > most) [farthest, most] = [at, distance]
    }
    if (farthest < 0) continue
    isKept[farthest] = 1
    parts.push([first, farthest], [farthest, last])
  }
  return line.filter((_, index) => isKept[index] === 1)
}

/** How far a spot is from a stretch of line. */
export function pixelsFrom({ x, y }: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length))
  return Math.hypot(from.x + share * dx - x, from.y + share * dy - y)
}

/** A line as SVG writes it, in whole pixels and from bend to bend, which is short. */
export function pathOf(line: readonly Spot[], isClosed = false): string {
  const [first] = line
  if (!first) return ''
  let [x, y] = [Math.round(first.x), Math.round(first.y)]
  let path = `M${x} ${y}l`
  for (const at of line.slice(1)) {
    const [dx, dy] = [Math.round(at.x) - x, Math.round(at.y) - y]
    if (dx === 0 && dy === 0) continue
    path += `${path.endsWith('l') || dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`
    x += dx
    y += dy
  }
  return path.endsWith('l') ? '' : path + (isClosed ? 'z' : '')
}

/** Twice the area, however it is gone round. */
export const areaOf = (shape: readonly Spot[]): number =>
  Math.abs(
    shape.reduce((sum, to, index) => {
      const from = shape.at(index - 1) ?? to
      return sum + from.x * to.y - to.x * from.y
    }, 0),
  )

export const spotsOf = ({ spotOf }: Frame, line: readonly LngLat[]): Spot[] =>
  line.map(([lng, lat]) => spotOf({ lng, lat }))

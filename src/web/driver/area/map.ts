// The drawn map: Mercator projection, one cell per district centre, the coast from the outline, all in drawing units.
import { Delaunay } from 'd3-delaunay'
import { outcodes } from '#modules/geo/outcodes/data.ts'
import type { LatLng, Metres } from '#shared/distance.ts'
import { outlineRings } from './outline.ts'

export interface Point {
  x: number
  y: number
}

/** A rectangle in drawing units. */
export interface View {
  x: number
  y: number
  width: number
  height: number
}

/** Drawing units per degree of longitude, large enough that coordinates need no decimals. */
const SCALE = 1000
const METRES_PER_DEGREE = 111_195
const RATIO = 0.96

const radians = (degrees: number) => (degrees * Math.PI) / 180
const project = ({ lat, lng }: LatLng): Point => ({
  x: lng * SCALE,
  y: (-Math.log(Math.tan(Math.PI / 4 + radians(lat) / 2)) * SCALE * 180) / Math.PI,
})

/** Metres in drawing units at a latitude: Mercator stretches the north. */
export const lengthAt = (lat: number, metres: Metres): number =>
  ((metres / METRES_PER_DEGREE) * SCALE) / Math.cos(radians(lat))

const places = [...outcodes.values()]
const points = places.map(project)
const delaunay = Delaunay.from(
  points,
  ({ x }) => x,
  ({ y }) => y,
)
const edgeOfMap = 20 * SCALE
const voronoi = delaunay.voronoi([-edgeOfMap, -90 * SCALE, edgeOfMap, -30 * SCALE])

/** Districts, in the order of the cells. */
const codes = places.map(({ code }) => code)

export const placeOf = (code: string): LatLng | undefined => outcodes.get(code)

export const coastPath: string = outlineRings
  .map((ring) => {
    const corners = ring.split(',').map((pair) => {
      const [lng = 0, lat = 0] = pair.split(' ').map(Number)
      return project({ lat: lat / 1000, lng: lng / 1000 })
    })
    return `M${corners.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}Z`
  })
  .join('')

const SMALLEST_VIEW_METRES = 16_000

/** A rectangle containing everything chosen, the base and the radius; the whole country if nothing is. */
export function viewOf(chosen: ReadonlySet<string>, base: { place: LatLng; metres: Metres } | null): View {
  const inView = codes.flatMap((code, index) => {
    const point = points[index]
    return chosen.has(code) && point ? [point] : []
  })
  if (base) inView.push(...circleCorners(base.place, base.metres))
  const [first] = inView
  if (!first) return viewAround(project({ lat: 60.9, lng: -8.2 }), project({ lat: 49.9, lng: 1.8 }), 0)
  const [west, east] = [Math.min(...inView.map(({ x }) => x)), Math.max(...inView.map(({ x }) => x))]
  const [north, south] = [Math.min(...inView.map(({ y }) => y)), Math.max(...inView.map(({ y }) => y))]
  return viewAround({ x: west, y: north }, { x: east, y: south }, lengthAt(53, SMALLEST_VIEW_METRES))
}

function circleCorners(place: LatLng, metres: Metres): Point[] {
  const { x, y } = project(place)
  const reach = lengthAt(place.lat, metres)
  return [
    { x: x - reach, y: y - reach },
    { x: x + reach, y: y + reach },
  ]
}

function viewAround(from: Point, to: Point, least: number): View {
  const margin = 1.25
  const neededWidth = Math.max((to.x - from.x) * margin, ((to.y - from.y) * margin) / RATIO, least)
  const [width, height] = [neededWidth, neededWidth * RATIO]
  return { x: (from.x + to.x - width) / 2, y: (from.y + to.y - height) / 2, width, height }
}

/** So much is added or taken away by one press. */
const ZOOM = 1.6
const LEAST_WIDTH = lengthAt(53, SMALLEST_VIEW_METRES / 4)
const WHOLE = viewOf(new Set(), null)

/** The view from closer, around this place if it is in view; null where it is as close as the map goes. */
export function zoomedIn(view: View, place: LatLng | null): View | null {
  const width = view.width / ZOOM
  const middle = place && project(place)
  return width < LEAST_WIDTH ? null : withWidth(view, middle && contains(view, middle) ? middle : null, width)
}

/** The view from farther away; null where the whole country shows. */
export function zoomedOut(view: View): View | null {
  if (view.width >= WHOLE.width) return null
  return view.width * ZOOM < WHOLE.width ? withWidth(view, null, view.width * ZOOM) : WHOLE
}

function withWidth(view: View, middle: Point | null, width: number): View {
  const { x, y } = middle ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 }
  const height = width * RATIO
  return { x: x - width / 2, y: y - height / 2, width, height }
}

export interface Drawing {
  /** Unchosen cells, chosen cells, and the outline of the chosen ones. */
  unchosen: string
  on: string
  border: string
  labels: Label[]
}

/** The shapes for a view. All cells are combined into two, because thousands of shapes would be slow on a phone. */
export function draw(view: View, chosen: ReadonlySet<string>, base: LatLng | null = null): Drawing {
  const drawing: Drawing = { unchosen: '', on: '', border: '', labels: [] }
  const cells = points.flatMap((point, index) => (isNearView(view, point) ? [index] : []))
  for (const index of cells) {
    const isOn = chosen.has(codes[index] ?? '')
    const path = cellPath(index)
    if (isOn) {
      drawing.on += path
      drawing.border += borderPath(index, chosen)
    } else drawing.unchosen += path
  }
  const seen = cells.flatMap((index) => {
    const [point, code] = [points[index], codes[index]]
    return point && code && contains(view, point) ? [{ code, point, isOn: chosen.has(code) }] : []
  })
  drawing.labels = labelsOf(view, seen, base && project(base))
  return drawing
}

/** Cells extend over the edge: half a view more is drawn than is visible. */
const isNearView = ({ x, y, width, height }: View, point: Point) =>
  point.x > x - width / 4 && point.x < x + width * 1.25 && point.y > y - height / 4 && point.y < y + height * 1.25

const cornersOf = (index: number): [number, number][] => voronoi.cellPolygon(index) ?? []

/** Two districts with the same centre share a cell. */
function cellPath(index: number): string {
  const corners = cornersOf(index).map(([x, y]) => `${round(x)} ${round(y)}`)
  return corners.length === 0 ? '' : `M${corners.join('L')}Z`
}

/** The sides of a cell that border on unchosen cells. */
function borderPath(index: number, chosen: ReadonlySet<string>): string {
  const corners = cornersOf(index)
  const inside = new Set([...voronoi.neighbors(index)].filter((other) => chosen.has(codes[other] ?? '')))
  const shared = new Set([...inside].flatMap((other) => cornersOf(other).map(keyOf)))
  let path = ''
  for (const [at, corner] of corners.slice(0, -1).entries()) {
    const next = corners[at + 1]
    if (!next) continue
    const isInner = shared.has(keyOf(corner)) && shared.has(keyOf(next)) && sharesSide(inside, corner, next)
    if (!isInner) path += `M${round(corner[0])} ${round(corner[1])}L${round(next[0])} ${round(next[1])}`
  }
  return path
}

const keyOf = ([x, y]: [number, number]) => `${x.toFixed(3)},${y.toFixed(3)}`

const sharesSide = (inside: ReadonlySet<number>, from: [number, number], to: [number, number]): boolean =>
  [...inside].some((other) => {
    const keys = new Set(cornersOf(other).map(keyOf))
    return keys.has(keyOf(from)) && keys.has(keyOf(to))
  })

const contains = ({ x, y, width, height }: View, point: Point) =>
  point.x > x && point.x < x + width && point.y > y && point.y < y + height

/** Whether the present view of the map contains every chosen district. */
export const showsAll = (view: View, chosen: ReadonlySet<string>): boolean =>
  points.every((point, index) => !chosen.has(codes[index] ?? '') || contains(view, point))

/** The district at a point of the drawing. */
export const districtAt = ({ x, y }: Point): string | undefined => codes[delaunay.find(x, y)]

export const toDrawing = project

function round(value: number): number {
  return Math.round(value * 10) / 10
}

// Which names are written on the map, so that none lies on another, on the base or over the edge.

/** A district in view. */
interface Named {
  code: string
  point: Point
  isOn: boolean
}

interface Label extends Named {
  /** There is room for it only where letters are small: not on a phone. */
  isWideOnly: boolean
}

/** Above this many districts in view their areas are named instead. */
const MOST_DISTRICTS = 90

/** Half the width of a letter and half the height of a line, as shares of the view's width (area.css). */
interface Size {
  letter: number
  line: number
}
const PHONE: Size = { letter: 0.018, line: 0.025 }
const WIDE: Size = { letter: 0.0095, line: 0.0135 }
/** Half of the mark of the base, and a little air. */
const MARK = 0.02

/** Names of districts while few enough to read, otherwise of areas. Those chosen come first. */
function labelsOf(view: View, seen: readonly Named[], base: Point | null): Label[] {
  if (seen.length > MOST_DISTRICTS) return placed(view, areasOf(view, seen), base).filter((label) => !label.isWideOnly)
  const middle = base ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 }
  const distanceFromMiddle = ({ point }: Named) => Math.hypot(point.x - middle.x, point.y - middle.y)
  const inOrder = seen.toSorted(
    (a, b) => Number(b.isOn) - Number(a.isOn) || distanceFromMiddle(a) - distanceFromMiddle(b),
  )
  return placed(view, inOrder, base)
}

/** Takes names in this order as long as there is room, first for large letters, then for small ones. */
function placed(view: View, names: readonly Named[], base: Point | null): Label[] {
  const fits = (one: Named, others: readonly Named[], size: Size) =>
    isInside(view, one, size) &&
    !(base && isOnMark(view, one, base, size)) &&
    others.every((other) => !isOver(view, one, other, size))
  const large: Named[] = []
  for (const one of names) if (fits(one, large, PHONE)) large.push(one)
  const all = [...large]
  for (const one of names) if (!large.includes(one) && fits(one, all, WIDE)) all.push(one)
  return all.map((one) => ({ ...one, isWideOnly: !large.includes(one) }))
}

const halfOf = (view: View, code: string, { letter }: Size) => code.length * letter * view.width

function isInside(view: View, { code, point }: Named, size: Size): boolean {
  const half = halfOf(view, code, size)
  const line = size.line * view.width
  // Tolerance for the rounding of the drawing.
  const slack = view.width * 1e-6
  return (
    point.x - half >= view.x - slack &&
    point.x + half <= view.x + view.width + slack &&
    point.y - line >= view.y - slack &&
    point.y + line <= view.y + view.height + slack
  )
}

const isOver = (view: View, a: Named, b: Named, size: Size): boolean =>
  Math.abs(a.point.x - b.point.x) < halfOf(view, a.code, size) + halfOf(view, b.code, size) &&
  Math.abs(a.point.y - b.point.y) < 2 * size.line * view.width

const isOnMark = (view: View, { code, point }: Named, base: Point, size: Size): boolean =>
  Math.abs(point.x - base.x) < halfOf(view, code, size) + MARK * view.width &&
  Math.abs(point.y - base.y) < (size.line + MARK) * view.width

/** The areas of these districts, the largest first, each in the middle of its districts but not over the edge. */
function areasOf(view: View, seen: readonly Named[]): Named[] {
  const areas = Map.groupBy(seen, ({ code }) => /^[A-Z]+/.exec(code)?.[0] ?? '')
  return [...areas]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_DISTRICTS / 3)
    .map(([code, districts]) => ({
      code,
      point: movedIn(view, code, middleOf(districts)),
      isOn: districts.every(({ isOn }) => isOn),
    }))
}

function movedIn(view: View, code: string, { x, y }: Point): Point {
  const [half, line] = [halfOf(view, code, PHONE), 2 * PHONE.line * view.width]
  return {
    x: Math.min(Math.max(x, view.x + half), view.x + view.width - half),
    y: Math.min(Math.max(y, view.y + line), view.y + view.height - line),
  }
}

function middleOf(districts: readonly Named[]): Point {
  const sum = districts.reduce((total, { point }) => ({ x: total.x + point.x, y: total.y + point.y }), { x: 0, y: 0 })
  return { x: sum.x / districts.length, y: sum.y / districts.length }
}

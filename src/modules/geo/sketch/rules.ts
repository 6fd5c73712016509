/** A route drawn on a small map of Britain: everything in pixels, ready to be put into a picture. Pure. */
import { countOf } from '#shared/texts.ts'
import { haversineMetres, METRES_PER_MILE, type LatLng } from '#shared/distance.ts'
import type { ShorePlace } from '../crossings/rules.ts'
import { type LngLat, boxAround, placeEnds, placeOne, SMALL, type Placed } from './outlines-rules.ts'
import {
  clipShape,
  frameOf,
  HEIGHT,
  isInBox,
  pathOf,
  simplified,
  spotsOf,
  WIDTH,
  type Box,
  type Frame,
  type Spot,
} from './frame-rules.ts'
import { landOf, motorwaysOf, placesIn, riversOf, shortName, spotsAlong } from './roads-rules.ts'
import { drawnWay, sketchedLine, sketchedWay, type Stretch } from './route-line-rules.ts'

/** A point of the route; every `Place` is one. */
export type SketchPlace = ShorePlace & { town: string }

export interface SketchZone {
  name: string
  /** Edge of the zone; null if none was drawn. */
  outline: readonly LngLat[] | null
}

export interface SketchToll extends LatLng {
  name: string
  isCertain: boolean
}

export interface Route {
  points: readonly SketchPlace[]
  /** Line of the routing engine; null for a sketch. */
  line: readonly LngLat[] | null
  /** Zones in which the route has a point, and those that it passes or may pass. */
  zones: readonly SketchZone[]
  tolls: readonly SketchToll[]
}

/** What a name is of: it decides how it is written. */
export type LabelKind = 'end' | 'stop' | 'town' | 'road' | 'zone' | 'toll'

export interface Drawing {
  width: number
  height: number
  land: string
  rivers: string
  motorways: string
  zones: string
  roads: string
  sea: string
  points: { mark: string; x: number; y: number }[]
  tolls: { x: number; y: number }[]
  towns: { x: number; y: number }[]
  labels: { kind: LabelKind; text: string; x: number; y: number; anchor: Placed['anchor'] }[]
  scale: { width: number; text: string }
}

/** A, the numbers of the stops, B. */
export const markOf = (index: number, count: number): string =>
  index === 0 ? 'A' : index === count - 1 ? 'B' : String(index)

/** Half the size of a mark, and how far its name stands from its middle. */
const END = 11
const BESIDE_END = 15
const TOLL = 7
/** Two ends nearer than this on the drawing are drawn apart. */
const LEAST_APART = 30
/** More names than this hide the map. */
const MOST_ROADS = 5
const MOST_TOWNS = 9

export function drawRoute(route: Route): Drawing {
  const stretches = route.line ? drawnWay(route.line) : sketchedWay(route.points)
  const frame = frameOf([...route.points, ...stretches.flatMap(({ corners }) => corners)])
  const spots = moveApart(route.points.map(frame.spotOf))
  const lines = linesOf(stretches, spots, frame, route.line === null)
  const motorways = motorwaysOf(frame)
  const scale = scaleOf(frame)
  const tolls = route.tolls
    .map(({ name, ...place }) => ({ name, ...frame.spotOf(place) }))
    .filter((spot) => isInBox(INNER, spot))
  const { labels, towns } = namesOn({
    route,
    frame,
    spots,
    tolls,
    motorways,
    scale,
    line: lines.flatMap(({ line }) => line),
  })
  const pathsOf = (isSea: boolean) =>
    lines.map((one) => (one.isSea === isSea ? pathOf(simplified(one.line, 0.5)) : '')).join('')
  return {
    width: WIDTH,
    height: HEIGHT,
    land: landOf(frame),
    rivers: riversOf(frame),
    motorways: motorways.path,
    zones: route.zones.map(({ outline }) => (outline ? zonePath(frame, outline) : '')).join(''),
    roads: pathsOf(false),
    sea: pathsOf(true),
    points: spots.map((spot, index) => ({ mark: markOf(index, spots.length), ...rounded(spot) })),
    tolls: tolls.map(rounded),
    towns: towns.map(rounded),
    labels,
    scale,
  }
}

const INNER: Box = { left: 8, top: 8, right: WIDTH - 8, bottom: HEIGHT - 8 }

const rounded = ({ x, y }: Spot) => ({ x: Math.round(x), y: Math.round(y) })

/** Points on one spot would hide each other: the later one moves on, to the right or down. */
function moveApart(spots: readonly Spot[]): Spot[] {
  const [first, last] = [spots[0], spots.at(-1)]
  if (!first || !last || spots.length < 2) return [...spots]
  const [dx, dy] = [last.x - first.x, last.y - first.y]
  const length = Math.hypot(dx, dy)
  if (length >= LEAST_APART) return [...spots]
  const [ux, uy] = length === 0 ? [1, 0] : [dx / length, dy / length]
  const more = (LEAST_APART - length) / 2
  const moved = (spot: Spot, by: number) => ({ x: spot.x + ux * by, y: spot.y + uy * by })
  return spots.map((spot, index) =>
    index === 0 ? moved(spot, -more) : index === spots.length - 1 ? moved(spot, more) : spot,
  )
}

/** The ways in pixels, from mark to mark. */
function linesOf(stretches: readonly Stretch[], spots: readonly Spot[], { spotOf }: Frame, isSketch: boolean) {
  return stretches.map(({ corners, isSea }, index) => {
    const between = corners.slice(1, -1).map(spotOf)
    const [from, to] = isSketch ? [spots[index], spots[index + 1]] : [spots[0], spots.at(-1)]
    const line = from && to ? [from, ...between, to] : between
    return { isSea, line: isSketch ? sketchedLine(line) : line }
  })
}

function zonePath(frame: Frame, outline: readonly LngLat[]): string {
  const shape = clipShape(spotsOf(frame, outline))
  return shape.length > 2 ? pathOf(simplified([...shape, ...shape.slice(0, 1)], 0.8), true) : ''
}

interface Names {
  route: Route
  frame: Frame
  spots: readonly Spot[]
  tolls: readonly (Spot & { name: string })[]
  motorways: ReturnType<typeof motorwaysOf>
  scale: Drawing['scale']
  line: readonly Spot[]
}

/** The ends first, then what the route meets, then what helps to read the map while there is room. */
function namesOn({ route, frame, spots, tolls, motorways, scale, line }: Names) {
  const lineSpots = spotsAlong(line)
  const taken: Box[] = [
    { left: 0, top: HEIGHT - 30, right: scale.width + 24, bottom: HEIGHT },
    { left: WIDTH - 30, top: 0, right: WIDTH, bottom: 38 },
    ...spots.map((spot) => boxAround(spot, END)),
    ...tolls.map((spot) => boxAround(spot, TOLL)),
  ]
  const labels: Drawing['labels'] = []
  const write = (kind: LabelKind, placed: Placed | undefined): boolean => {
    if (!placed) return false
    const { box, ...label } = placed
    taken.push(box)
    labels.push({ kind, ...label })
    return true
  }
  for (const placed of endNames(route.points, spots, taken, lineSpots)) write('end', placed)
  const small = { letters: SMALL, distance: 10 }
  for (const [index, spot] of spots.entries()) {
    const isEnd = index === 0 || index === spots.length - 1
    if (!isEnd)
      write(
        'stop',
        placeOne(shortName(route.points[index]?.town ?? ''), [spot], taken, lineSpots, { ...small, distance: 14 }),
      )
  }
  // What costs something is named even if a piece of the line lies under it.
  for (const { name, ...spot } of tolls)
    write('toll', placeOne(name, [spot], taken, lineSpots, small) ?? placeOne(name, [spot], taken, [], small))
  for (const { name, outline } of route.zones)
    if (outline) write('zone', zoneName(name, outline, frame, taken, lineSpots))
  const roads = new Set<string>()
  for (const { name, others, ...spot } of motorways.names) {
    if (roads.size >= MOST_ROADS || roads.has(name)) continue
    if (write('road', placeOne(name, [spot, ...others], taken, lineSpots, { letters: ROAD, distance: 0 })))
      roads.add(name)
  }
  const towns: Spot[] = []
  const isNamed = new Set(route.points.map(({ town }) => shortName(town)))
  for (const { name, ...spot } of placesIn(frame)) {
    if (towns.length >= MOST_TOWNS) break
    const isHidden = taken.some((box) => isInBox(box, spot))
    if (
      !isHidden &&
      !isNamed.has(name) &&
      write('town', placeOne(name, [spot], taken, lineSpots, { letters: SMALL, distance: 6 }))
    ) {
      towns.push(spot)
      taken.push(boxAround(spot, 4))
      isNamed.add(name)
    }
  }
  return { labels, towns }
}

/** Size of a road's name, a little wider than its letters, for the sign around it. */
const ROAD = { width: 9, height: 15 }

/** A name that is too long for where its place lies is cut short. */
function endNames(
  points: readonly SketchPlace[],
  spots: readonly Spot[],
  taken: readonly Box[],
  line: readonly Spot[],
) {
  const ends = [0, points.length - 1]
  for (const most of [20, 14, 9]) {
    const named = ends.flatMap((index) => {
      const [point, spot] = [points[index], spots[index]]
      return point && spot ? [{ name: shortName(point.town, most), ...spot }] : []
    })
    const placed = placeEnds(named, taken, line, BESIDE_END)
    if (placed.length === named.length) return placed
  }
  return []
}

/** Inside its northern edge where that shows, else its southern one. */
function zoneName(
  name: string,
  outline: readonly LngLat[],
  frame: Frame,
  taken: readonly Box[],
  line: readonly Spot[],
): Placed | undefined {
  const edge = spotsOf(frame, outline).filter((spot) => isInBox(INNER, spot))
  const northFirst = edge.toSorted((a, b) => a.y - b.y)
  return placeOne(name, northFirst, taken, line, { letters: SMALL, distance: 8 })
}

const SCALES_MILES = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200]
const LONGEST_SCALE = 96

/** A round length that is at most so long on the drawing. */
export function scaleOf({ metresPerPixel }: Pick<Frame, 'metresPerPixel'>): Drawing['scale'] {
  const widthOf = (miles: number) => Math.round((miles * METRES_PER_MILE) / metresPerPixel)
  const miles = SCALES_MILES.findLast((one) => widthOf(one) <= LONGEST_SCALE) ?? 0.25
  return {
    width: widthOf(miles),
    text: miles < 1 ? `${miles === 0.25 ? 'Quarter of a' : 'Half a'} mile` : countOf(miles, 'mile'),
  }
}

const WINDS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']

/** Towards which of eight winds one place lies from another. */
export function windTo(from: LatLng, to: LatLng): string {
  const east = (to.lng - from.lng) * Math.cos(((from.lat + to.lat) * Math.PI) / 360)
  const turn = (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI
  return WINDS[Math.round((turn + 360) / 45) % 8] ?? 'north'
}

/** Text of the drawing, for people who cannot see it. */
export function describeRoute({ points, line, zones, tolls }: Route): string {
  const [from, to] = [points[0], points.at(-1)]
  if (!from || !to) return ''
  const stops = points.slice(1, -1).map(({ town }, index) => `stop ${index + 1} in ${town}`)
  const isSamePlace = haversineMetres(from, to) < 300
  const way = sketchedWay(points)
  const via = line ? [] : [...new Set(way.flatMap((one) => one.via))]
  return [
    `${line ? 'Map of the route' : 'Sketch of the route'}: from A, ${from.town} ${from.outcode}, ${isSamePlace ? '' : `${windTo(from, to)} `}to B, ${to.town} ${to.outcode}${stops.length > 0 ? `, with ${stops.join(', ')}` : ''}.`,
    via.length > 0 ? `By ${via.join(', ')}.` : '',
    way.some(({ isSea }) => isSea) ? 'It crosses the sea, where no road goes.' : '',
    zones.length > 0 ? `In the ${zones.map(({ name }) => name).join(' and the ')}.` : '',
    ...tolls.map(({ name, isCertain }) => `${isCertain ? 'Toll' : 'Possible toll'}: ${name}.`),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The ground of the drawing: land, rivers, motorways and the names of towns, as far as each of them helps at its scale. */
import type { LatLng } from '#shared/distance.ts'
import { decodePolyline } from '../osrm/rules.ts'
import { outcodes } from '../outcodes/data.ts'
import type { LngLat } from './outlines-rules.ts'
import { THAMES, TYNE } from '../charges/data.ts'
import { COASTS, MOTORWAYS, TOWNS } from './data.ts'
import {
  areaOf,
  clipLine,
  clipShape,
  isInBox,
  pathOf,
  simplified,
  spotsOf,
  WHOLE,
  WIDTH,
  type Frame,
  type Spot,
} from './frame-rules.ts'

interface Line {
  points: readonly LngLat[]
  west: number
  east: number
  south: number
  north: number
}

function boxed(points: readonly LngLat[]): Line {
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)]
  return {
    points,
    west: Math.min(...lngs),
    east: Math.max(...lngs),
    south: Math.min(...lats),
    north: Math.max(...lats),
  }
}

/**
 * Coasts with fewer and fewer bends, for frames of at least `fromMetres` across: none shows a bend of less than a
 * pixel.
 */
const coasts: readonly { fromMetres: number; lines: readonly Line[] }[] = coarserAndCoarser()

function coarserAndCoarser() {
  const lines = COASTS.map((letters) => decodePolyline(letters) ?? [])
  return [0, 150_000, 500_000, 1_000_000].map((fromMetres) => {
    const degrees = fromMetres / WIDTH / 111_195
    return { fromMetres, lines: lines.map((line) => boxed(withoutBends(line, degrees))) }
  })
}

function withoutBends(line: readonly LngLat[], degrees: number): LngLat[] {
  if (degrees === 0) return [...line]
  const flat = line.map(([lng, lat]) => ({ x: lng * 0.57, y: lat }))
  return simplified(flat, degrees / 2).map(({ x, y }): LngLat => [x / 0.57, y])
}

/** Rivers upstream of the coast's own estuaries. */
const rivers: readonly Line[] = [THAMES.filter(([lng]) => lng < 0.25), TYNE].map(boxed)

const motorways: readonly (Line & { name: string })[] = MOTORWAYS.map((row) => {
  const [name = '', corners = ''] = row.split(' | ')
  const points = corners.split(' ').map((pair): LngLat => {
    const [lat, lng] = pair.split(',').map(Number)
    if (lat === undefined || lng === undefined || Number.isNaN(lat + lng)) throw new Error(`Not a motorway: ${row}`)
    return [lng, lat]
  })
  return { name, ...boxed(points) }
})

/** Somewhere with a name. */
export interface NamedSpot extends Spot {
  name: string
}

const towns: readonly (LatLng & { name: string })[] = TOWNS.map((text) => {
  const [, name = '', code = ''] = /^(.+) (\S+)$/.exec(text.trim()) ?? []
  const place = outcodes.get(code)
  if (!place) throw new Error(`Not a town: ${text}`)
  return { name, lat: place.lat, lng: place.lng }
})

const districts = [...outcodes.values()]

const mayShow = ({ bounds }: Frame, line: Line): boolean =>
  line.west <= bounds.east && line.east >= bounds.west && line.south <= bounds.north && line.north >= bounds.south

/** An island smaller than this is a speck. */
const LEAST_AREA = 3

/** All land of the frame as one path. */
export const landOf = (frame: Frame): string =>
  (coasts.findLast(({ fromMetres }) => fromMetres <= metresAcross(frame))?.lines ?? [])
    .filter((coast) => mayShow(frame, coast))
    .map(({ points }) => clipShape(spotsOf(frame, points)))
    .filter((shape) => shape.length > 2 && areaOf(shape) > LEAST_AREA)
    .map((shape) => pathOf(simplified([...shape, ...shape.slice(0, 1)], 0.8), true))
    .join('')

/**
 * Limits in metres: in wider frames rivers are hairs; in narrower ones motorways drawn by hand are beside their true
 * course.
 */
const WIDEST_WITH_RIVERS = 160_000
const NARROWEST_WITH_ROADS = 30_000

const metresAcross = ({ metresPerPixel }: Frame) => metresPerPixel * WIDTH

export const riversOf = (frame: Frame): string =>
  metresAcross(frame) > WIDEST_WITH_RIVERS
    ? ''
    : rivers
        .filter((river) => mayShow(frame, river))
        .flatMap(({ points }) => clipLine(spotsOf(frame, points)))
        .map(smoothPath)
        .join('')

/** A bend at each corner instead of an edge: half of each side is straight. */
function smoothPath(line: readonly Spot[]): string {
  const at = ({ x, y }: Spot) => `${Math.round(x)} ${Math.round(y)}`
  const [first] = line
  if (!first) return ''
  const curves = line.slice(1).map((corner, index) => {
    const next = line[index + 2]
    return next ? `Q${at(corner)} ${at({ x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 })}` : `L${at(corner)}`
  })
  return `M${at(first)}${curves.join('')}`
}

/** Motorways with where their names may stand: in the middle of what is seen of each, and at a quarter and three. */
export function motorwaysOf(frame: Frame): { path: string; names: (NamedSpot & { others: Spot[] })[] } {
  if (metresAcross(frame) < NARROWEST_WITH_ROADS) return { path: '', names: [] }
  const seen = motorways
    .filter((road) => mayShow(frame, road))
    .flatMap(({ name, points }) =>
      clipLine(spotsOf(frame, points)).map((line) => ({ name, line: simplified(line, 0.8) })),
    )
  const names = seen
    .map(({ name, line }) => ({ name, along: spotsAlong(line) }))
    .toSorted((a, b) => b.along.length - a.along.length)
    .flatMap(({ name, along: spots }) => {
      const [spot, ...others] = [0.5, 0.25, 0.75].flatMap((share) => spots[Math.floor(share * spots.length)] ?? [])
      return spot ? [{ name, ...spot, others }] : []
    })
  return { path: seen.map(({ line }) => pathOf(line)).join(''), names }
}

/** A spot every few pixels of a line, as far as it is in the frame. */
export function spotsAlong(line: readonly Spot[], every = 6): Spot[] {
  return line.slice(1).flatMap((to, index) => {
    const from = line[index] ?? to
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / every))
    if (count > 1000) return []
    return Array.from({ length: count }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / count,
      y: from.y + ((to.y - from.y) * step) / count,
    })).filter((spot) => isInBox(WHOLE, spot))
  })
}

/** Width in metres below which districts are named instead of towns. */
const WIDEST_WITH_DISTRICTS = 45_000

/** What may be named besides the route's own places, the most helpful first. */
export function placesIn(frame: Frame): NamedSpot[] {
  const isLocal = metresAcross(frame) < WIDEST_WITH_DISTRICTS
  const inFrame = (isLocal ? districts : towns)
    .filter(({ lat, lng }) => {
      const { west, east, south, north } = frame.bounds
      return lng > west && lng < east && lat > south && lat < north
    })
    .map(({ name, ...place }) => ({ name: shortName(name), ...frame.spotOf(place) }))
    .filter((spot) => isInBox(WHOLE, spot))
  if (!isLocal) return inFrame
  const toMiddle = ({ x, y }: Spot) => Math.hypot(x - WIDTH / 2, y - WIDTH / 2)
  const byName = new Map(inFrame.toReversed().map((spot) => [spot.name, spot]))
  return [...byName.values()].toSorted((a, b) => toMiddle(a) - toMiddle(b))
}

/** "New Street, Birmingham" is "New Street" beside its neighbours, and of two places the first is named; a long name ends after a whole word. */
export function shortName(name: string, most = 18): string {
  const [first = name] = name.split(/,| and | \/ /)
  if (first.length <= most) return first
  const nameParts = first.split(' ')
  while (nameParts.length > 1 && nameParts.join(' ').length > most) nameParts.pop()
  return nameParts.join(' ').slice(0, most)
}

import { EARTH_RADIUS_METRES, haversineMetres, type LatLng } from '#shared/distance.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import { expandOutcodes } from '../outcodes/rules.ts'
import type { Place } from '../rules.ts'
import { LANDS, ROADLESS, WATERS, type Roadless } from './data.ts'

export const GREAT_BRITAIN = 'Great Britain'

const landByCode = new Map(LANDS.flatMap(([name, codes]) => expandOutcodes(codes).map((code) => [code, name] as const)))

/** The name of the land an outcode lies on: 'Great Britain', 'the Isle of Wight'. */
export function landOf(outcode: string): string {
  return landByCode.get(outcode) ?? landByCode.get(areaOf(outcode) ?? '') ?? GREAT_BRITAIN
}

/** What is known of a place that may be cut off; every `Place` is one. */
export type ShorePlace = Pick<Place, 'postcode' | 'outcode' | 'lat' | 'lng' | 'precision'>

/** Postcodes from one to another in the order of the alphabet, both included. */
interface Stretch {
  name: string
  first: string
  last: string
}

const stretchesByOutcode = Map.groupBy(ROADLESS.flatMap(stretchesOf), ({ first }) => first.split(' ')[0])

/** 'KW16 3NR-3NW' is a range, 'KW17 2D' all that begin so, 'EX39 2LY' one. */
function stretchesOf({ name, postcodes }: Roadless): Stretch[] {
  return [...postcodes.matchAll(/([A-Z]{1,2}\d{1,2}) (\d[A-Z]{1,2})(?:-(\d[A-Z]{2}))?/g)].map(
    ([, outcode, from = '', to = from]) => ({
      name,
      first: `${outcode} ${from.padEnd(3, 'A')}`,
      last: `${outcode} ${to.padEnd(3, 'Z')}`,
    }),
  )
}

/** The land a place lies on, told more narrowly than by its outcode: an island or a shore without a road has a name of its own. */
export function landOfPlace(place: ShorePlace): string {
  const { postcode, outcode, lat, lng } = place
  const stretch = stretchesByOutcode.get(outcode)?.find(({ first, last }) => first <= postcode && postcode <= last)
  if (stretch) return stretch.name
  const boxed =
    place.precision === 'unit' &&
    ROADLESS.find(({ box }) => {
      const [south = 90, west = 0, north = 0, east = 0] = box ?? []
      return lat >= south && lat <= north && lng >= west && lng <= east
    })
  return boxed ? boxed.name : landOf(outcode)
}

/** A leg that would need a ferry. */
export interface SeaCrossing {
  /** Position of the leg's end among the points, so that a form can mark it. */
  pointIndex: number
  from: string
  to: string
  /** A sentence for the page. */
  message: string
}

/** The first leg between two lands, or null where roads join all points. No crossing is ever quoted: fares and timetables are not known. */
export function seaCrossing(places: readonly ShorePlace[]): SeaCrossing | null {
  const lands = places.map(landOfPlace)
  const pointIndex = lands.findIndex((land, index) => index > 0 && land !== lands[index - 1])
  const from = lands[pointIndex - 1]
  const to = lands[pointIndex]
  return from && to ? { pointIndex, from, to, message: crossingMessage(from, to) } : null
}

function crossingMessage(from: string, to: string): string {
  const way = `There is no road between ${from} and ${to}`
  return `${way}, and we don't price ferries. Choose two places joined by road, or call us and we'll help.`
}

/** A line that no road crosses except at its crossings. */
interface Water {
  name: string
  /** Corner by corner, from the open sea inland. */
  line: readonly LatLng[]
  crossings: readonly Crossing[]
}

interface Crossing extends LatLng {
  name: string
}

/** The way over land between two points, in straight stretches. */
interface LandRoute {
  km: number
  /** The crossings it bends at, in order from the first point. */
  via: readonly Crossing[]
}

/** Reads the rows of data.json. One of another form is a mistake in the source, so it throws. */
export function parseWaters(rows: readonly string[]): Water[] {
  return rows
    .filter((row) => !row.startsWith('#'))
    .map((row) => {
      const [name = '', line = '', crossings = ''] = row.split('|').map((part) => part.trim())
      const water = { name, line: line.split(' ').map(pointOf), crossings: crossings.split(';').map(crossingOf) }
      if (!name || water.line.length < 2) throw new Error(`Not a line of water: ${row}`)
      return water
    })
}

function crossingOf(text: string): Crossing {
  const [, at = '', name = ''] = /^\s*(\S+) (\S.*)$/.exec(text) ?? []
  if (!name) throw new Error(`Not a crossing: ${text}`)
  return { ...pointOf(at), name }
}

function pointOf(text: string): LatLng {
  const [, lat, lng] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (!lat || !lng) throw new Error(`Not a point: ${text}`)
  return { lat: Number(lat), lng: Number(lng) }
}

/** Finds ways round some waters. Made once; a clear leg costs a microsecond or two, one that bends some tens. */
interface LandRoutes {
  between(from: LatLng, to: LatLng): LandRoute
}

/** A place to bend at. */
interface Bend {
  at: Crossing
  /** A stretch that ends at a crossing may touch the water that it crosses. */
  water: string
}

export const waters: readonly Water[] = parseWaters(WATERS)

export const bendsOf = (lines: readonly Water[]): Bend[] =>
  lines.flatMap(({ name, crossings }) => crossings.map((at) => ({ at, water: name })))

/**
 * Ways that bend only at crossings and cross no water in between, the shortest first. `bends` are given by a test that takes
 * water away and keeps the places to bend at.
 */
export function landRoutes(lines: readonly Water[], bends = bendsOf(lines)): LandRoutes {
  const net: Net = {
    bends,
    vectors: Float64Array.from(bends.flatMap(({ at }) => vectorOf(at))),
    barriers: lines.map(barrierOf),
  }
  const ways = shortestWays(net)
  return {
    between(from, to) {
      // The same way there and back, to the last bit.
      const isBackwards = from.lat > to.lat || (from.lat === to.lat && from.lng > to.lng)
      const [a, b] = isBackwards ? [to, from] : [from, to]
      const straight = { km: haversineMetres(a, b) / 1000, via: [] }
      if (!isBlocked(a, b, net.barriers)) return straight
      const way = wayRound(a, b, net, ways)
      // A place that sees no crossing lies in the water: its straight line is the best that is known.
      if (!way) return straight
      const via = way.via.flatMap((index) => bends[index]?.at ?? [])
      return { km: Math.max(way.km, straight.km), via: isBackwards ? via.toReversed() : via }
    },
  }
}

/** An index that this file has counted is inside. */
function bendAt(bends: readonly Bend[], index: number): Bend {
  const bend = bends[index]
  if (!bend) throw new RangeError(`No bend ${index}`)
  return bend
}

const numberAt = (values: Float64Array | Int16Array, index: number): number => values[index] ?? Number.NaN

interface Net {
  bends: readonly Bend[]
  /** Three numbers a bend. */
  vectors: Float64Array
  barriers: readonly Barrier[]
}

/** All ways between crossings, row by row, with the next crossing on each (Floyd and Warshall). */
interface Ways {
  km: Float64Array
  next: Int16Array
}

function shortestWays(net: Net): Ways {
  const { bends, barriers } = net
  const size = bends.length
  const km = new Float64Array(size * size)
  const next = Int16Array.from(km, (_, index) => index % size)
  for (let from = 0; from < size; from++) {
    const straight = kmToBends(bendAt(bends, from).at, net)
    for (let to = from + 1; to < size; to++) {
      const [a, b] = [bendAt(bends, from), bendAt(bends, to)]
      const stretch = isBlocked(a.at, b.at, barriers, a.water, b.water)
        ? Number.POSITIVE_INFINITY
        : numberAt(straight, to)
      km[from * size + to] = stretch
      km[to * size + from] = stretch
    }
  }
  for (let via = 0; via < size; via++) {
    for (let from = 0; from < size; from++) {
      const toVia = numberAt(km, from * size + via)
      if (toVia === Number.POSITIVE_INFINITY) continue
      for (let to = 0; to < size; to++) {
        const sum = toVia + numberAt(km, via * size + to)
        if (sum >= numberAt(km, from * size + to)) continue
        km[from * size + to] = sum
        next[from * size + to] = numberAt(next, from * size + via)
      }
    }
  }
  return { km, next }
}

function wayRound(a: LatLng, b: LatLng, net: Net, { km, next }: Ways) {
  const { bends, barriers } = net
  const size = bends.length
  const [fromA, toB] = [kmToBends(a, net), kmToBends(b, net)]
  const least = new Float64Array(size)
  for (let i = 0; i < size; i++) least[i] = numberAt(fromA, i) + numberAt(toB, i)
  let [best, first, last] = [Number.POSITIVE_INFINITY, -1, -1]
  // The likeliest first: what is longer at its best than the way already found need not be looked at.
  for (let p = leastOf(least); numberAt(least, p) < best; p = leastOf(least)) {
    least[p] = Number.POSITIVE_INFINITY
    if (isBlocked(a, bendAt(bends, p).at, barriers, bendAt(bends, p).water)) continue
    for (
      let q = nearestOf(p, km, toB);
      numberAt(fromA, p) + numberAt(km, p * size + q) + numberAt(toB, q) < best;
      q = nearestOf(p, km, toB)
    ) {
      if (isBlocked(bendAt(bends, q).at, b, barriers, bendAt(bends, q).water)) {
        toB[q] = Number.POSITIVE_INFINITY
      } else {
        best = numberAt(fromA, p) + numberAt(km, p * size + q) + numberAt(toB, q)
        first = p
        last = q
      }
    }
  }
  if (first < 0) return undefined
  const via = [first]
  for (let at = first; at !== last; via.push(at)) at = numberAt(next, at * size + last)
  return { km: best, via }
}

function leastOf(values: Float64Array): number {
  let least = 0
  for (let i = 1; i < values.length; i++) if (numberAt(values, i) < numberAt(values, least)) least = i
  return least
}

/** The bend by which it is shortest from bend `p` to the end. */
function nearestOf(p: number, km: Float64Array, toEnd: Float64Array): number {
  let nearest = 0
  for (let q = 1; q < toEnd.length; q++) {
    if (
      numberAt(km, p * toEnd.length + q) + numberAt(toEnd, q) <
      numberAt(km, p * toEnd.length + nearest) + numberAt(toEnd, nearest)
    )
      nearest = q
  }
  return nearest
}

/** Distances by chords of the globe, because the same number by angles would take longer than all other steps. */
function kmToBends(from: LatLng, { vectors }: Net): Float64Array {
  const [x, y, z] = vectorOf(from)
  const km = new Float64Array(vectors.length / 3)
  for (let i = 0; i < km.length; i++) {
    const dx = numberAt(vectors, 3 * i) - x
    const dy = numberAt(vectors, 3 * i + 1) - y
    const dz = numberAt(vectors, 3 * i + 2) - z
    const square = dx * dx + dy * dy + dz * dz
    // The arc of a chord, 2 asin(chord / 2), by the start of its series: within a metre over the length of Britain.
    km[i] = (Math.sqrt(square) * (1 + square / 24 + (3 * square * square) / 640) * EARTH_RADIUS_METRES) / 1000
  }
  return km
}

function vectorOf({ lat, lng }: LatLng): readonly [x: number, y: number, z: number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** A line of water with the box around it. */
interface Barrier {
  name: string
  lats: Float64Array
  lngs: Float64Array
  south: number
  north: number
  west: number
  east: number
}

function barrierOf({ name, line }: Water): Barrier {
  const lats = Float64Array.from(line, ({ lat }) => lat)
  const lngs = Float64Array.from(line, ({ lng }) => lng)
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  return { name, lats, lngs, south, north, west: Math.min(...lngs), east: Math.max(...lngs) }
}

/** Whether a straight stretch ends on the other side of some water. In and out again over a bend of the shore does not count. */
function isBlocked(a: LatLng, b: LatLng, barriers: readonly Barrier[], except = '', exceptToo = ''): boolean {
  const [south, north] = a.lat < b.lat ? [a.lat, b.lat] : [b.lat, a.lat]
  const [west, east] = a.lng < b.lng ? [a.lng, b.lng] : [b.lng, a.lng]
  for (const water of barriers) {
    if (water.south > north || water.north < south || water.west > east || water.east < west) continue
    if (water.name !== except && water.name !== exceptToo && isOnOtherSide(a, b, water)) return true
  }
  return false
}

function isOnOtherSide(a: LatLng, b: LatLng, { lats, lngs }: Barrier): boolean {
  let isOdd = false
  const [dLat, dLng] = [b.lat - a.lat, b.lng - a.lng]
  let wasLeft = dLng * (numberAt(lats, 0) - a.lat) - dLat * (numberAt(lngs, 0) - a.lng) >= 0
  for (let i = 1; i < lats.length; i++) {
    const isLeft = dLng * (numberAt(lats, i) - a.lat) - dLat * (numberAt(lngs, i) - a.lng) >= 0
    if (isLeft !== wasLeft) {
      const [sLat, sLng] = [numberAt(lats, i) - numberAt(lats, i - 1), numberAt(lngs, i) - numberAt(lngs, i - 1)]
      const aLeft = sLng * (a.lat - numberAt(lats, i)) - sLat * (a.lng - numberAt(lngs, i)) >= 0
      const bLeft = sLng * (b.lat - numberAt(lats, i)) - sLat * (b.lng - numberAt(lngs, i)) >= 0
      if (aLeft !== bLeft) isOdd = !isOdd
    }
    wasLeft = isLeft
  }
  return isOdd
}

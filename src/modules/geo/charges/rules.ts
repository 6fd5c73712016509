/** Bridges, tunnels and roads with a charge that a journey meets, or might meet if its roads are unknown. */
import { haversineMetres, type LatLng } from '#shared/distance.ts'
import { addDays, type LocalDay } from '#shared/local-time.ts'
import { sectorOf } from '#shared/uk-postcode.ts'
import type { Place, Precision } from '../rules.ts'
import {
  doLinesMeet,
  sideOf,
  type LngLat,
  isInOutline,
  isNearEdge,
  outlineOf,
  type Outline,
} from '../sketch/outlines-rules.ts'
import { ZONES, type TollRow, type ZoneRow } from './data.ts'

export type Toll = TollRow

/** On any day one row of a toll is in force: each ends on the day before the next begins. */
export const closeTollRows = (rows: readonly Toll[]): Toll[] =>
  rows.map((row) => {
    const next = rows
      .filter(({ code, fromDay }) => code === row.code && fromDay > row.fromDay)
      .map(({ fromDay }) => addDays(fromDay, -1))
      .toSorted()[0]
    return next !== undefined && (row.toDay === null || next < row.toDay) ? { ...row, toDay: next } : row
  })

/** One passage of a toll. */
export interface Passage {
  code: string
  /** On the way from this point of the journey to the next, and at what share of that way. */
  legIndex: number
  share: number
}

const pointOf = ({ lng, lat }: LatLng): LngLat => [lng, lat]
const placeOf = ([lng, lat]: LngLat): LatLng => ({ lng, lat })

/** How far out of the way a toll may lie, as a share of the straight line and in metres at the most. */
interface Reach {
  share: number
  metres: number
}
/** Reach within which a toll is named on a page. */
const LIKELY: Reach = { share: 0.25, metres: 16_000 }
/** Reach within which a routing engine is asked for the route. */
export const CONCEIVABLE: Reach = { share: 1, metres: 60_000 }
const SLACK_METRES = 2000

/**
 * Whether a drive between two places might meet a toll: it has to get to the other bank, or goes the way of the road, and the toll is
 * hardly out of its way.
 */
export function mayMeet(toll: Toll, from: LatLng, to: LatLng, reach = LIKELY): boolean {
  // A road beside which a free one runs has to be nearer the straight line.
  if (toll.road) return goesAlong(toll.road.ends, from, to, { ...reach, share: reach.share / 2 })
  if (!changesBank(toll.water, pointOf(from), pointOf(to))) return false
  const [first] = toll.gates
  if (toll.isOneWay && first && turnOf(first[0], first[1], pointOf(from), pointOf(to)) <= 0) return false
  const most = longest(from, to, reach)
  return toll.gates.some(([a, b]) => {
    const middle = placeOf([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])
    const [before, after] = [haversineMetres(from, middle), haversineMetres(middle, to)]
    return before + after <= most && Math.min(before, after) <= toll.nearKm * 1000
  })
}

function longest(from: LatLng, to: LatLng, { share, metres }: Reach): number {
  const straight = haversineMetres(from, to)
  return straight + Math.min(straight * share, metres) + SLACK_METRES
}

/** Above 0 where the way goes from the right of the line to its left, more or less. */
const turnOf = (a: LngLat, b: LngLat, from: LngLat, to: LngLat): number => sideOf(a, b, to) - sideOf(a, b, from)

/** An odd number of crossings of the water ends on the other bank. */
function changesBank(water: readonly LngLat[], from: LngLat, to: LngLat): boolean {
  let isOther = false
  water.forEach((point, index) => {
    const before = water[index - 1]
    if (before && doLinesMeet(from, to, before, point)) isOther = !isOther
  })
  return isOther
}

/** Whether a drive runs along the whole road, in one direction or the other. */
function goesAlong(ends: readonly [LngLat, LngLat], from: LatLng, to: LatLng, reach: Reach): boolean {
  const [one, other] = [placeOf(ends[0]), placeOf(ends[1])]
  const most = longest(from, to, reach)
  return [
    [one, other],
    [other, one],
  ].some(([enter, leave]) => {
    if (!enter || !leave || degreesBetween(from, to, enter, leave) > 45) return false
    const onTheWay = haversineMetres(from, enter) + haversineMetres(enter, leave) + haversineMetres(leave, to)
    return onTheWay <= most
  })
}

function degreesBetween(from: LatLng, to: LatLng, enter: LatLng, leave: LatLng): number {
  const bearing = (a: LatLng, b: LatLng) =>
    (Math.atan2((b.lng - a.lng) * Math.cos(((a.lat + b.lat) * Math.PI) / 360), b.lat - a.lat) * 180) / Math.PI
  const turn = Math.abs(bearing(from, to) - bearing(enter, leave)) % 360
  return Math.min(turn, 360 - turn)
}

/** What a routing engine says of a way: every bend of it in order, how long its legs are, and the roads of each leg by name. */
export interface DrivenWay {
  line: readonly LngLat[]
  legMetres: readonly number[]
  roads: readonly (readonly string[])[]
}

/** Every passage of these tolls on a way that is known. */
export function passagesOn({ line, legMetres, roads }: DrivenWay, tolls: readonly Toll[]): Passage[] {
  return [...crossingsOn(line, legMetres, tolls), ...namedRoads(roads, tolls)]
}

function crossingsOn(line: readonly LngLat[], legMetres: readonly number[], tolls: readonly Toll[]): Passage[] {
  const stretches = stretchesOf(line)
  const met = tolls.flatMap(({ code, isOneWay, gates }) =>
    gates.flatMap(([a, b]) => bendsThrough(line, stretches, a, b, isOneWay).map((index) => ({ code, index, a, b }))),
  )
  if (met.length === 0) return []
  // How far each bend is along the way is asked only where something was passed.
  const metresAlongLine = [0]
  for (const [index, to] of line.entries()) {
    const from = line[index - 1]
    if (from) metresAlongLine.push((metresAlongLine[index - 1] ?? 0) + haversineMetres(placeOf(from), placeOf(to)))
  }
  const totalMetres = metresAlongLine.at(-1) || 1
  return met
    .map(({ code, index, a, b }) => {
      const [from, to] = [line[index - 1] ?? a, line[index] ?? b]
      const within = sideOf(a, b, from) / (sideOf(a, b, from) - sideOf(a, b, to))
      const [before = 0, after = 0] = [metresAlongLine[index - 1], metresAlongLine[index]]
      return { code, share: (before + within * (after - before)) / totalMetres }
    })
    .sort((one, other) => one.share - other.share)
    .map(({ code, share }) => ({ code, ...onLeg(share, legMetres) }))
}

/** Bends that are compared as one: a route of ten thousand is compared with each gate in some 160 steps. */
const STRETCH = 64

/** Some bends in a row, from `first` to `last`, and the box that holds them. */
interface Stretch {
  first: number
  last: number
  west: number
  east: number
  south: number
  north: number
}

function stretchesOf(line: readonly LngLat[]): Stretch[] {
  const stretches: Stretch[] = []
  for (let first = 0; first < line.length - 1; first += STRETCH) {
    const last = Math.min(first + STRETCH, line.length - 1)
    const stretch = { first, last, west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
    for (let index = first; index <= last; index += 1) {
      const [lng = Number.NaN, lat = Number.NaN] = line[index] ?? []
      if (lng < stretch.west) stretch.west = lng
      if (lng > stretch.east) stretch.east = lng
      if (lat < stretch.south) stretch.south = lat
      if (lat > stretch.north) stretch.north = lat
    }
    stretches.push(stretch)
  }
  return stretches
}

/** The bends at whose end the way has just met the gate, which is a few hundred metres long and so in the box of few stretches. */
function bendsThrough(
  line: readonly LngLat[],
  stretches: readonly Stretch[],
  a: LngLat,
  b: LngLat,
  isOneWay: boolean,
): number[] {
  const [west, east] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])]
  const [south, north] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])]
  const found: number[] = []
  for (const stretch of stretches) {
    if (stretch.east < west || stretch.west > east || stretch.north < south || stretch.south > north) continue
    for (let index = stretch.first + 1; index <= stretch.last; index += 1) {
      const [from, to] = [line[index - 1], line[index]]
      if (from && to && doLinesMeet(from, to, a, b) && (!isOneWay || turnOf(a, b, from, to) > 0)) found.push(index)
    }
  }
  return found
}

/** The leg on which a share of the whole way lies. */
function onLeg(share: number, legMetres: readonly number[]): Omit<Passage, 'code'> {
  const all = legMetres.reduce((sum, metres) => sum + metres, 0)
  let before = 0
  for (const [legIndex, metres] of legMetres.entries()) {
    const within = metres === 0 ? 0 : (share * all - before) / metres
    if (within < 1 || legIndex === legMetres.length - 1) return { legIndex, share: Math.min(1, Math.max(0, within)) }
    before += metres
  }
  return { legIndex: 0, share: 0 }
}

function namedRoads(roads: DrivenWay['roads'], tolls: readonly Toll[]): Passage[] {
  return tolls.flatMap(({ code, road }) => {
    const tollRoad = road?.name.toLowerCase()
    return roads.flatMap((names, legIndex) =>
      tollRoad !== undefined && names.some((name) => name.toLowerCase() === tollRoad)
        ? [{ code, legIndex, share: 0.5 }]
        : [],
    )
  })
}

/** Zones that ask something of a van, and how sure an answer is. Their rules are in pricing/road-charges. */

/** Whether a place lies in a zone, and how sure that is. */
interface ZoneAnswer {
  isInside: boolean
  /** What the answer is based on: the postcode itself, its outcode or its area. */
  precision: Precision
  /** The zone's edge runs through the outcode or close to the place (or only the area is known), so the answer is the likelier one. */
  isApproximate: boolean
}

/** What tells whether a place is in London; every `Place` is one. */
export type ZonePlace = Pick<Place, 'outcode' | 'area' | 'precision' | 'districtCode'>
/** What any zone answer is read from. */
export type ZonedPlace = ZonePlace & Pick<Place, 'postcode' | 'lat' | 'lng'>

type Share = 'inside' | 'mostly' | 'hardly'

/** A zone made ready to be asked many times. */
export interface Zone extends Omit<ZoneRow, 'inside' | 'mostlyInside' | 'hardlyInside' | 'outline'> {
  shares: ReadonlyMap<string, Share>
  outline: Outline | null
}

export function zoneOf({ inside, mostlyInside, hardlyInside, outline, ...row }: ZoneRow): Zone {
  const shares = new Map<string, Share>()
  for (const code of hardlyInside) shares.set(code, 'hardly')
  for (const code of mostlyInside) shares.set(code, 'mostly')
  for (const code of inside) shares.set(code, 'inside')
  return { ...row, shares, outline: outline && outlineOf(outline) }
}

/** Orders zones by how early they are met on the way in: a receipt is read in that order. */
export const compareZones = (a: Zone, b: Zone): number => b.edgeMinutes - a.edgeMinutes || (a.code < b.code ? -1 : 1)

export const holdsOn = ({ fromDay, toDay }: Pick<Zone, 'fromDay' | 'toDay'>, day: LocalDay): boolean =>
  fromDay <= day && (toDay === null || day <= toDay)

/** Whether a place lies in a zone: by its local authority, else by the outline where the place is known to metres, else by its code. */
export function zoneAt(zone: Zone, place: ZonedPlace): ZoneAnswer {
  if (zone.authorities.length > 0 && place.districtCode) return byAuthority(zone, place.districtCode)
  if (zone.outline && place.precision === 'unit') {
    const isApproximate = isNearEdge(zone.outline, place, zone.edgeMetres)
    return { isInside: isInOutline(zone.outline, place), precision: 'unit', isApproximate }
  }
  return byCode(zone, place, sectorOf(place.postcode))
}

function byAuthority({ authorities }: Zone, districtCode: string): ZoneAnswer {
  const isInside = authorities.some((beginning) => districtCode.startsWith(beginning))
  return { isInside, precision: 'unit', isApproximate: false }
}

/** The nearest that is listed counts: the sector, the outcode, the area. */
function byCode({ shares, authorities }: Zone, { outcode, area, precision }: ZonePlace, sector: string | null) {
  const share = (sector === null ? undefined : shares.get(sector)) ?? shares.get(outcode) ?? shares.get(area)
  // A zone of whole authorities reaches far, so an unknown outcode may well be one of its own.
  const isUnknown = share === undefined && precision === 'area' && authorities.length > 0
  const known: Precision = precision === 'area' ? 'area' : 'outcode'
  return {
    isInside: share === 'inside' || share === 'mostly',
    precision: known,
    isApproximate: isUnknown || share === 'mostly' || share === 'hardly',
  }
}

/** Greater London is what the ULEZ covers. */
const london = ZONES.filter(({ code }) => code === 'ulez').map(zoneOf)

/** Greater London, by the postcode alone. */
export function isInLondon(place: ZonePlace): boolean {
  return london.some((zone) =>
    place.districtCode ? byAuthority(zone, place.districtCode).isInside : byCode(zone, place, null).isInside,
  )
}

/** A zone and where a journey is inside it, a flag for each of its points. */
export interface ZoneOfJourney {
  zone: Zone
  isInside: boolean[]
  /** Whether that is sure of none of the points inside. */
  isApproximate: boolean
}

/** The zones in which a journey has a point, on whatever day. */
export function zonesOfJourney(zones: readonly Zone[], places: readonly ZonedPlace[]): ZoneOfJourney[] {
  return zones.flatMap((zone) => {
    const answers = places.map((place) => zoneAt(zone, place))
    const inside = answers.filter(({ isInside }) => isInside)
    if (inside.length === 0) return []
    const isApproximate = inside.every((answer) => answer.isApproximate)
    return [{ zone, isInside: answers.map((answer) => answer.isInside), isApproximate }]
  })
}

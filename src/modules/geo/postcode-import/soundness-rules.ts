import { haversineMetres, type LatLng } from '#shared/distance.ts'
import { gridOfPlace, placeOfGrid, type SourceKind } from './rules.ts'

/** What a release is held against before it takes the place of the data that is served: our own table, and that data. */

/** A unit this far from its district's middle is not there; the largest districts of the Highlands reach a little further. */
export const ASTRAY_METRES = 25_000
/** Highest share of the located units that may be astray. */
export const MAX_ASTRAY_SHARE = 0.01
/** A release may lose one postcode in twenty, and an area one in five; more means that the file is not what it should be. */
export const MAX_DROPPED_SHARE = 0.05
export const MAX_AREA_DROPPED_SHARE = 0.2
/** Highest fall in the share of rows with a place, and its minimum without an earlier release. */
export const MAX_LOCATED_FALL = 0.02
export const MIN_LOCATED_SHARE = 0.9

/** True where a unit lies too far from the middle of its district. Most are near in both degrees, which spares the trigonometry. */
export function isAstray(place: LatLng, middle: LatLng): boolean {
  const isNear = Math.abs(place.lat - middle.lat) < 0.1 && Math.abs(place.lng - middle.lng) < 0.1
  return !isNear && haversineMetres(place, middle) > ASTRAY_METRES
}

/** True where the place would be right if its easting and northing changed places. */
export function isExchanged(place: LatLng, middle: LatLng): boolean {
  const [easting, northing] = gridOfPlace(place)
  const other = placeOfGrid(northing, easting)
  return other !== null && !isAstray(other, middle)
}

/** How the places of a release compare with our own table. */
export interface Astray {
  /** Located rows whose district our table has. */
  judged: number
  astray: number
  first: string | null
  /** Units checked of the first hundred astray, and how many would be right with easting and northing exchanged. */
  looked: number
  exchanged: number
}

export const emptyMisplacedCount = (): Astray => ({ judged: 0, astray: 0, first: null, looked: 0, exchanged: 0 })
const MAX_LOOKED = 100

export function countIfMisplaced(found: Astray, postcode: string, place: LatLng, middle: LatLng | undefined): void {
  if (!middle) return
  found.judged += 1
  if (!isAstray(place, middle)) return
  found.astray += 1
  found.first ??= postcode
  if (found.looked >= MAX_LOOKED) return
  found.looked += 1
  if (isExchanged(place, middle)) found.exchanged += 1
}

/** Why these places cannot be right, or null. */
export function astrayProblem({ judged, astray, first, looked, exchanged }: Astray): string | null {
  if (astray <= judged * MAX_ASTRAY_SHARE) return null
  const cause = exchanged > looked / 2 ? 'Eastings and northings are swapped: ' : ''
  return `${cause}${astray} of ${judged} located postcodes (${percent(astray / judged)}) lie over 25 km from their district, the first ${first}.`
}

/** One postcode area: what is served now, and how much of it the release lacks. */
export interface AreaChange {
  area: string
  before: number
  locatedBefore: number
  dropped: number
}

export interface ReleaseFacts {
  kind: SourceKind
  rows: number
  located: number
  /** The areas that have a row. */
  areas: ReadonlySet<string>
  hasNorthernIreland: boolean
}

/** Code-Point Open has neither Northern Ireland nor the islands that are not of the kingdom; the directories place none of the latter. */
const ISLANDS: ReadonlySet<string> = new Set(['GY', 'IM', 'JE'])

function isLeftOut(area: string, { kind, hasNorthernIreland }: ReleaseFacts): boolean {
  return (area === 'BT' && !hasNorthernIreland) || (kind === 'code_point_open' && ISLANDS.has(area))
}

/** Why a release is less than it should be, or null: beside the data served, or where there is none, beside the list of all areas. */
export function lossProblem(
  release: ReleaseFacts,
  changes: readonly AreaChange[],
  allAreas: Iterable<string>,
): string | null {
  const before = sumOf(changes, ({ before: rows }) => rows)
  if (before === 0) return missingAreas(release, allAreas) ?? locatedProblem(release, null)
  return (
    areaProblem(release, changes) ??
    droppedProblem(
      before,
      sumOf(changes, ({ dropped }) => dropped),
    ) ??
    locatedProblem(release, sumOf(changes, ({ locatedBefore }) => locatedBefore) / before)
  )
}

function missingAreas(release: ReleaseFacts, allAreas: Iterable<string>): string | null {
  const missing = [...allAreas].filter(
    (area) => !release.areas.has(area) && !ISLANDS.has(area) && !isLeftOut(area, release),
  )
  if (missing.length === 0) return null
  return `This release has no postcode of ${areasText(missing)}.`
}

function areaProblem(release: ReleaseFacts, changes: readonly AreaChange[]): string | null {
  const lost = changes.filter(
    ({ area, before, dropped }) => dropped > before * MAX_AREA_DROPPED_SHARE && !isLeftOut(area, release),
  )
  const [worst, ...others] = lost.toSorted((a, b) => b.dropped / b.before - a.dropped / a.before)
  if (!worst) return null
  const also = others.length > 0 ? `, and too many of ${areasText(others.map(({ area }) => area).toSorted())}` : ''
  return worst.dropped === worst.before
    ? `This release lacks the whole area ${worst.area}, ${worst.before} postcodes${also}.`
    : `This release lacks ${worst.dropped} of the ${worst.before} postcodes of the area ${worst.area}, more than one in five${also}.`
}

function droppedProblem(before: number, dropped: number): string | null {
  if (dropped <= before * MAX_DROPPED_SHARE) return null
  return `This release lacks ${dropped} of the ${before} postcodes we have, more than one in twenty.`
}

function locatedProblem({ rows, located }: ReleaseFacts, shareBefore: number | null): string | null {
  const share = located / rows
  if (share >= (shareBefore === null ? MIN_LOCATED_SHARE : shareBefore - MAX_LOCATED_FALL)) return null
  const than = shareBefore === null ? '' : `, ${percent(shareBefore)} of those we have`
  return `Only ${percent(share)} of the postcodes in this release have a place${than}.`
}

const MAX_NAMED = 12

function areasText(areas: readonly string[]): string {
  const named = areas.slice(0, MAX_NAMED).join(', ')
  const rest = areas.length - MAX_NAMED
  return `the area${areas.length > 1 ? 's' : ''} ${named}${rest > 0 ? ` and ${rest} more` : ''}`
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const sumOf = (changes: readonly AreaChange[], value: (change: AreaChange) => number): number =>
  changes.reduce((sum, change) => sum + value(change), 0)

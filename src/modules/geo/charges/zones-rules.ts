/** Where the zones lie that ask something of a van, and how sure an answer is. What they ask is in pricing/road-charges. */
import { sectorOf } from '#shared/uk-postcode.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { isInOutline, isNearEdge, outlineOf, type Outline } from '../sketch/outlines-rules.ts'
import type { Place, Precision } from '../rules.ts'
import { LONDON, type ZoneRow } from './zones-data.ts'

/** Whether a place lies in a zone, and how sure that is. */
export interface ZoneAnswer {
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

/** Those that are met first on the way in come first: a receipt is read in that order. */
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
  // A zone of whole authorities reaches far, so an outcode that nobody knows may well be one of its own.
  const isUnknown = share === undefined && precision === 'area' && authorities.length > 0
  const known: Precision = precision === 'area' ? 'area' : 'outcode'
  return {
    isInside: share === 'inside' || share === 'mostly',
    precision: known,
    isApproximate: isUnknown || share === 'mostly' || share === 'hardly',
  }
}

const london = zoneOf(LONDON)

/** Greater London, by the postcode alone. */
export function isInLondon(place: ZonePlace): boolean {
  return place.districtCode ? byAuthority(london, place.districtCode).isInside : byCode(london, place, null).isInside
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

import { areaOf, normalisePostcode, outcodeOf } from '#shared/uk-postcode.ts'
import { nationOf, type Nation } from './nations/rules.ts'
import type { TablePlace } from './outcodes/rules.ts'

/** How precisely a place is known: metres, about 1–3 km, about 10–28 km (geography 1). Best first. */
export const PRECISIONS = ['unit', 'outcode', 'area'] as const
export type Precision = (typeof PRECISIONS)[number]

/** The best known position of a postcode. */
export interface Place {
  /** As displayed: 'E17 4QH'. */
  postcode: string
  outcode: string
  area: string
  lat: number
  lng: number
  precision: Precision
  /** The common name of the place: 'Walthamstow'. */
  town: string
  nation: Nation
  /** The local authority's nine-character code; known at unit precision only. */
  districtCode: string | null
}

/** What an exact source knows of one postcode; a few real postcodes have no position. */
export interface UnitFacts {
  lat: number | null
  lng: number | null
  districtCode: string | null
  countryCode: string | null
  town?: string | null
}

/** The tables to look a place up in, most precise first. */
export interface PlaceSource {
  unit?: UnitFacts | null
  outcodes: ReadonlyMap<string, TablePlace>
  areas: ReadonlyMap<string, TablePlace>
}

/** The first hit wins: the unit, its outcode, its area. Null if the text is not a postcode or its area does not exist. */
export function locate(postcode: string, source: PlaceSource): Place | null {
  const normalised = normalisePostcode(postcode)
  const outcode = outcodeOf(postcode)
  const area = areaOf(postcode)
  if (normalised === null || outcode === null || area === null) return null
  const areaPlace = source.areas.get(area)
  if (!areaPlace) return null
  const outcodePlace = source.outcodes.get(outcode)
  const unit = source.unit ?? null
  const named = outcodePlace ?? areaPlace
  const base = {
    postcode: normalised,
    outcode,
    area,
    town: unit?.town || named.name,
    nation: nationOf(outcode, unit?.countryCode),
    districtCode: unit?.districtCode || null,
  }
  if (unit && unit.lat !== null && unit.lng !== null)
    return { ...base, lat: unit.lat, lng: unit.lng, precision: 'unit' }
  return { ...base, lat: named.lat, lng: named.lng, precision: outcodePlace ? 'outcode' : 'area' }
}

/** Figures from a place known less exactly than its unit are shown as approximate. */
export function isApproximate(precision: Precision): boolean {
  return precision !== 'unit'
}

/** A figure from several places is only as precise as the least precise of them. */
export function worstPrecision(precisions: readonly Precision[]): Precision {
  return PRECISIONS[Math.max(0, ...precisions.map((precision) => PRECISIONS.indexOf(precision)))] ?? 'area'
}

/** A single suggestion equal to the text, ignoring spaces and case, is useless and counts as none (spec §5). */
export function withoutEcho(suggestions: string[], typed: string): string[] {
  const [only, ...others] = suggestions
  const isEcho = others.length === 0 && only?.replaceAll(' ', '') === typed.replace(/\s/g, '').toUpperCase()
  return isEcho ? [] : suggestions
}

/** For a well-formed postcode whose area does not exist. */
export const UNKNOWN_POSTCODE_MESSAGE = "We don't know this postcode. Check the letters it starts with."
/** For text that is not a well-formed postcode. */
export const NOT_A_POSTCODE_MESSAGE = 'Enter a full UK postcode, such as E17 4QH.'

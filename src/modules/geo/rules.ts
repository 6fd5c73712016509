import {
  areaOf,
  isPostcode,
  meantPostcode,
  normaliseOutcode,
  normalisePlace,
  outcodeOf,
  twinOutcodes,
} from '#shared/uk-postcode.ts'
import { nationOf, type Nation, type TablePlace } from './outcodes/rules.ts'

/** How precisely a place is known: metres, about 1–3 km, about 10–28 km (geography 1). Best first. */
export const PRECISIONS = ['unit', 'outcode', 'area'] as const
export type Precision = (typeof PRECISIONS)[number]

/** The best known position of a postcode. */
export interface Place {
  /** Postcode as displayed: 'E17 4QH', or 'E17' if only the outcode is known. */
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
  /** Whether the imported data names every postcode of this area, but not this one: mistyped, or new since. */
  isUnlisted: boolean
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
  /** Areas of which the imported data names every postcode. */
  listedAreas?: ReadonlySet<string>
}

/**
 * The first hit wins: the unit, its outcode, its area. Null if the text is no postcode, its area does not exist, or its outward code is
 * another's with a letter for a digit (E1O for E10). An outward code alone has to be one that we know: nothing else says where it is.
 */
export function locate(postcode: string, source: PlaceSource): Place | null {
  const normalised = normalisePlace(postcode)
  const outcode = outcodeOf(postcode) ?? normaliseOutcode(postcode)
  const area = areaOf(postcode)
  if (normalised === null || outcode === null || area === null) return null
  const areaPlace = source.areas.get(area)
  if (!areaPlace) return null
  const outcodePlace = source.outcodes.get(outcode)
  const unit = source.unit ?? null
  if (!outcodePlace && !isPostcode(postcode)) return null
  if (!outcodePlace && !unit && twinIn(source.outcodes, outcode)) return null
  const named = outcodePlace ?? areaPlace
  const base = {
    postcode: normalised,
    outcode,
    area,
    town: unit?.town || named.name,
    nation: nationOf(outcode, unit?.countryCode),
    districtCode: unit?.districtCode || null,
    isUnlisted: unit === null && isPostcode(postcode) && source.listedAreas?.has(area) === true,
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
export function withoutEcho(suggestions: string[], input: string): string[] {
  const [only, ...others] = suggestions
  const isEcho = others.length === 0 && only?.replaceAll(' ', '') === input.replace(/\s/g, '').toUpperCase()
  return isEcho ? [] : suggestions
}

/** Error for text that is not a well-formed postcode. */
export const NOT_A_POSTCODE_MESSAGE = 'Enter a full UK postcode, such as E17 4QH.'
/** The same where its first half is enough. */
export const NOT_A_PLACE_MESSAGE = 'Enter a UK postcode, such as E17 4QH, or its first half: E17.'
export const FORCES_POST_MESSAGE =
  "BFPO addresses are the forces' own post, not a place a van can drive to. Enter the postcode of the building, or call us and we'll help."
export const GIROBANK_MESSAGE =
  'GIR 0AA belonged to Girobank and is no longer in use. Enter the postcode of the building.'

/** Error for text that is not a postcode of ours: by name, if it is a well-known one. */
export const notAPostcode = (text: string): string => namedMessage(text) ?? meantMessage(text) ?? NOT_A_POSTCODE_MESSAGE

/** The same where an outward code would do. */
export const notAPlace = (text: string): string => namedMessage(text) ?? meantMessage(text) ?? NOT_A_PLACE_MESSAGE

function meantMessage(text: string): string | null {
  const meant = meantPostcode(text)
  return meant && `Did you mean ${meant}?`
}

/** Error for a postcode that is nowhere, if we cannot say what it begins with. */
export const UNKNOWN_POSTCODE_MESSAGE = 'We don’t know this postcode. Check how it starts.'

/** Error for a postcode or an outward code that is in none of these, the outward codes that there are: by what it was probably meant for. */
export function unknownPostcodeMessage(postcode: string, outcodes: ReadonlyMap<string, TablePlace>): string {
  const named = namedMessage(postcode)
  if (named) return named
  const outcode = outcodeOf(postcode) ?? normaliseOutcode(postcode)
  if (outcode === null) return UNKNOWN_POSTCODE_MESSAGE
  const twin = twinIn(outcodes, outcode)
  const meant = twin && normalisePlace(postcode)?.replace(outcode, twin)
  return `No UK postcode starts with ${outcode}. ${meant ? `Did you mean ${meant}?` : 'Check it.'}`
}

const twinIn = (outcodes: ReadonlyMap<string, TablePlace>, outcode: string): string | undefined =>
  twinOutcodes(outcode).find((twin) => outcodes.has(twin))

/** A question, not a refusal: new postcodes come up every week, and the data is read twice a year. */
export const unlistedMessage = (postcode: string): string =>
  `We don't know ${postcode}. Check it — or go on if it is new.`

/** Postcodes that people know and that are no place: the forces' (BF1 0AX, BFPO 58), and the one that never had the form of a postcode. */
function namedMessage(text: string): string | null {
  if (text.length > 16) return null
  const compactText = text.replaceAll(/\s/g, '').toUpperCase()
  if (compactText === 'GIR0AA') return GIROBANK_MESSAGE
  return /^(BFPO\d{1,4}|BF\d[A-Z\d]?\d[A-Z]{2})$/.test(compactText) ? FORCES_POST_MESSAGE : null
}

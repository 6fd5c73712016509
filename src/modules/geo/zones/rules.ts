import { expandOutcodes } from '../outcodes/rules.ts'
import type { Place, Precision } from '../rules.ts'
import {
  CONGESTION_HARDLY_INSIDE,
  CONGESTION_MOSTLY_INSIDE,
  CONGESTION_OUTCODES,
  ULEZ_AREAS,
  ULEZ_MOSTLY_INSIDE,
  ULEZ_MOSTLY_OUTSIDE,
  ULEZ_OUTCODES,
} from './data.ts'

/** Whether a place lies in a charging zone, and how certain that is. */
export interface ZoneAnswer {
  isInside: boolean
  /** What the answer is based on: the postcode itself, its outcode or its area. */
  precision: Precision
  /** The zone's edge runs through the outcode (or only the area is known), so the answer is only the more likely one. */
  isApproximate: boolean
}

/** The part of a `Place` that determines its zones. */
export type ZonePlace = Pick<Place, 'outcode' | 'area' | 'precision' | 'districtCode'>

const ulezAreas = new Set(ULEZ_AREAS.split(' '))
const ulezInside = new Set(expandOutcodes(ULEZ_OUTCODES))
const ulezMostlyInside = new Set(expandOutcodes(ULEZ_MOSTLY_INSIDE))
const ulezMostlyOutside = new Set(expandOutcodes(ULEZ_MOSTLY_OUTSIDE))
const congestionInside = new Set(expandOutcodes(CONGESTION_OUTCODES))
const congestionMostlyInside = new Set(expandOutcodes(CONGESTION_MOSTLY_INSIDE))
const congestionHardlyInside = new Set(expandOutcodes(CONGESTION_HARDLY_INSIDE))

/** Local authority codes of London: the 32 boroughs and the City. */
const LONDON_DISTRICT = /^E09\d{6}$/

/** The Ultra Low Emission Zone, in force at all hours (geography 4). Whether a van pays depends on its fuel and class. */
export function ulezAt(place: ZonePlace): ZoneAnswer {
  if (place.districtCode) {
    return { isInside: LONDON_DISTRICT.test(place.districtCode), precision: 'unit', isApproximate: false }
  }
  const { outcode, area } = place
  const precision = byOutcode(place)
  if (ulezAreas.has(area) || ulezInside.has(outcode)) return { isInside: true, precision, isApproximate: false }
  if (ulezMostlyInside.has(outcode)) return { isInside: true, precision, isApproximate: true }
  return { isInside: false, precision, isApproximate: ulezMostlyOutside.has(outcode) || precision === 'area' }
}

/** The Congestion Charge zone. Its edge follows streets rather than districts, so the outcode is the best indication. */
export function congestionAt(place: ZonePlace): ZoneAnswer {
  const { outcode } = place
  const precision = byOutcode(place)
  if (congestionInside.has(outcode)) return { isInside: true, precision, isApproximate: false }
  if (congestionMostlyInside.has(outcode)) return { isInside: true, precision, isApproximate: true }
  return { isInside: false, precision, isApproximate: congestionHardlyInside.has(outcode) }
}

/** Greater London: the 33 authorities, the same area as the ULEZ. */
export function isInLondon(place: ZonePlace): boolean {
  return ulezAt(place).isInside
}

const byOutcode = (place: ZonePlace): Precision => (place.precision === 'area' ? 'area' : 'outcode')

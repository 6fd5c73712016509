/** Where a unit takes pick-ups: postcode areas ("SW") and districts ("SW1A") (decisions §6). Pure. */
import { haversineMetres, type LatLng, type Metres } from '#shared/distance.ts'
import { areaOf, normaliseOutcode } from '#shared/uk-postcode.ts'

export const LEAST_RADIUS_METRES = 1000
export const MOST_RADIUS_METRES = 500_000
/** More districts than exist. */
export const MOST_DISTRICTS = 3500

export interface KnownDistrict extends LatLng {
  code: string
}

/** Existing districts and areas, by code. */
export interface Gazetteer {
  districts: ReadonlyMap<string, KnownDistrict>
  areas: ReadonlyMap<string, KnownDistrict>
}

/** 'sw1a' → 'SW1A', 'sw' → 'SW'; null if no district or area has this code. */
export function knownCode(text: string, { districts, areas }: Gazetteer): string | null {
  const code = text.trim().toUpperCase()
  if (areas.has(code)) return code
  const outcode = normaliseOutcode(code)
  return outcode && districts.has(outcode) ? outcode : null
}

/** Districts whose centre is within the radius, and always the base's own, however small the radius. */
export function districtsWithin(
  base: LatLng & { outcode: string },
  radius: Metres,
  { districts }: Gazetteer,
): string[] {
  const found: string[] = []
  for (const district of districts.values()) {
    if (district.code === base.outcode || haversineMetres(base, district) <= radius) found.push(district.code)
  }
  return found
}

/** Without duplicates, and without districts whose whole area is listed: what is stored is what was meant. */
export function tidyDistricts(codes: readonly string[]): string[] {
  const all = new Set(codes)
  return [...all].filter((code) => {
    const area = areaOf(code)
    return area === null || area === code || !all.has(area)
  })
}

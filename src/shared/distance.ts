import { countOf } from '#shared/texts.ts'
/** Whole metres, as distances are stored and sent. */
export type Metres = number

/** Degrees, WGS84. */
export type LatLng = { lat: number; lng: number }

/** Spec §9. */
export const METRES_PER_MILE = 1609.344

/** Mean radius of the earth, geography.md 5. */
export const EARTH_RADIUS_METRES = 6_371_008.8

export function metresToMiles(metres: Metres): number {
  return metres / METRES_PER_MILE
}

export function milesToMetres(miles: number): Metres {
  return Math.round(miles * METRES_PER_MILE)
}

/** Miles as whole hundredths (rounded half up), the unit mileage is charged in. */
export function hundredthsOfMile(metres: Metres): number {
  return Math.round((metres * 100) / METRES_PER_MILE)
}

/**
 * A drive as a person reads it: "56.40 miles" where a routing engine measured it (spec §9: two decimals), "about 56 miles" where
 * the model worked it out, which is not to the hundredth. A receipt shows the hundredths that it charges.
 */
export function formatMiles({ distance, estimated }: { distance: Metres; estimated: boolean }): string {
  if (!estimated) return `${formatHundredths(hundredthsOfMile(distance))} miles`
  const miles = Math.max(1, Math.round(metresToMiles(distance)))
  return `about ${countOf(miles, 'mile')}`
}

/** 5640 is "56.40". */
export function formatHundredths(hundredths: number): string {
  return `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

/** Great-circle distance in metres, not rounded. */
export function haversineMetres(from: LatLng, to: LatLng): number {
  const lat1 = radians(from.lat)
  const lat2 = radians(to.lat)
  const a = Math.sin((lat2 - lat1) / 2) ** 2
  const b = Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(to.lng - from.lng) / 2) ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(a + b)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

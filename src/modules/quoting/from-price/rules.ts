import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { nationOf } from '#modules/geo/nations/rules.ts'
import type { Place } from '#modules/geo/rules.ts'
import { addDays, dayOfWeek, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { areaOf, normaliseOutcode } from '#shared/uk-postcode.ts'

/** "From £x" between two districts: on which day, and from where to where (ADR 0049). Pure. */

const DAYS_AHEAD = 3
/** Ten in the morning, on London's clocks. */
export const FROM_PRICE_TIME = '10:00'

/** The day asked about first, a Tuesday, Wednesday or Thursday soon, and a week after it the one for when nobody is free. */
export function fromPriceDays(now: Date): [LocalDay, LocalDay] {
  let day = addDays(localDayOf(now), DAYS_AHEAD)
  while (dayOfWeek(day) < 2 || dayOfWeek(day) > 4) day = addDays(day, 1)
  return [day, addDays(day, 7)]
}

/** A district as an end of a move: the middle of it. Null for what is no district of ours. */
export function districtPlace(text: string): Place | null {
  const outcode = normaliseOutcode(text)
  const found = outcode === null ? undefined : outcodes.get(outcode)
  const area = outcode === null ? null : areaOf(outcode)
  if (outcode === null || !found || area === null || !areas.has(area)) return null
  return {
    postcode: outcode,
    outcode,
    area,
    lat: found.lat,
    lng: found.lng,
    precision: 'outcode',
    town: found.name,
    nation: nationOf(outcode, null),
    districtCode: null,
    isUnlisted: false,
  }
}

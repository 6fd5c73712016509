// The operating area in words, and two postcodes to try a search with. On the server, which has the table of districts.
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { countOf } from '#shared/texts.ts'
import { haversineMetres } from '#shared/distance.ts'
import { areaOf, outcodeOf } from '#shared/uk-postcode.ts'
import { expand } from '#web/driver/area/districts.ts'

const MOST_NAMED = 6

/** "14 districts: Ilford (IG), London E (E)"; null if there is none. */
export function areaText(saved: readonly string[]): string | null {
  const districts = expand(saved)
  if (districts.size === 0) return null
  const count = countOf(districts.size, 'district')
  const codes = [...new Set([...districts].map((district) => areaOf(district) ?? district))].sort()
  if (codes.length > MOST_NAMED) return `${count} in ${codes.length} areas`
  return `${count}: ${codes.map((code) => `${areas.get(code)?.name ?? code} (${code})`).join(', ')}`
}

/** Most districts have this inward code, and one that has not is placed by its district. */
const postcodeIn = (district: string) => `${district} 1AA`

/** From the base if jobs from there are taken, else from some district of the area; to the nearest other district. */
export function placesToTry(saved: readonly string[], base: string | null): { from: string; to: string } {
  const districts = expand(saved)
  const own = base === null ? null : outcodeOf(base)
  const isTaken = own !== null && (districts.has(own) || saved.includes(areaOf(own) ?? own))
  const from = isTaken ? own : [...districts][0]
  const place = from && outcodes.get(from)
  if (!place) return { from: base ?? '', to: '' }
  const others = [...outcodes.values()].filter(({ code }) => code !== from)
  const near = others.reduce((a, b) => (haversineMetres(place, b) < haversineMetres(place, a) ? b : a))
  return { from: isTaken && base ? base : postcodeIn(from), to: postcodeIn(near.code) }
}

// Choosing postcode areas and districts: "SW" means every district of SW, even those missing from our table.
import { areas, outcodes, sortedOutcodes } from '#modules/geo/outcodes/data.ts'
import { countOf } from '#shared/count-of.ts'
import { haversineMetres, type LatLng, type Metres } from '#shared/distance.ts'
import { areaOf } from '#shared/uk-postcode.ts'

export interface PostcodeArea {
  code: string
  name: string
  districts: readonly string[]
}

/** All 124, in alphabetical order. */
export const postcodeAreas: readonly PostcodeArea[] = [...areas.values()]
  .map(({ code, name }) => ({ code, name, districts: sortedOutcodes.filter((outcode) => areaOf(outcode) === code) }))
  .sort((a, b) => (a.code < b.code ? -1 : 1))

const byCode = new Map(postcodeAreas.map((area) => [area.code, area]))

/** The districts of a saved area: an area code stands for all of its districts. Unknown codes are kept. */
export function expand(saved: readonly string[]): Set<string> {
  return new Set(saved.flatMap((code) => byCode.get(code)?.districts ?? [code]))
}

/** The form in which it is saved: the area's code if all of its districts are chosen. */
export function compress(chosen: ReadonlySet<string>): string[] {
  const whole = postcodeAreas.filter(({ districts }) => districts.every((district) => chosen.has(district)))
  const covered = new Set(whole.flatMap(({ districts }) => districts))
  return [...whole.map(({ code }) => code), ...[...chosen].filter((district) => !covered.has(district))].sort()
}

/** Every district whose centre is within a distance of a place. */
export function districtsWithin(place: LatLng, metres: Metres): string[] {
  return sortedOutcodes.filter((code) => {
    const district = outcodes.get(code)
    return district !== undefined && haversineMetres(place, district) <= metres
  })
}

/** "In E, EN, IG, N, RM" or "In 12 areas". */
export function areasText(chosen: ReadonlySet<string>): string {
  const codes = [...new Set([...chosen].map((district) => areaOf(district) ?? district))].sort()
  if (codes.length === 0) return 'You won’t be offered any moves'
  return codes.length > 6 ? `In ${codes.length} areas` : `In ${codes.join(', ')}`
}

/** "All of 19 districts", "3 of 20 districts", "None of 28 districts". */
export function countText(area: PostcodeArea, chosen: ReadonlySet<string>): string {
  const count = area.districts.filter((district) => chosen.has(district)).length
  const of = countOf(area.districts.length, 'district')
  if (count === 0) return `None of ${of}`
  return count === area.districts.length ? `All of ${of}` : `${count} of ${of}`
}

/** Areas to list: those whose code or name begins with the text; without a text, those with something chosen, then the rest. */
export function findAreas(text: string, chosen: ReadonlySet<string>): { near: PostcodeArea[]; others: PostcodeArea[] } {
  const wanted = text.trim().toUpperCase()
  if (wanted !== '') {
    const near = postcodeAreas.filter(
      ({ code, name, districts }) =>
        code.startsWith(wanted) ||
        name.toUpperCase().includes(wanted) ||
        districts.some((district) => district.startsWith(wanted)),
    )
    return { near, others: [] }
  }
  const isChosen = ({ districts }: PostcodeArea) => districts.some((district) => chosen.has(district))
  return { near: postcodeAreas.filter(isChosen), others: postcodeAreas.filter((area) => !isChosen(area)) }
}

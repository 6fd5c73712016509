// Choosing postcode areas and districts: "SW" means every district of SW, even those missing from our table.
import { areas, outcodes, sortedOutcodes } from '#modules/geo/outcodes/data.ts'
import { countOf } from '#shared/texts.ts'
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
  const fullAreas = postcodeAreas.filter(({ districts }) => districts.every((district) => chosen.has(district)))
  const covered = new Set(fullAreas.flatMap(({ districts }) => districts))
  return [...fullAreas.map(({ code }) => code), ...[...chosen].filter((district) => !covered.has(district))].sort()
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

/** "All of 19 districts", "3 of 20 districts", "0 of 28 districts". */
export function countText(area: PostcodeArea, chosen: ReadonlySet<string>): string {
  const count = area.districts.filter((district) => chosen.has(district)).length
  const of = countOf(area.districts.length, 'district')
  if (count === 0) return `0 of ${of}`
  return count === area.districts.length ? `All of ${of}` : `${count} of ${of}`
}

/** Areas to list: those whose code or name begins with the text; without a text, those with something chosen, then the rest. */
export function findAreas(text: string, chosen: ReadonlySet<string>): { near: PostcodeArea[]; others: PostcodeArea[] } {
  const query = text.trim().toUpperCase()
  if (query !== '') {
    const near = postcodeAreas.filter(
      ({ code, name, districts }) =>
        code.startsWith(query) ||
        name.toUpperCase().includes(query) ||
        districts.some((district) => district.startsWith(query)),
    )
    return { near, others: [] }
  }
  const isChosen = ({ districts }: PostcodeArea) => districts.some((district) => chosen.has(district))
  return { near: postcodeAreas.filter(isChosen), others: postcodeAreas.filter((area) => !isChosen(area)) }
}

// What is chosen on the page of the operating area, and its history: each step can be undone and done again.

/** A base and a distance that districts were chosen by, whatever the slider shows now. */
export interface Circle {
  basePostcode: string
  radiusMetres: Metres
  /** Null until its postcode has been looked up. */
  place: LatLng | null
}

export interface AreaChoice {
  chosen: ReadonlySet<string>
  /** Districts added one by one since the page was opened; a new circle keeps them. */
  byHand: ReadonlySet<string>
  circle: Circle | null
}

/** Adds or takes out districts one by one. */
export function picked(choice: AreaChoice, districts: readonly string[], isOn: boolean): AreaChoice {
  const [chosen, byHand] = [new Set(choice.chosen), new Set(choice.byHand)]
  for (const district of districts) {
    if (!isOn) chosen.delete(district)
    else if (!chosen.has(district)) byHand.add(district)
    if (isOn) chosen.add(district)
    else byHand.delete(district)
  }
  return { ...choice, chosen, byHand }
}

export const toggled = (choice: AreaChoice, district: string): AreaChoice =>
  picked(choice, [district], !choice.chosen.has(district))

/** Chooses all within a circle instead of all within the one before; what either left out and was picked by hand stays. */
export function withCircle(
  choice: AreaChoice,
  circle: Circle,
  { before, within }: { before: readonly string[]; within: readonly string[] },
): AreaChoice {
  const last = new Set(before)
  const retained = [...choice.chosen].filter((district) => choice.byHand.has(district) || !last.has(district))
  return { ...choice, chosen: new Set([...retained, ...within]), circle }
}

export interface History<State> {
  past: readonly State[]
  now: State
  undone: readonly State[]
}

const MOST_STEPS = 100

export const began = <State>(now: State): History<State> => ({ past: [], now, undone: [] })

export const changedTo = <State>({ past, now }: History<State>, next: State): History<State> => ({
  past: [...past, now].slice(-MOST_STEPS),
  now: next,
  undone: [],
})

export function undo<State>(history: History<State>): History<State> {
  const { past, now, undone } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, undone: [now, ...undone] }
}

export function redo<State>(history: History<State>): History<State> {
  const { past, now, undone } = history
  const [next] = undone
  return next === undefined ? history : { past: [...past, now], now: next, undone: undone.slice(1) }
}

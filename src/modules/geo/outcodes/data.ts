import { northAreas, northOutcodes } from './north-data.ts'
import { compareOutcodes, parseTable, type TablePlace } from './rules.ts'
import { southAreas, southOutcodes } from './south-data.ts'

const byCode = (text: string): ReadonlyMap<string, TablePlace> =>
  new Map(parseTable(text).map((place): [string, TablePlace] => [place.code, place]))

/** Every outcode of the hand-written table, accurate to about 1–3 km. */
export const outcodes = byCode(`${southOutcodes}\n${northOutcodes}`)

/** All 124 postcode areas, accurate to about 10–28 km. */
export const areas = byCode(`${southAreas}\n${northAreas}`)

/** In natural order: E1, E1W, E2, E10. */
export const sortedOutcodes: readonly string[] = [...outcodes.keys()].sort(compareOutcodes)

import table from './data.json' with { type: 'json' }
import { compareOutcodes, toPlace, type TablePlace } from './rules.ts'

// Places of data.json: code, latitude, longitude, name. Written by hand from general knowledge of where people in each district live.

const byCode = (rows: readonly (readonly (string | number)[])[]): ReadonlyMap<string, TablePlace> =>
  new Map(rows.map(toPlace).map((place): [string, TablePlace] => [place.code, place]))

/** Every outcode of the hand-written table, accurate to about 1–3 km. */
export const outcodes = byCode(table.outcodes)

/** All 124 postcode areas, accurate to about 10–28 km; used for an outcode that is unknown. */
export const areas = byCode(table.areas)

/** In natural order: E1, E1W, E2, E10. */
export const sortedOutcodes: readonly string[] = [...outcodes.keys()].sort(compareOutcodes)

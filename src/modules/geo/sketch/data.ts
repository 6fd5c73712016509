import type { LngLat } from './outlines-rules.ts'
import drawn from './data.json' with { type: 'json' }

// What the drawn route has around it. The coasts are written into data.json by scripts/map-coast.ts from world-atlas (Natural Earth, public
// domain). The rest is written by hand from general knowledge: places are good to about a kilometre or two, which a drawing of a whole region
// forgives, and one of a town does not (so it has none of the motorways).

/** Each is a coast, in the letters of an OSRM polyline. */
export const COASTS: readonly string[] = drawn.coasts

/** `M1 | lat,lng lat,lng`, from junction to junction. A second line of the same name is another part of it. */
export const MOTORWAYS: readonly string[] = drawn.motorways

/** Towns that a reader takes their bearings by, the best known first, each with the outcode of its middle. */
export const TOWNS: readonly string[] = drawn.towns

/** Greater London, roughly: the ULEZ is made of its boroughs and has no line of its own. */
export const LONDON: readonly LngLat[] = drawn.london.map(([lng = 0, lat = 0]) => [lng, lat])

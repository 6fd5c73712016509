import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { normaliseOutcode, normalisePostcode } from '#shared/uk-postcode.ts'
import { unknownPlace } from '../contract.ts'
import { NOT_A_POSTCODE_MESSAGE } from '../rules.ts'

const MOST_POINTS = 10
/** Ten postcodes of eight characters, and a little air. */
const LONGEST = 120

/** Postcodes, or outcodes where no more is to be told, from A by the stops to B: "E17 4QH,BN1 4QL". */
const points = z
  .string()
  .max(LONGEST)
  .transform((text, context) => {
    const codes = text.split(',').map((code) => normalisePostcode(code) ?? normaliseOutcode(code))
    if (codes.length >= 2 && codes.length <= MOST_POINTS && codes.every((code) => code !== null)) return codes
    context.addIssue({ code: 'custom', message: NOT_A_POSTCODE_MESSAGE })
    return z.NEVER
  })

/** Pixels of a drawing 360 wide, x to the right and y down. */
const spot = z.object({ x: z.int(), y: z.int() })

/** Paths are written as in SVG. Empty where there is nothing of the kind. */
export const routeMap = z.object({
  width: z.int(),
  height: z.int(),
  /** No engine saw the roads: the line joins the places by the bridges and tunnels between them. */
  is_sketch: z.boolean(),
  land: z.string(),
  rivers: z.string(),
  motorways: z.string(),
  /** The edges of the charging zones in which the route has a point. */
  zones: z.string(),
  roads: z.string(),
  /** Stretches that only a ferry serves. */
  sea: z.string(),
  /** A, the numbers of the stops, B. */
  points: z.array(spot.extend({ mark: z.string() })),
  tolls: z.array(spot),
  towns: z.array(spot),
  labels: z.array(
    spot.extend({
      kind: z.enum(['end', 'stop', 'town', 'road', 'zone', 'toll']),
      text: z.string(),
      anchor: z.enum(['start', 'middle', 'end']),
    }),
  ),
  /** Length of the scale's bar, and the distance it represents. */
  scale: z.object({ width: z.int(), text: z.string() }),
  zone_names: z.array(z.string()),
  toll_names: z.array(z.object({ name: z.string(), is_certain: z.boolean() })),
  /** The same as text, for people who cannot see it. */
  words: z.string(),
})
nameShape('RouteMap', routeMap)

export const getRouteMap = endpoint({
  id: 'getRouteMap',
  method: 'GET',
  path: '/route-map/',
  summary: 'A small drawn map of a route: coast, motorways, the zones and tolls that it meets, and its line.',
  access: 'public',
  query: z.object({
    points,
    /** The zones and tolls of this day; of today without one. */
    day: z.iso.date().optional(),
  }),
  answer: routeMap,
  refusals: [unknownPlace],
  limit: { name: 'route_map', per: 'address', count: 120, seconds: 60 },
})

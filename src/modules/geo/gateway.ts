import type { Db } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { normalisePartial, normalisePostcode } from '#shared/uk-postcode.ts'
import { createRouteServer, type Way } from './osrm/gateway.ts'
import { areas, outcodes } from './outcodes/data.ts'
import { createPostcodeServer } from './postcodes-io/gateway.ts'
import { findUnits, suggestOutcodes, suggestUnits } from './queries.ts'
import { locate, withoutEcho, type Place } from './rules.ts'
import { CONCEIVABLE, mayMeet, type Toll } from './tolls/rules.ts'
import { journeyOf, modelJourney, type Journey, type TravelPoint } from './travel/rules.ts'

/** Where postcodes are. */
export interface Places {
  /** Null where the text is no postcode or its area does not exist; anything else has a place, at some precision. */
  locate(postcode: string): Promise<Place | null>
  /** The same for many, in order, in one query. */
  locateAll(postcodes: readonly string[]): Promise<(Place | null)[]>
  /** At most ten postcodes (or outcodes, where no units are known) that begin like this; none where the only one is this itself. */
  autocomplete(partial: string): Promise<string[]>
}

/** How far it is and how long it takes. */
export interface Routing {
  /**
   * The drive over two or more points in order, and which of these tolls it passes: null where no engine saw the roads. Never fails:
   * without an engine's answer it is the model's.
   */
  journey(points: readonly TravelPoint[], tolls?: readonly Toll[]): Promise<Journey & Pick<Way, 'passages'>>
}

declare module '#platform/ctx.ts' {
  interface Services {
    places: Places
    routing: Routing
  }
}

export interface PlacesOptions {
  db: Db
  log: Log
  /** A postcodes.io-compatible server, for postcodes that were not imported. */
  postcodesUrl?: string | undefined
  now?: () => number
}

/** First hit wins: the imported unit, the server's unit, our own table's outcode, its area. */
export function createPlaces({ db, log, postcodesUrl, now }: PlacesOptions): Places {
  const server = postcodesUrl ? createPostcodeServer({ name: 'postcodes', baseUrl: postcodesUrl, log, now }) : null
  const locateAll = async (postcodes: readonly string[]) => {
    const normalised = postcodes.map(normalisePostcode)
    const units = await findUnits(
      db,
      normalised.filter((postcode) => postcode !== null),
    )
    return Promise.all(
      normalised.map(async (postcode) => {
        if (postcode === null) return null
        const unit = units.get(postcode) ?? (await server?.find(postcode)) ?? null
        return locate(postcode, { unit, outcodes, areas })
      }),
    )
  }
  return {
    locateAll,
    locate: async (postcode) => (await locateAll([postcode]))[0] ?? null,
    autocomplete: async (text) => {
      const partial = normalisePartial(text)
      if (partial === null) return []
      const units = await suggestUnits(db, partial)
      const found = units.length > 0 ? units : ((await server?.suggest(partial)) ?? [])
      return withoutEcho(found.length > 0 ? found : suggestOutcodes(partial), partial)
    },
  }
}

export interface RoutingOptions {
  log: Log
  /** An OSRM-compatible server. */
  osrmUrl?: string | undefined
  now?: () => number
}

const isConceivable = (toll: Toll, points: readonly TravelPoint[]): boolean =>
  points.some((to, index) => {
    const from = points[index - 1]
    return from !== undefined && mayMeet(toll, from, to, CONCEIVABLE)
  })

/** The engine's answer where one is configured and answers sensibly, else the model of geography 5. */
export function createRouting({ log, osrmUrl, now }: RoutingOptions): Routing {
  const server = osrmUrl ? createRouteServer({ name: 'routing', baseUrl: osrmUrl, log, now }) : null
  return {
    async journey(points, tolls = []) {
      const near = server ? tolls.filter((toll) => isConceivable(toll, points)) : []
      const way = points.length > 1 ? await server?.way(points, near) : null
      if (!way) return { ...modelJourney(points), passages: null }
      return { ...journeyOf(way.legs, points, false), passages: way.passages }
    },
  }
}

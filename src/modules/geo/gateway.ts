import type { Db } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { normalisePartial, normalisePostcode } from '#shared/uk-postcode.ts'
import { createRouteServer } from './osrm/gateway.ts'
import { areas, outcodes } from './outcodes/data.ts'
import { createPostcodeServer } from './postcodes-io/gateway.ts'
import { findUnits, suggestOutcodes, suggestUnits } from './queries.ts'
import { locate, withoutEcho, type Place } from './rules.ts'
import { journeyOf, modelJourney, type Journey, type TravelPoint } from './travel/rules.ts'

/** Locates postcodes. */
export interface Places {
  /** Null if the text is not a postcode or its area does not exist; any other postcode has a place, at some precision. */
  locate(postcode: string): Promise<Place | null>
  /** The same for several, in order, in one query. */
  locateAll(postcodes: readonly string[]): Promise<(Place | null)[]>
  /** At most ten postcodes (or outcodes, if no units are known) that begin like this; none if the only match is the text itself. */
  autocomplete(partial: string): Promise<string[]>
}

/** Distances and driving times. */
export interface Routing {
  /** The drive through two or more points in order. Never fails: without an answer from the engine it uses the model. */
  journey(points: readonly TravelPoint[]): Promise<Journey>
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

/** The first hit wins: the imported unit, the server's unit, our own table's outcode, its area. */
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

/** The engine's answer if one is configured and the answer is plausible, otherwise the model of geography 5. */
export function createRouting({ log, osrmUrl, now }: RoutingOptions): Routing {
  const server = osrmUrl ? createRouteServer({ name: 'routing', baseUrl: osrmUrl, log, now }) : null
  return {
    async journey(points) {
      const legs = points.length > 1 ? await server?.legs(points) : null
      return legs ? journeyOf(legs, points, false) : modelJourney(points)
    },
  }
}

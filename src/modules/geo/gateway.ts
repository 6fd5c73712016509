import type { Db } from '#platform/db.ts'
import { ExpiringCache } from '#platform/caches.ts'
import type { Log } from '#platform/log.ts'
import type { LatLng } from '#shared/distance.ts'
import { isPostcode, normalisePartial, normalisePlace } from '#shared/uk-postcode.ts'
import { createRouteServer, type Way } from './osrm/gateway.ts'
import { areas, outcodes } from './outcodes/data.ts'
import { createPostcodeServer } from './addresses/gateway.ts'
import type { LngLat } from './sketch/outlines-rules.ts'
import { suggestionsOf, type Suggestion } from './addresses/rules.ts'
import { findLatestImport, findUnits, suggestOutcodes, suggestUnits } from './queries.ts'
import type { SourceKind } from './postcode-import/rules.ts'
import { locate, withoutEcho, type Place } from './rules.ts'
import { CONCEIVABLE, mayMeet, type Toll } from './charges/rules.ts'
import { journeyOf, modelJourney, type Journey, type TravelPoint } from './osrm/rules.ts'

/** Locates postcodes. */
export interface Places {
  /** Null if the text is not a postcode or its area does not exist; any other postcode has a place, at some precision. */
  locate(postcode: string): Promise<Place | null>
  /** The same for several, in order, in one query. */
  locateAll(postcodes: readonly string[]): Promise<(Place | null)[]>
  /** At most ten postcodes (or outcodes, if no units are known) that begin like this; none if the only match is the text itself. */
  autocomplete(partial: string): Promise<string[]>
  /** At most ten places that begin like this: the district itself, its postcodes or more districts, and districts by their name. */
  suggest(text: string): Promise<Suggestion[]>
  /** The imported data in use, as of a few seconds ago; null where none was imported. */
  source(): Promise<PlaceData | null>
}

export interface PlaceData {
  sourceKind: SourceKind
  vintage: string
  /** The words that pages using the data must show. */
  attribution: string
  /** Areas of which it names every postcode. */
  areas: ReadonlySet<string>
}

/** Every page asks what data is in use, which changes twice a year. */
const REMEMBER_SOURCE_MS = 10_000

/** Distances and driving times. */
export interface Routing {
  /**
   * The drive over two or more points in order, and which of these tolls it passes: null where no engine saw the roads. Never fails:
   * without an engine's answer it is the model's.
   */
  journey(points: readonly TravelPoint[], tolls?: readonly Toll[]): Promise<Journey & Pick<Way, 'passages'>>
  /** The bends of the drive, for a picture of it; null where no engine saw the roads. Never fails. */
  line(points: readonly LatLng[]): Promise<readonly LngLat[] | null>
}

declare module '#platform/ctx.ts' {
  interface Services {
    places: Places
    routing: Routing
  }
}

export interface PlacesOptions {
  /** Other connections than those of transactions, which may be waiting for a place. */
  db: Db
  log: Log
  /** A postcodes.io-compatible server, for postcodes that were not imported. */
  postcodesUrl?: string | undefined
  now?: () => number
}

/** The first hit wins: the imported unit, the server's unit, our own table's outcode, its area. */
export function createPlaces({ db, log, postcodesUrl, now }: PlacesOptions): Places {
  const server = postcodesUrl ? createPostcodeServer({ name: 'postcodes', baseUrl: postcodesUrl, log, now }) : null
  const latest = new ExpiringCache<PlaceData | null>(1, now)
  const source = async () => {
    const remembered = latest.get('source')
    if (remembered !== undefined) return remembered
    const row = await findLatestImport(db)
    const found = row ? { ...row, areas: new Set(row.areas) } : null
    latest.set('source', found, REMEMBER_SOURCE_MS)
    return found
  }
  const locateAll = async (postcodes: readonly string[]) => {
    const normalised = postcodes.map(normalisePlace)
    const units = await findUnits(
      db,
      normalised.filter((postcode): postcode is string => postcode !== null && isPostcode(postcode)),
    )
    const isMissed = normalised.some((postcode) => postcode !== null && !units.has(postcode))
    const listedAreas = isMissed ? (await source())?.areas : undefined
    return Promise.all(
      normalised.map(async (postcode) => {
        if (postcode === null) return null
        const unit = units.get(postcode) ?? (isPostcode(postcode) ? await server?.find(postcode) : null) ?? null
        return locate(postcode, { unit, outcodes, areas, listedAreas })
      }),
    )
  }
  const unitsLike = async (partial: string) => {
    const units = await suggestUnits(db, partial)
    return units.length > 0 ? units : ((await server?.suggest(partial)) ?? [])
  }
  return {
    source,
    locateAll,
    locate: async (postcode) => (await locateAll([postcode]))[0] ?? null,
    suggest: async (text) => {
      const partial = normalisePartial(text)
      return suggestionsOf(text, partial === null ? [] : await unitsLike(partial))
    },
    autocomplete: async (text) => {
      const partial = normalisePartial(text)
      if (partial === null) return []
      const found = await unitsLike(partial)
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

/** The engine's answer if one is configured and the answer is plausible, otherwise the model of geography 5. */
export function createRouting({ log, osrmUrl, now }: RoutingOptions): Routing {
  const server = osrmUrl ? createRouteServer({ name: 'routing', baseUrl: osrmUrl, log, now }) : null
  return {
    line: async (points) => (await server?.line(points)) ?? null,
    async journey(points, tolls = []) {
      const near = server ? tolls.filter((toll) => isConceivable(toll, points)) : []
      const way = points.length > 1 ? await server?.way(points, near) : null
      if (!way) return { ...modelJourney(points), passages: null }
      return { ...journeyOf(way.legs, points, false), passages: way.passages }
    },
  }
}

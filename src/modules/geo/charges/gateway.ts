import type { Db } from '#platform/db.ts'
import { refreshed, type Refreshed } from '#platform/caches.ts'
import { listTolls, listZones } from './queries.ts'
import type { Toll, Zone } from './rules.ts'

declare module '#platform/ctx.ts' {
  interface Services {
    /** All tolls, at most half a minute old. */
    tolls: Refreshed<readonly Toll[]>
  }
}

const KEPT_MS = 30_000

/** They change once a year and every price asks for them, so a process keeps them for a while. */
export const createTolls = (db: Db): Refreshed<readonly Toll[]> => refreshed(() => listTolls(db), KEPT_MS)

declare module '#platform/ctx.ts' {
  interface Services {
    /** All zones, at most half a minute old. */
    zones: Refreshed<readonly Zone[]>
  }
}

const ZONES_KEPT_MS = 30_000

/** They change once a year and every price asks for them, so a process keeps them for a while. */
export const createZones = (db: Db): Refreshed<readonly Zone[]> => refreshed(() => listZones(db), ZONES_KEPT_MS)

import type { Db } from '#platform/db.ts'
import { refreshed, type Refreshed } from '#platform/refreshing-cache.ts'
import { listZones } from './zones-queries.ts'
import type { Zone } from './zones-rules.ts'

declare module '#platform/ctx.ts' {
  interface Services {
    /** All zones, at most half a minute old. */
    zones: Refreshed<readonly Zone[]>
  }
}

const KEPT_MS = 30_000

/** They change once a year and every price asks for them, so a process keeps them for a while. */
export const createZones = (db: Db): Refreshed<readonly Zone[]> => refreshed(() => listZones(db), KEPT_MS)

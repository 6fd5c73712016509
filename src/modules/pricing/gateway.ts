import type { Db } from '#platform/db.ts'
import { refreshed, type Refreshed } from '#platform/caches.ts'
import type { DatedPolicy } from './terms/rules.ts'
import { readDatedSettings } from './queries.ts'
import type { RoadCharge } from './road-charges/rules.ts'

/** Dated settings of the office for all days; the caller names the day. */
export interface DatedSettings {
  roadCharges: readonly RoadCharge[]
  policies: readonly DatedPolicy[]
}

declare module '#platform/ctx.ts' {
  interface Services {
    datedSettings: Refreshed<DatedSettings>
  }
}

/**
 * Milliseconds after which a process that missed a change follows it; a change notifies every process
 * (settings/commands).
 */
const KEPT_MS = 30_000

/** They change a few times a year and every price asks for them, so a process keeps them for a while. */
export const createDatedSettings = (db: Db): Refreshed<DatedSettings> => refreshed(() => readDatedSettings(db), KEPT_MS)

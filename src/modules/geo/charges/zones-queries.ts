import type { Db, Tx } from '#platform/db.ts'
import type { LngLat } from '../sketch/outlines-rules.ts'
import { compareZones, zoneOf, type Zone } from './zones-rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'geo.zone.outline': LngLat[]
  }
}

/** Every zone, those of other days too: whoever asks says for which day. Ready to be asked, in the order of a receipt. */
export async function listZones(db: Db | Tx): Promise<readonly Zone[]> {
  const rows = await db
    .selectFrom('geo.zone')
    .select(['code', 'name', 'kind', 'nation', 'authorities', 'inside', 'mostlyInside', 'hardlyInside', 'outline'])
    .select(['edgeMetres', 'edgeMinutes', 'fromDay', 'toDay', 'source', 'checkBy'])
    .execute()
  return rows.map(zoneOf).sort(compareZones)
}

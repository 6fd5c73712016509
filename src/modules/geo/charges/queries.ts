import type { Db, Tx } from '#platform/db.ts'
import type { LngLat } from '../sketch/outlines-rules.ts'
import type { TollRow } from './data.ts'
import { closeTollRows, type Toll, compareZones, zoneOf, type Zone } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'geo.toll.gates': TollRow['gates']
    'geo.toll.water': TollRow['water']
    'geo.toll.road': NonNullable<TollRow['road']>
    'geo.toll.charges': TollRow['charges']
  }
}

/**
 * Lists every toll, those of other days too: the caller names the day. A row holds until the next one of its toll
 * begins.
 */
export async function listTolls(db: Db | Tx): Promise<readonly Toll[]> {
  const rows = await db
    .selectFrom('geo.toll')
    .select([
      'code',
      'name',
      'gates',
      'isOneWay',
      'water',
      'nearKm',
      'road',
      'charges',
      'fromDay',
      'toDay',
      'source',
      'checkBy',
    ])
    .where('withdrawnAt', 'is', null)
    .orderBy('name')
    .orderBy('fromDay')
    .execute()
  return closeTollRows(rows)
}

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'geo.zone.outline': LngLat[]
  }
}

/**
 * Lists every zone, those of other days too: the caller names the day. Prepared for look-ups, in the order of a
 * receipt.
 */
export async function listZones(db: Db | Tx): Promise<readonly Zone[]> {
  const rows = await db
    .selectFrom('geo.zone')
    .select(['code', 'name', 'kind', 'nation', 'authorities', 'inside', 'mostlyInside', 'hardlyInside', 'outline'])
    .select(['edgeMetres', 'edgeMinutes', 'fromDay', 'toDay', 'source', 'checkBy'])
    .execute()
  return rows.map(zoneOf).sort(compareZones)
}

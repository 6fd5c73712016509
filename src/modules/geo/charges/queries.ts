import type { Db, Tx } from '#platform/db.ts'
import type { TollRow } from './data.ts'
import { untilTheNext, type Toll } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'geo.toll.gates': TollRow['gates']
    'geo.toll.water': TollRow['water']
    'geo.toll.road': NonNullable<TollRow['road']>
    'geo.toll.charges': TollRow['charges']
  }
}

/** Every toll, those of other days too: whoever asks says for which day. A row holds until the next one of its toll begins. */
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
  return untilTheNext(rows)
}

import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db.ts'
import { normaliseOutcode } from '#shared/uk-postcode.ts'
import { sortedOutcodes } from './outcodes/data.ts'
import type { UnitFacts } from './rules.ts'

/** The imported open data for these postcodes (as displayed), by postcode. */
export async function findUnits(db: Db | Tx, postcodes: readonly string[]): Promise<Map<string, UnitFacts>> {
  if (postcodes.length === 0) return new Map()
  const rows = await db
    .selectFrom('geo.postcode')
    .select(['postcode', 'lat', 'lng', 'districtCode', 'countryCode'])
    .where('postcode', 'in', [...new Set(postcodes)])
    .execute()
  return new Map(
    rows.map((row) => [
      row.postcode,
      { lat: row.lat, lng: row.lng, districtCode: row.districtCode, countryCode: row.countryCode },
    ]),
  )
}

/** Imported postcodes that begin like this, in order. For 'E17', those of outcode E17 come before E1 7. */
export async function suggestUnits(db: Db | Tx, partial: string, limit = 10): Promise<string[]> {
  const found: string[] = []
  for (const beginning of beginnings(partial)) {
    const { rows } = await sql<{ postcode: string }>`
      select postcode from geo.postcode
      where postcode >= ${beginning} and postcode < ${`${beginning}~`}
      order by postcode limit ${limit - found.length}`.execute(db)
    found.push(...rows.map(({ postcode }) => postcode))
    if (found.length >= limit) break
  }
  return found
}

/** The ways to read a beginning typed without its space: 'E17' is E17… or E1 7…, but 'SW1A1' is only SW1A 1…. */
export function beginnings(partial: string): string[] {
  if (partial.includes(' ')) return [partial]
  const asOutcode = /^[A-Z]{1,2}(?:[0-9][A-Z0-9]?)?$/.test(partial) ? [partial] : []
  const splits = [4, 3, 2].flatMap((length) => {
    const rest = partial.slice(length)
    return normaliseOutcode(partial.slice(0, length)) && /^[0-9][A-Z]{0,2}$/.test(rest)
      ? [`${partial.slice(0, length)} ${rest}`]
      : []
  })
  return [...asOutcode, ...splits]
}

/** Outcodes of our own table that begin like this. Unit postcodes are never invented. */
export function suggestOutcodes(partial: string, limit = 10): string[] {
  const exact = sortedOutcodes.includes(partial) ? [partial] : []
  return [...exact, ...sortedOutcodes.filter((outcode) => outcode !== partial && outcode.startsWith(partial))].slice(
    0,
    limit,
  )
}

/** The open data in use, for the attribution on pages that show it. Undefined if none was imported. */
export async function findLatestImport(db: Db | Tx) {
  const row = await db
    .selectFrom('geo.import')
    .select(['sourceKind', 'vintage', 'rowCount', 'attribution', 'importedAt'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      sourceKind: row.sourceKind,
      vintage: row.vintage,
      rowCount: row.rowCount,
      attribution: row.attribution,
      importedAt: row.importedAt,
    }
  )
}

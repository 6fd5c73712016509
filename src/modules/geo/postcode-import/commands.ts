import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { systemClock } from '#platform/clock.ts'
import { connectionOptions, setUpParsers, type DbConnection } from '#platform/db.ts'
import { copyText, emptyTally, type Tally } from './gateway.ts'
import type { Release } from './release-gateway.ts'
import { areas } from '../outcodes/data.ts'
import { attributionOf, UnusableFile, type ReadOptions, type SourceKind } from './rules.ts'
import { lossProblem, type AreaChange } from './soundness-rules.ts'

export interface ImportOptions extends ReadOptions {
  /** Takes a release although it lacks more than a release may: postcodes, areas or places. */
  acceptSmaller: boolean
}

/** How far an import is. */
export interface ImportProgress {
  bytes: number
  rows: number
}
type OnProgress = (progress: ImportProgress) => void

export interface Imported {
  kind: SourceKind
  vintage: string
  rows: number
  located: number
  skipped: number
  malformed: number
  added: number
  dropped: number
}

/** Any fixed number: one import at a time. */
export const IMPORT_LOCK = 0x67656f31

/**
 * Replaces geo.postcode by a release, in one transaction: readers see the old rows until the new ones are whole, and after any
 * failure nothing has changed. It has a connection of its own, because it takes longer than the product lets a statement take.
 */
export async function importPostcodes(
  connection: DbConnection,
  release: Release,
  options: ImportOptions,
  onProgress?: OnProgress,
): Promise<Imported> {
  setUpParsers()
  const client = new pg.Client({
    ...connectionOptions(connection),
    options: '-c timezone=UTC',
    application_name: 'vanfare-import',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    const imported = await replace(client, release, options, onProgress)
    await client.query('commit')
    return imported
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw explained(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function replace(
  client: pg.Client,
  release: Release,
  options: ImportOptions,
  onProgress?: OnProgress,
): Promise<Imported> {
  await client.query(
    `set local statement_timeout = 0; set local lock_timeout = '30s'; set local maintenance_work_mem = '128MB'`,
  )
  await claim(client)
  const tally = await load(client, release, options, onProgress)
  const { kind } = tally
  if (!kind) throw new UnusableFile('There are no live postcodes in this file. Nothing was changed.')
  const changes = await compare(client)
  const problem = options.acceptSmaller ? null : lossProblem({ ...tally, kind }, changes, areas.keys())
  if (problem) throw new UnusableFile(`${problem} Nothing was changed. Add --accept-smaller if that is right.`)
  await swap(client)
  await note(client, kind, release.vintage, tally)
  const { rows, located, skipped, malformed } = tally
  const [before, dropped] = [sumOf(changes, 'before'), sumOf(changes, 'dropped')]
  return {
    kind,
    vintage: release.vintage,
    rows,
    located,
    skipped,
    malformed,
    added: rows - (before - dropped),
    dropped,
  }
}

async function claim(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_xact_lock($1) as is_mine', [
    IMPORT_LOCK,
  ])
  if (!rows[0]?.is_mine) throw new UnusableFile('Another import is running. Wait until it has ended.')
}

async function load(
  client: pg.Client,
  release: Release,
  options: ImportOptions,
  onProgress?: OnProgress,
): Promise<Tally> {
  const tally = emptyTally()
  let bytes = 0
  const onBytes = (more: number) => {
    bytes += more
    onProgress?.({ bytes, rows: tally.rows })
  }
  // The checks come along, the primary key does not: building it once is quicker than keeping it up.
  await client.query('create table geo.postcode_next (like geo.postcode including constraints including storage)')
  await pipeline(
    Readable.from(copyText(release, options, tally, onBytes), { objectMode: false }),
    client.query(copyFrom('copy geo.postcode_next (postcode, lat, lng, district_code, country_code) from stdin')),
  )
  await client.query('alter table geo.postcode_next add constraint postcode_next_pkey primary key (postcode)')
  await client.query('analyze geo.postcode_next')
  return tally
}

/** What is served, by postcode area, beside what the release has of it. */
async function compare(client: pg.Client): Promise<AreaChange[]> {
  const { rows } = await client.query<{ area: string; before: number; located_before: number; dropped: number }>(`
    select rtrim(left(old.postcode, 2), '0123456789') as area, count(*) as before, count(old.lat) as located_before,
      count(*) filter (where next.postcode is null) as dropped
    from geo.postcode as old left join geo.postcode_next as next using (postcode)
    group by 1 order by 1`)
  return rows.map(({ located_before: locatedBefore, ...row }) => ({ ...row, locatedBefore }))
}

const sumOf = (changes: readonly AreaChange[], field: 'before' | 'dropped'): number =>
  changes.reduce((sum, change) => sum + change[field], 0)

/** Readers wait from here, for milliseconds, until the commit. */
async function swap(client: pg.Client): Promise<void> {
  await client.query(`
    drop table geo.postcode;
    alter table geo.postcode_next rename to postcode;
    alter table geo.postcode rename constraint postcode_next_pkey to postcode_pkey`)
}

async function note(client: pg.Client, kind: SourceKind, vintage: string, tally: Tally): Promise<void> {
  await client.query(
    `insert into geo.import (source_kind, vintage, row_count, located_count, has_northern_ireland, attribution, areas, imported_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      kind,
      vintage,
      tally.rows,
      tally.located,
      tally.hasNorthernIreland,
      attributionOf(tally.hasNorthernIreland),
      [...tally.areas].sort(),
      systemClock.now(),
    ],
  )
}

function explained(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.code === '23505') {
    const postcode = /\(postcode\)=\(([^)]*)\)/.exec(error.detail ?? '')?.[1]
    return new UnusableFile(`This release names ${postcode ?? 'a postcode'} more than once. Nothing was changed.`)
  }
  if (error.code === '55P03') return new UnusableFile('The table of postcodes is in use by something else. Try again.')
  return error
}

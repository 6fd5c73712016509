import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { systemClock } from '#platform/clock.ts'
import { connectionOptions, setUpParsers, type DbConnection } from '#platform/db.ts'
import { copyText, emptyTally, type Tally } from './gateway.ts'
import type { Release } from './release/gateway.ts'
import { attributionOf, dropsTooMuch, UnusableFile, type ReadOptions, type SourceKind } from './rules.ts'

export interface ImportOptions extends ReadOptions {
  /** Takes a release although it drops more than one postcode in twenty. */
  acceptSmaller: boolean
}

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
  onBytes?: (bytes: number) => void,
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
    const imported = await replace(client, release, options, onBytes)
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
  onBytes?: (bytes: number) => void,
): Promise<Imported> {
  await client.query(
    `set local statement_timeout = 0; set local lock_timeout = '30s'; set local maintenance_work_mem = '128MB'`,
  )
  await claim(client)
  const tally = await load(client, release, options, onBytes)
  const { before, dropped } = await compare(client)
  if (!options.acceptSmaller && dropsTooMuch(dropped, before)) {
    throw new UnusableFile(
      `This release lacks ${dropped} of the ${before} postcodes we have, more than one in twenty. Nothing was changed. ` +
        'Add --accept-smaller if that is right.',
    )
  }
  const { kind } = tally
  if (!kind) throw new UnusableFile('There are no live postcodes in this file. Nothing was changed.')
  await swap(client)
  await note(client, kind, release.vintage, tally)
  const { rows, located, skipped, malformed } = tally
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
  onBytes?: (bytes: number) => void,
): Promise<Tally> {
  const tally = emptyTally()
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

async function compare(client: pg.Client): Promise<{ before: number; dropped: number }> {
  const { rows } = await client.query<{ before: number; dropped: number }>(`
    select count(*) as before, count(*) filter (where next.postcode is null) as dropped
    from geo.postcode as old left join geo.postcode_next as next using (postcode)`)
  return rows[0] ?? { before: 0, dropped: 0 }
}

/** From here readers wait, for milliseconds, until the commit. */
async function swap(client: pg.Client): Promise<void> {
  await client.query(`
    drop table geo.postcode;
    alter table geo.postcode_next rename to postcode;
    alter table geo.postcode rename constraint postcode_next_pkey to postcode_pkey`)
}

async function note(client: pg.Client, kind: SourceKind, vintage: string, tally: Tally): Promise<void> {
  await client.query(
    `insert into geo.import (source_kind, vintage, row_count, located_count, has_northern_ireland, attribution, imported_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      kind,
      vintage,
      tally.rows,
      tally.located,
      tally.hasNorthernIreland,
      attributionOf(tally.hasNorthernIreland),
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

// Fills an empty database with many working units: node bench/units.ts 100000 fixed
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectionOptions, type DbConnection } from '#platform/db.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { areas, HASH_FUNCTION, places, statements, type FillMode } from './unit-rows.ts'

export interface FillFigures {
  units: number
  mode: FillMode
  rows: Record<string, number>
  /** Inserting and putting the constraints back. */
  fillSeconds: number
  vacuumSeconds: number
}

/** The same rows for the same number, mode and day. The database has to be migrated and without companies. */
export async function fillUnits(
  connection: DbConnection,
  { units, mode, today = localDayOf(new Date()) }: { units: number; mode: FillMode; today?: LocalDay },
): Promise<FillFigures> {
  const client = new pg.Client({ ...connectionOptions(connection), options: '-c timezone=UTC' })
  await client.connect()
  try {
    const started = performance.now()
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'`)
    await client.query(HASH_FUNCTION)
    await loadPlaces(client)
    const rows: Record<string, number> = {}
    await withoutForeignKeys(client, async () => {
      for (const [table, statement] of statements(units, mode, today))
        rows[table] = (rows[table] ?? 0) + ((await client.query(statement)).rowCount ?? 0)
    })
    const filled = performance.now()
    await client.query(`vacuum analyze ${TABLES.join(', ')}`)
    return {
      units,
      mode,
      rows,
      fillSeconds: seconds(started, filled),
      vacuumSeconds: seconds(filled, performance.now()),
    }
  } finally {
    await client.end()
  }
}

const seconds = (from: number, to: number): number => Math.round(to - from) / 1000

const TABLES = [
  'identity."user"',
  'companies.company',
  'fleet.working_unit',
  'fleet.van',
  'fleet.operating_district',
  'calendar.business_day',
  'calendar.availability',
  'calendar.vacation',
  'calendar.hold',
  'pricing.tariff',
  'pricing.hourly_rate',
  'bookings.booking',
]

async function loadPlaces(client: pg.Client): Promise<void> {
  await client.query(`
    create temp table place (n int primary key, code text, lat float8, lng float8);
    create temp table area (n int primary key, code text)`)
  await client.query(
    `insert into place select n, code, lat, lng from json_to_recordset($1) as p (n int, code text, lat float8, lng float8)`,
    [JSON.stringify(places.map(({ code, lat, lng }, n) => ({ n, code, lat, lng })))],
  )
  await client.query(`insert into area select n - 1, code from unnest($1::text[]) with ordinality as a (code, n)`, [
    areas,
  ])
  await client.query('analyze place; analyze area')
}

/** Checking each row as it comes takes most of the time; putting the same constraints back checks all rows at once. */
async function withoutForeignKeys(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [TABLES],
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`)
  await work()
  for (const { table, name, definition } of rows)
    await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
}

async function main(units: number, mode: FillMode): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent') })
  try {
    await prepareDatabase(postgres)
    console.log(await fillUnits(postgres.owner, { units, mode }))
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [units = 1000, mode = 'fixed'] = process.argv.slice(2)
  await main(Number(units), mode === 'proportional' ? mode : 'fixed')
}

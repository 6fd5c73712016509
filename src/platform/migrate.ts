import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { fieldsOf } from '#shared/records.ts'
import { withOneClient, type DbConnection } from './db.ts'
import { codeOf, errorOf, StartError } from './errors.ts'

type Migration = { name: string; checksum: string; sql: string }
type Applied = { name: string; checksum: string }

export type MigrateOptions = {
  /** A folder of `0001_name.sql` files; `db/migrations` except in tests. */
  folder?: string
  log?: { info(details: object, message: string): void }
}

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url))

/** An arbitrary fixed number: processes that migrate the same database wait for each other on it. */
const LOCK_KEY = 0x76616e66

/** A migration waiting for a lock makes everybody behind it wait too, so it gives up early and tries again. */
const LOCK_TIMEOUT = '2s'
const ATTEMPTS = 10

/**
 * Brings the database to the newest schema, each file in its own transaction, so that an interrupted run can be repeated. Answers
 * the names of the files applied. Safe to run in many processes at once.
 */
export async function migrate(connection: DbConnection, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.folder ?? MIGRATIONS)
  return withOneClient(connection, 'vanfare-migrate', async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await makeHistory(client)
    const pending = pendingOf(migrations, await readApplied(client))
    for (const migration of pending) {
      await applyPatiently(client, migration)
      options.log?.info({ migration: migration.name }, 'migrated')
    }
    return pending.map(({ name }) => name)
  })
}

/** The names of pending files, for a role that may not apply them. */
export async function pendingMigrations(connection: DbConnection, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.folder ?? MIGRATIONS)
  return withOneClient(connection, 'vanfare-migrate', async (client) => {
    const { rows } = await client.query(`select from pg_class where oid = to_regclass('platform.migration')`)
    const applied = rows.length > 0 ? await readApplied(client) : []
    return pendingOf(migrations, applied).map(({ name }) => name)
  })
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const numbers = new Set<string>()
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]
    if (!number)
      throw new StartError(`db/migrations/${name}: call it four digits, "_" and words, such as 0012_reviews.sql.`)
    if (numbers.has(number))
      throw new StartError(`db/migrations has two files numbered ${number}: give ${name} the next free number.`)
    numbers.add(number)
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

async function makeHistory(client: pg.Client): Promise<void> {
  await client.query(`
    create schema if not exists platform;
    create table if not exists platform.migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select name, checksum from platform.migration order by name')
  return rows
}

/** Applied migrations are history: they may not change, and none may be inserted before them. */
function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const last = applied.at(-1)?.name ?? ''
  return migrations.filter(({ name, checksum }) => {
    const known = checksums.get(name)
    if (known === checksum) return false
    if (known) {
      throw new StartError(
        `db/migrations/${name} has changed since it was applied to this database. Put it back as it was and write the change as a new file.`,
      )
    }
    if (name < last) {
      throw new StartError(
        `db/migrations/${name} comes before ${last}, which this database already has. Give it the next free number.`,
      )
    }
    return true
  })
}

async function applyPatiently(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await apply(client, migration)
      return
    } catch (error) {
      const isBusy = ['55P03', '40P01'].includes(codeOf(error))
      if (!isBusy || attempt === ATTEMPTS) throw explained(error, migration)
      await sleep(200 * attempt)
    }
  }
}

async function apply(client: pg.Client, { name, checksum, sql }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await client.query(sql)
    await client.query('insert into platform.migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

function explained(error: unknown, { name, sql }: Migration): Error {
  const { position } = fieldsOf(error)
  const line = position ? sql.slice(0, Number(position)).split('\n').length : undefined
  return new StartError(`db/migrations/${name}${line ? `, line ${line}` : ''}: ${errorOf(error).message}`, {
    cause: error,
  })
}

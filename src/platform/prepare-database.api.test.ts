import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { readConfig } from './config.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createLog } from './log.ts'
import { migrate } from './migrate.ts'
import { prepareDatabase } from './prepare-database.ts'

const log = createLog('silent')
const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')

async function as<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const codeOf = (connection: pg.ClientConfig, statement: string): Promise<string> =>
  as(connection, (client) =>
    client.query(statement).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    ),
  )

describe('T-129: the role that the product works as', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    // Rights of PUBLIC are not copied with a template, so they are revoked here as in an operator’s own database.
    await prepareDatabase(database)
    await database.asOwner(`revoke temporary on database ${database.connection.database} from public`)
  })
  afterAll(() => database.drop())

  const shapes = [
    'create table public.loot (id int)',
    'create table platform.loot (id int)',
    'create table pgboss.loot (id int)',
    'create temp table loot (id int)',
    'create schema loot',
    'create extension hstore',
    'create role loot',
    'create function platform.loot() returns int language sql as $$ select 1 $$',
    'create trigger loot before insert on identity."user" execute function platform.refuse_change()',
    'create index on bookings.booking (status)',
    'alter table bookings.booking add column loot int',
    'alter table bookings.booking disable trigger all',
    'alter table audit.entry disable trigger entry_is_append_only',
    'alter role current_user superuser',
    'drop table bookings.booking cascade',
    'drop schema bookings cascade',
    'drop table pgboss.job cascade',
    'truncate bookings.booking cascade',
    'truncate audit.entry',
    'truncate pgboss.job',
    'set role vanfare',
    'set session authorization postgres',
    `copy bookings.booking to '/tmp/loot'`,
    `copy bookings.booking to program 'cat'`,
    'delete from audit.entry',
    `update audit.entry set action = 'nothing'`,
    `update audit.entry set action = 'nothing' where false`,
    'delete from platform.migration',
  ]

  it.each(shapes)('may not: %s', async (statement) => {
    expect(await codeOf(database.connection, statement)).toBe('42501')
  })

  it.each([
    'create table public.kept (id int)',
    'alter table bookings.booking add column kept int',
    'truncate bookings.booking cascade',
    'create index on bookings.booking (status)',
  ])('which its owner may, so that the refusals above say something: %s', async (statement) => {
    expect(await codeOf(database.owner, `begin; ${statement}; rollback`)).toBe('done')
  })

  const anEntry = `insert into audit.entry (at, actor_kind, action, object) values (now(), 'system', 'test.made', 'test')`
  const read = 'select count(*) from audit.entry'

  it('may add to the audit and read it, and has no other right there: with the trigger off it is still refused', async () => {
    const changes = ['delete from audit.entry', `update audit.entry set action = 'x'`, 'truncate audit.entry']
    expect(await codeOf(database.connection, anEntry)).toBe('done')
    expect(await codeOf(database.connection, read)).toBe('done')
    await database.asOwner('alter table audit.entry disable trigger entry_is_append_only')
    for (const change of changes) expect(await codeOf(database.connection, change)).toBe('42501')
    // The control: it is the rights that refuse, because their owner may.
    for (const change of changes) expect(await codeOf(database.owner, `begin; ${change}; rollback`)).toBe('done')
    await database.asOwner('alter table audit.entry enable trigger entry_is_append_only')
    for (const change of changes) expect(await codeOf(database.owner, change)).toBe('42501')
  })

  it('loses again what it was given too much there, and never gets it for a later table', async () => {
    await database.asOwner(`create table audit.later (id int);
      grant update, delete, truncate on audit.entry to ${database.connection.user}`)
    expect(await codeOf(database.connection, 'delete from audit.later')).toBe('done')
    await prepareDatabase(database)
    for (const table of ['later', 'entry']) {
      expect(await codeOf(database.connection, `delete from audit.${table}`)).toBe('42501')
      expect(await codeOf(database.connection, `truncate audit.${table}`)).toBe('42501')
      expect(await codeOf(database.connection, `select from audit.${table}`)).toBe('done')
    }
    expect(await codeOf(database.connection, 'insert into audit.later values (1)')).toBe('done')
    await database.asOwner('drop table audit.later')
  })

  it('may work in every table there is, and in those that the owner makes later', async () => {
    await database.asOwner(
      'create table geo.later (id int); create schema tomorrow; create table tomorrow.thing (id int)',
    )
    const { rows } = await as(database.connection, (client) =>
      client.query<{ name: string; may: boolean }>(
        `select c.oid::regclass::text as name, has_table_privilege(c.oid, 'insert') and has_table_privilege(c.oid, 'select') as may
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where nspname !~ '^(pg_|information_schema$)' and relkind in ('r', 'p')`,
      ),
    )
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ may }) => !may).map(({ name }) => name)).toEqual(['platform.migration'])
    expect(await codeOf(database.connection, 'insert into tomorrow.thing values (1)')).toBe('done')
  })
})

describe('a role that may change nothing', () => {
  const { admin, connection, owner } = inject('postgres')
  const made: string[] = []
  const newDatabase = async () => {
    const database = `roles_${randomBytes(4).toString('hex')}`
    made.push(database)
    await as(admin, (client) => client.query(`create database ${database} owner ${owner.user}`))
    return { connection: { ...connection, database }, owner: { ...owner, database } }
  }
  afterAll(async () => {
    for (const name of made) await as(admin, (client) => client.query(`drop database ${name} with (force)`))
  })

  it('starts on a database that its owner has prepared, and says what to do with one that nobody has', async () => {
    const roles = await newDatabase()
    const alone = { connection: roles.connection, owner: roles.connection }
    await expect(prepareDatabase(alone)).rejects.toThrow(
      'Set DATABASE_MIGRATE_URL to its owner, or run "npm run migrate"',
    )
    expect((await prepareDatabase(roles)).length).toBeGreaterThan(10)
    expect(await prepareDatabase(alone)).toEqual([])
    expect(await prepareDatabase(roles)).toEqual([])
  })

  it('is prepared once when many processes start together', async () => {
    const roles = await newDatabase()
    const applied = await Promise.all(Array.from({ length: 4 }, () => prepareDatabase(roles)))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  })
})

test('a data directory of an earlier release, with one role and queues of its own making, starts and works', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-earlier-'))
  const earlier = await startEmbeddedPostgres({ dataDir, log })
  const folder = join(dataDir, 'migrations-of-then')
  const names = readdirSync(MIGRATIONS).toSorted()
  const later = names.filter((name) => name >= '0021')
  cpSync(MIGRATIONS, folder, { recursive: true, filter: (path) => !later.some((name) => path.endsWith(name)) })
  await prepareDatabase({ connection: earlier.owner, owner: earlier.owner }, { folder })
  await as(earlier.owner, (client) =>
    client.query(`
    select pgboss.create_queue('notifications.send', '{"policy":"standard","notify":true}');
    update pgboss.queue set heartbeat_seconds = null;
    insert into pgboss.job (name, data) values ('notifications.send', '{"messageId":"0"}');
    insert into platform.audit (actor_kind, action, object) select 'system', 'test.kept', 'test ' || n from generate_series(1, 3) n`),
  )
  await as(earlier.admin, (client) => client.query('drop role vanfare_app'))
  await earlier.stop()

  const now = await startEmbeddedPostgres({ dataDir, log })
  try {
    expect(await prepareDatabase(now)).toEqual(later)
    const config = readConfig({ DATA_DIR: dataDir })
    const app = await buildApp({ config, connection: now.connection, log, work: false })
    await app.fastify.ready()
    expect((await app.fastify.inject('/readyz')).statusCode).toBe(200)
    await app.close()
    const { rows } = await as(now.connection, (client) =>
      client.query(
        'select heartbeat_seconds as beat from pgboss.job union all select heartbeat_seconds from pgboss.queue',
      ),
    )
    expect(new Set(rows.map(({ beat }: { beat: number }) => beat))).toEqual(new Set([60]))
    const audit = await as(now.connection, (client) =>
      client.query('select id::int, object from audit.entry order by id'),
    )
    expect(audit.rows).toEqual([1, 2, 3].map((id) => ({ id, object: `test ${id}` })))
    expect(await migrate(now.owner)).toEqual([])
  } finally {
    await now.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

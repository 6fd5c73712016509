import pg from 'pg'
import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { withOneClient, type DbConnection } from './db.ts'
import { migrate, pendingMigrations, type MigrateOptions } from './migrate.ts'
import { StartError } from './errors.ts'

/**
 * A database by its two roles. The owner changes the schema, at start or by hand; the product runs as a role that may only read and
 * write rows, so that an injected statement cannot drop a table. Both may be the same role.
 */
export interface DatabaseRoles {
  connection: DbConnection
  owner: DbConnection
}

/** The pool for DATABASE_URL, if set. */
export function databaseOf({
  databaseUrl,
  databaseMigrateUrl,
}: Pick<Config, 'databaseUrl' | 'databaseMigrateUrl'>): DatabaseRoles | undefined {
  if (!databaseUrl) return undefined
  const connection = { connectionString: databaseUrl }
  return { connection, owner: databaseMigrateUrl ? { connectionString: databaseMigrateUrl } : connection }
}

/** An arbitrary fixed number: processes that prepare the same database wait for each other on it. */
const LOCK_KEY = 0x76616e70

/** Takes a lock until this client disconnects, so that no other client prepares this database. */
export const waitForOthers = (client: pg.Client) => client.query('select pg_advisory_lock($1)', [LOCK_KEY])

/**
 * Brings the database to the newest schema and grants the product's role its rights. Answers the migrations applied. If this role
 * may not change anything, another must have done so: then it only checks that nothing is pending.
 */
export async function prepareDatabase(roles: DatabaseRoles, options: MigrateOptions = {}): Promise<string[]> {
  const { user, mayChange } = await withClient(roles.owner, roleOf)
  if (!mayChange) {
    await refuseWhenBehind(roles.owner, options)
    return []
  }
  const worker = roles.connection === roles.owner ? user : (await withClient(roles.connection, roleOf)).user
  return withClient(roles.owner, async (client) => {
    await waitForOthers(client)
    await installQueues(client)
    const applied = await migrate(roles.owner, options)
    if (worker !== user && (await hasOtherRights(client, worker))) await grantWork(client, user, worker)
    return applied
  })
}

async function refuseWhenBehind(connection: DbConnection, options: MigrateOptions): Promise<void> {
  const pending = await pendingMigrations(connection, options)
  const isBehind = pending.length > 0 || (await withClient(connection, queuesVersion)) !== bossPackage.pgboss.schema
  if (!isBehind) return
  throw new StartError(
    'The database has migrations pending, which the role of DATABASE_URL may not run. Set DATABASE_MIGRATE_URL to its owner, or run "npm run migrate" with it.',
  )
}

interface Role {
  user: string
  mayChange: boolean
}

async function roleOf(client: pg.Client): Promise<Role> {
  const { rows } = await client.query<Role>(
    `select current_user as "user", has_database_privilege(current_database(), 'create') as "mayChange"`,
  )
  const [role] = rows
  if (!role) throw new Error('PostgreSQL names no role')
  return role
}

/** What pg-boss would do when it starts, but as the owner. */
async function installQueues(client: pg.Client): Promise<void> {
  const version = await queuesVersion(client)
  const requiredVersion = bossPackage.pgboss.schema
  if (version === undefined) await client.query(getConstructionPlans(SCHEMA))
  else if (version < requiredVersion) await client.query(getMigrationPlans(SCHEMA, version))
}

const SCHEMA = 'pgboss'

async function queuesVersion(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('pgboss.version') is not null as found`)
  if (!rows[0]?.found) return undefined
  return (await client.query<{ version: number }>('select version from pgboss.version')).rows[0]?.version
}

const OURS = `nspname !~ '^(pg_|information_schema$|public$)'`

/** The schema whose tables, later ones too, the product's role may add to and read, and nothing else. */
const ADD_ONLY = 'audit'

/** Fewer than it works with, or more than it may have in what is only added to. */
async function hasOtherRights(client: pg.Client, worker: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_namespace n where ${OURS} and not has_schema_privilege($1, n.oid, 'usage')
     union all
     select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${OURS} and c.relkind in ('r', 'p', 'v', 'm') and not has_table_privilege($1, c.oid, 'select')
     union all
     select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname = $2 and c.relkind in ('r', 'p') and has_table_privilege($1, c.oid, 'update, delete, truncate') limit 1`,
    [worker, ADD_ONLY],
  )
  return rows.length > 0
}

/** Grants rows, not schema changes. History is protected: audit rows can only be added, and applied migrations only read. */
async function grantWork(client: pg.Client, owner: string, worker: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select nspname as name from pg_namespace where ${OURS}`)
  const schemas = rows.map(({ name }) => quoted(name)).join(', ')
  const [us, them] = [quoted(worker), quoted(owner)]
  const { rows: database } = await client.query<{ name: string; isOurs: boolean }>(
    `select datname as name, pg_has_role(datdba, 'usage') as "isOurs" from pg_database where datname = current_database()`,
  )
  const name = quoted(database[0]?.name ?? '')
  await client.query(`
    begin;
    grant usage on schema ${schemas} to ${us};
    grant select, insert, update, delete on all tables in schema ${schemas} to ${us};
    grant usage, select on all sequences in schema ${schemas} to ${us};
    alter default privileges for role ${them} grant usage on schemas to ${us};
    alter default privileges for role ${them} grant select, insert, update, delete on tables to ${us};
    alter default privileges for role ${them} grant usage, select on sequences to ${us};
    revoke update, delete, truncate on all tables in schema ${ADD_ONLY} from ${us};
    revoke update, delete on billing.entry, billing.posting from ${us};
    revoke insert, update, delete on platform.migration from ${us};
    ${database[0]?.isOurs ? `revoke temporary on database ${name} from public;` : ''}
    commit`)
}

const quoted = (name: string) => pg.escapeIdentifier(name)

const withClient = <T>(connection: DbConnection, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withOneClient(connection, 'vanfare-migrate', work)

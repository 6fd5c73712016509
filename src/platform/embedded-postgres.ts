import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDataDir, lockDataDir, findDataDirHolder } from './data-dir.ts'
import { withOneClient } from './db.ts'
import { chooseRunner, findPostgresBinaries, type PostgresRunner } from './postgres-binaries.ts'
import { ensureCluster } from './postgres-cluster.ts'
import { supervisePostmaster } from './postgres-postmaster.ts'
import type { DatabaseRoles } from './prepare-database.ts'

export type EmbeddedPostgresLog = Record<
  'debug' | 'info' | 'warn' | 'error',
  (details: object, message: string) => void
>

export type EmbeddedPostgresOptions = {
  dataDir: string
  log: EmbeddedPostgresLog
  /** Server settings that override the product's, for tests. */
  settings?: Record<string, string>
  /** Ways to leave root that may be tried, for tests; by default all of them. */
  runners?: PostgresRunner['name'][]
}

export type SocketConnection = { host: string; user: string; database: string }

export type EmbeddedPostgres = {
  /** For the role the product runs as, which may read and write rows and nothing else. `host` is the socket's directory. */
  connection: SocketConnection
  /** For the owner of the database `vanfare`, who is not a superuser, to run migrations. */
  owner: SocketConnection
  /** For the superuser, in tests and maintenance. */
  admin: SocketConnection
  /** The same as `owner`, as a single string. */
  url: string
  stop(): Promise<void>
}

const DATABASE = 'vanfare'

/**
 * Real PostgreSQL under `dataDir`/postgres, reached by a socket that only its owner may open. It lives exactly as long as this
 * process: if the server dies it is restarted, and if this process dies, however that happens, so does the server.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries()
  openDataDir(options.dataDir)
  const dataDir = realpathSync(resolve(options.dataDir))
  const lock = await lockDataDir(dataDir)
  try {
    const runner = chooseRunner(binaries, dataDir, options.runners)
    const socketDir = makeSocketDir(dataDir, runner)
    const cluster = await ensureCluster({ dataDir, binaries, runner, database: DATABASE, log: options.log })
    const settings = { ...SETTINGS, unix_socket_directories: socketDir, ...options.settings }
    const postmaster = await supervisePostmaster({ cluster, binaries, runner, settings, log: options.log })
    const roles = rolesAt(socketDir)
    // Created at every start, because data directories of an earlier release have only the owner role.
    await makeRole(roles.admin, roles.connection.user).catch(async (error: unknown) => {
      await postmaster.stop()
      throw error
    })
    return {
      ...roles,
      url: `postgresql://${DATABASE}@localhost/${DATABASE}?host=${encodeURIComponent(socketDir)}`,
      async stop() {
        await postmaster.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Who may connect through this socket, and as which role. */
const rolesAt = (socketDir: string): Pick<EmbeddedPostgres, 'connection' | 'owner' | 'admin'> => ({
  connection: { host: socketDir, user: `${DATABASE}_app`, database: DATABASE },
  owner: { host: socketDir, user: DATABASE, database: DATABASE },
  admin: { host: socketDir, user: 'postgres', database: 'postgres' },
})

const makeRole = (admin: SocketConnection, role: string): Promise<void> =>
  withOneClient(admin, 'vanfare-roles', async (client) => {
    const { rows } = await client.query('select from pg_roles where rolname = $1', [role])
    if (rows.length === 0) await client.query(`create role ${role} login`)
  })

/** Given on the command line, so that nothing inside the data directory can weaken them. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  max_connections: '200',
  // Statements and their values may contain personal data, so only the server's own events are logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  cluster_name: 'vanfare',
}

/**
 * The path of a socket is limited to 107 bytes, that of a data directory is not; so the socket lives in the temporary directory,
 * under a hash.
 */
function makeSocketDir(dataDir: string, runner: PostgresRunner): string {
  const name = `vanfare-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  const parent = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp'
  const preferred = join(parent, name)
  mkdirSync(preferred, { recursive: true, mode: 0o700 })
  const found = lstatSync(preferred)
  const owner = runner.uid ?? process.getuid?.() ?? 0
  const isOurs = found.isDirectory() && (found.uid === owner || found.uid === process.getuid?.())
  // Anybody can create entries in the temporary directory; one owned by somebody else is not trusted.
  const socketDir = isOurs ? preferred : mkdtempSync(`${preferred}-`)
  chmodSync(socketDir, 0o700)
  if (runner.uid !== undefined) chownSync(socketDir, runner.uid, runner.uid)
  return socketDir
}

/** The embedded database of a product running on this data directory, for command-line tools. */
export async function findRunningPostgres(dataDir: string): Promise<DatabaseRoles | undefined> {
  if ((await findDataDirHolder(dataDir)) === undefined) return undefined
  try {
    // postmaster.pid: process, data directory, start, port, socket directory, …
    const socketDir = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
      .split('\n')[4]
      ?.trim()
    return socketDir ? rolesAt(socketDir) : undefined
  } catch {
    return undefined
  }
}

import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.gen.ts'
import type { Log } from './log.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

export interface DbConnection {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
}

/** Sums and counts fit a double; days stay the text they are (a Date would pull in a time zone). */
export function setUpParsers() {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
}

/**
 * A checked-out client emits its own errors: without a listener on each client, one terminated backend would end the process.
 * `query_timeout` is the client's own: with only the server's timeout a frozen database would hang a query for ever.
 */
export function createPool(connection: DbConnection, log: Log, max = 10): pg.Pool {
  setUpParsers()
  const pool = new pg.Pool({
    ...connection,
    max,
    connectionTimeoutMillis: 2000,
    query_timeout: 4000,
    statement_timeout: 3000,
    lock_timeout: 2500,
    idle_in_transaction_session_timeout: 10_000,
    options: '-c timezone=UTC',
    application_name: 'vanfare',
  })
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    prepareNamed(client)
  })
  return pool
}

const statementName = /^\/\* ([a-z-]{1,60}) \*\//

/**
 * Hot statements begin with a comment that names them, such as the one of a quote search: those are prepared once per connection and
 * keep their plan. All others stay unnamed, so that statements made up as they go cannot fill the server's memory.
 */
function prepareNamed(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  Object.assign(client, {
    query: (text: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' && Array.isArray(rest[0]) ? statementName.exec(text)?.[1] : undefined
      return name ? query({ name, text, values: rest[0] }, ...rest.slice(1)) : query(text, ...rest)
    },
  })
}

export const createDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })

/** For libraries that open their own connections. */
export const connectionOptions = (connection: DbConnection): DbConnection =>
  Object.fromEntries(Object.entries(connection).filter(([, value]) => value !== undefined))

import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  sql,
  type CompiledQuery,
  type RawBuilder,
  type Transaction,
} from 'kysely'
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

/** Sums and counts fit into a double; days stay strings, because a Date would involve a time zone. */
export function setUpParsers() {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
}

/** The most that one statement may take. Somebody waits for those of a request; of a long job, one may be about all companies. */
const STATEMENT_MS = 3000
export const LONG_STATEMENT_MS = 30_000

/**
 * Checked-out clients emit their own errors: without a listener on each, one terminated backend would end the process.
 * `query_timeout` is enforced by the client: with only the server's timeout a frozen database would block a query for ever.
 */
export function createPool(connection: DbConnection, log: Log, max = 10, statementMs = STATEMENT_MS): pg.Pool {
  setUpParsers()
  const pool = new pg.Pool({
    ...connection,
    max,
    // Pipelining: queries are sent without waiting for earlier results.
    pipeline: true,
    connectionTimeoutMillis: 2000,
    query_timeout: statementMs + 1000,
    statement_timeout: statementMs,
    lock_timeout: 2500,
    idle_in_transaction_session_timeout: 10_000,
    // JIT compilation takes longer than any of our statements.
    options: '-c timezone=UTC -c jit=off',
    application_name: 'vanfare',
  })
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    prepareStatements(client)
    dropAfterTimeout(client)
  })
  return pool
}

/** Limit on prepared statements; normally not reached, it protects the server from mistakes. */
const mostPrepared = 400
const preparedNames = new Map<string, string>()

/**
 * Statements with parameters are prepared once per connection and keep their plan, because parsing and planning would cost more than
 * most of them take. Their texts are made of fixed parts, so there are few; beyond the limit they go unprepared.
 */
function prepareStatements(client: pg.PoolClient) {
  const query = queryOf(client)
  Object.assign(client, {
    query: (text: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' && Array.isArray(rest[0]) && rest[0].length > 0 ? nameOf(text) : undefined
      return name ? query({ name, text, values: rest[0] }, ...rest.slice(1)) : query(text, ...rest)
    },
  })
}

/** The overloads as one signature, for callers that only pass the parameters on. */
const queryOf = (client: pg.PoolClient) => client.query.bind(client) as (...parameters: unknown[]) => unknown

function nameOf(text: string): string | undefined {
  const known = preparedNames.get(text)
  if (known || preparedNames.size >= mostPrepared) return known
  const name = `s${preparedNames.size}`
  preparedNames.set(text, name)
  return name
}

/**
 * A statement that timed out may still be running, so its connection is discarded: the next query on it, even a rollback, would have
 * to wait.
 */
function dropAfterTimeout(client: pg.PoolClient) {
  const query = queryOf(client)
  const drop = (error: unknown) => {
    if (error instanceof Error && error.message === 'Query read timeout') client.connection.stream.destroy()
  }
  Object.assign(client, {
    query: (...parameters: unknown[]) => {
      const result = query(...parameters)
      if (result instanceof Promise) result.catch(drop)
      return result
    },
  })
}

/** Columns are snake_case in the database and camelCase here. JSON values keep their keys, which may be data. */
export const createDb = (pool: pg.Pool): Db =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** Statements of one transaction that are not awaited; they run in the order sent, like all others. */
export class Writes {
  readonly #trx: Tx
  readonly #sent: Promise<unknown>[] = []

  constructor(trx: Tx) {
    this.#trx = trx
  }

  /** Resolves once the statement has been sent. */
  async send(query: CompiledQuery): Promise<void> {
    await this.#trx.getExecutor().provideConnection(async (connection) => {
      const sent = connection.executeQuery(query)
      // Errors are reported by `settleAfter`; this avoids an unhandled rejection until then.
      sent.catch(() => undefined)
      this.#sent.push(sent)
    })
  }

  /** Throws the first error: later statements failed only because of it. */
  async settleAfter<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } finally {
      for (const sent of this.#sent) await sent
    }
  }
}

/** Options for libraries that open their own connections. */
export const connectionOptions = (connection: DbConnection): DbConnection =>
  Object.fromEntries(Object.entries(connection).filter(([, value]) => value !== undefined))

/** A connection outside the pool for one piece of work, such as a migration. Whatever that leaves open is closed with it. */
export async function withOneClient<T>(
  connection: DbConnection,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connectionOptions(connection),
    options: '-c timezone=UTC',
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Constants of the code as a list of literals: a prepared statement can use a partial index only if it sees the values.
 * With one value `in` and `not in` are planned as `=` and `<>`.
 */
export const literals = (values: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(values.map((value) => sql.lit(value)))})`

const transaction = new AsyncLocalStorage<true>()

/** What `work` does is done by one transaction, on its one connection. */
export const asTransaction = <T>(work: () => Promise<T>): Promise<T> => transaction.run(true, work)

/**
 * Calls `onSecond` when a transaction asks its own pool for another connection. As many of them as the pool has connections would
 * wait for each other until all time out; what has to be read aside is read through another pool.
 */
export function watchForSecond(pool: pg.Pool, onSecond: (error: Error) => void): void {
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => unknown
  Object.assign(pool, {
    connect: (...parameters: unknown[]) => {
      if (transaction.getStore()) onSecond(new Error('A transaction asked for a second connection'))
      return connect(...parameters)
    },
  })
}

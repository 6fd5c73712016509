import { CamelCasePlugin, Kysely, PostgresDialect, type CompiledQuery, type Transaction } from 'kysely'
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
    // What is sent before the last answer came goes at once, not one by one.
    pipeline: true,
    connectionTimeoutMillis: 2000,
    query_timeout: 4000,
    statement_timeout: 3000,
    lock_timeout: 2500,
    idle_in_transaction_session_timeout: 10_000,
    // Compiling a statement to machine code takes longer than any of ours runs.
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

/** How many different statements are prepared; a process has fewer, so this only bounds what a mistake could cost the server. */
const mostPrepared = 400
const preparedNames = new Map<string, string>()

/**
 * Statements with parameters are prepared once per connection and keep their plan: parsing and planning would cost more than most of
 * them do. Texts are made of fixed parts, so there are few; what comes after the bound goes unprepared.
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

/** Its many shapes as one, for whoever only hands the parameters on. */
const queryOf = (client: pg.PoolClient) => client.query.bind(client) as (...parameters: unknown[]) => unknown

function nameOf(text: string): string | undefined {
  const known = preparedNames.get(text)
  if (known || preparedNames.size >= mostPrepared) return known
  const name = `s${preparedNames.size}`
  preparedNames.set(text, name)
  return name
}

/**
 * A statement that was given up on may still be running: whatever followed it on its connection, even a rollback, would wait as long
 * again, and so would the next request that gets the connection.
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

/** Columns are snake_case there and camelCase here. What lies in a JSON value keeps its keys, which may be values themselves. */
export const createDb = (pool: pg.Pool): Db =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** The statements of one transaction that nobody waits for: they run in the order in which they were sent, among all others. */
export class Writes {
  readonly #trx: Tx
  readonly #sent: Promise<unknown>[] = []

  constructor(trx: Tx) {
    this.#trx = trx
  }

  /** Resolves when it is on its way. */
  async send(query: CompiledQuery): Promise<void> {
    await this.#trx.getExecutor().provideConnection(async (connection) => {
      const sent = connection.executeQuery(query)
      // Told by `settleAfter`; until then nobody listens.
      sent.catch(() => undefined)
      this.#sent.push(sent)
    })
  }

  /** Throws what the first that failed threw: all that came after it failed only because of it. */
  async settleAfter<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } finally {
      for (const sent of this.#sent) await sent
    }
  }
}

/** For libraries that open their own connections. */
export const connectionOptions = (connection: DbConnection): DbConnection =>
  Object.fromEntries(Object.entries(connection).filter(([, value]) => value !== undefined))

/** One connection for one piece of work outside the pool: a migration, a demonstration. What it leaves open goes with it. */
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

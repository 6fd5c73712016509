import type pg from 'pg'
import type { DB } from '#platform/db-types.gen.ts'
import { withOneClient, type DbConnection } from '#platform/db.ts'
import { toSnakeKey } from '#shared/wire.ts'
import type { Demonstration } from './generate.ts'
import type { Row } from './rows.ts'

/** Any fixed number: processes that start on one empty database wait for each other on it. */
const LOCK_KEY = 0x76616e67

export type SeedClient = Pick<pg.Client, 'query'>

export const hasCompanies = (connection: DbConnection): Promise<boolean> => withClient(connection, findCompany)

/**
 * Fills a database that has no company, in one transaction, to which `finish` may add what is no row of a table. Answers whether
 * it did.
 */
export function loadTables(
  connection: DbConnection,
  make: () => Promise<Demonstration>,
  finish: (client: SeedClient, made: Demonstration) => Promise<void>,
): Promise<boolean> {
  return withClient(connection, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    if (await findCompany(client)) return false
    const made = await make()
    const { tables } = made
    for (const [table, rows] of Object.entries(tables)) await insertRows(client, table as keyof DB, rows)
    await finish(client, made)
    await client.query('commit')
    await client.query(`analyze ${Object.keys(tables).map(quoted).join(', ')}`)
    return true
  })
}

const withClient = <T>(connection: DbConnection, work: (client: SeedClient) => Promise<T>): Promise<T> =>
  withOneClient(connection, 'vanfare-demonstration', work)

async function findCompany(client: SeedClient): Promise<boolean> {
  const { rowCount } = await client.query('select from companies.company limit 1')
  return rowCount === 1
}

/** One statement a table. PostgreSQL reads each value as its column's type; columns that no row names keep their defaults. */
export async function insertRows<Table extends keyof DB>(
  client: SeedClient,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  const first = rows[0]
  if (!first) return
  const columns = Object.keys(first)
    .map((key) => `"${toSnakeKey(key)}"`)
    .join(', ')
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [toSnakeKey(key), value])),
  )
  await client.query(
    `insert into ${quoted(table)} (${columns}) select ${columns} from json_populate_recordset(null::${quoted(table)}, $1::json)`,
    [JSON.stringify(named)],
  )
}

const quoted = (table: string): string =>
  table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')

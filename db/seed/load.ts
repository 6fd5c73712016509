import pg from 'pg'
import type { DB } from '#platform/db-types.gen.ts'
import { connectionOptions, type DbConnection } from '#platform/db.ts'
import type { Tables } from './rows.ts'

/** Any fixed number: processes that start on one empty database wait for each other on it. */
const LOCK_KEY = 0x76616e67

/** Fills a database that has no company, in one transaction. Answers whether it did. */
export async function loadTables(connection: DbConnection, make: () => Promise<Tables>): Promise<boolean> {
  const client = new pg.Client({
    ...connectionOptions(connection),
    options: '-c timezone=UTC',
    application_name: 'vanfare-demonstration',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const { rowCount } = await client.query('select from companies.company limit 1')
    if (rowCount) return false
    const tables = await make()
    for (const [table, rows] of Object.entries(tables)) await insertRows(client, table as keyof DB, rows)
    await client.query('commit')
    await client.query(`analyze ${Object.keys(tables).map(quoted).join(', ')}`)
    return true
  } finally {
    // An open transaction goes with its connection.
    await client.end()
  }
}

/** One statement a table. PostgreSQL reads each value as its column's type; columns that no row names keep their defaults. */
async function insertRows(client: pg.Client, table: keyof DB, rows: readonly object[]): Promise<void> {
  const first = rows[0]
  if (!first) return
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ')
  await client.query(
    `insert into ${quoted(table)} (${columns}) select ${columns} from json_populate_recordset(null::${quoted(table)}, $1::json)`,
    [JSON.stringify(rows)],
  )
}

const quoted = (table: string): string =>
  table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')

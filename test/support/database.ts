import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

type SocketConnection = { host: string; user: string; database: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where database-setup.ts put PostgreSQL; `admin` is the superuser, for tests that break things. */
    postgres: SocketConnection & { admin: SocketConnection; template: string }
  }
}

export type TestDatabase = {
  /** As the product connects: the owner of the database, no superuser. */
  connection: SocketConnection
  /** The superuser, in the same database. */
  admin: SocketConnection
  /** Ends all connections to it and removes it. Not needed in a hook: everything goes at the end of the run. */
  drop(): Promise<void>
}

/** A database of one's own, with every migration applied, in some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { admin, host, user, template } = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(admin, `create database ${database} template ${template} owner ${user}`)
  return {
    connection: { host, user, database },
    admin: { ...admin, database },
    drop: () => asAdmin(admin, `drop database if exists ${database} with (force)`),
  }
}

async function asAdmin(admin: SocketConnection, statement: string): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

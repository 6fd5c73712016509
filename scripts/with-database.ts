import { mkdirSync } from 'node:fs'
import type { Config } from '#platform/config.ts'
import type { DbConnection } from '#platform/db.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { migrate } from '#platform/migrate.ts'
import { findRunningPostgres } from '#platform/running-postgres.ts'

type Work = (connection: DbConnection) => Promise<void>

/** The database of DATABASE_URL, that of a running product, or the embedded one started for this; brought to the newest shape. */
export async function withDatabase(config: Config, work: Work): Promise<void> {
  if (config.databaseUrl) return migrated({ connectionString: config.databaseUrl }, work)
  const running = await findRunningPostgres(config.dataDir)
  if (running) return migrated(running, work)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: createLog('warn') })
  try {
    await migrated(embedded.connection, work)
  } finally {
    await embedded.stop()
  }
}

async function migrated(connection: DbConnection, work: Work): Promise<void> {
  await migrate(connection)
  await work(connection)
}

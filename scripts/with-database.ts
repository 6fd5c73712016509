import type { Config } from '#platform/config.ts'
import { startEmbeddedPostgres, findRunningPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { databaseOf, prepareDatabase, type DatabaseRoles } from '#platform/prepare-database.ts'

type Work = (database: DatabaseRoles) => Promise<void>

/** The database of DATABASE_URL, that of a running product, or the embedded one started for this; brought to the newest schema. */
export async function withDatabase(config: Config, work: Work): Promise<void> {
  const given = databaseOf(config)
  if (given) return prepared(given, work)
  const running = await findRunningPostgres(config.dataDir)
  if (running) return prepared(running, work)
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: createLog('warn') })
  try {
    await prepared(embedded, work)
  } finally {
    await embedded.stop()
  }
}

async function prepared(database: DatabaseRoles, work: Work): Promise<void> {
  await prepareDatabase(database)
  await work(database)
}

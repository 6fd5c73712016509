// Brings the database of DATABASE_URL, or the embedded one of DATA_DIR, to the newest schema and stops.
import { loadEnvironment, readConfig } from '#platform/config.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { databaseOf, prepareDatabase } from '#platform/prepare-database.ts'
import { StartError } from '#platform/errors.ts'

async function main(): Promise<void> {
  const config = readConfig(loadEnvironment())
  const log = createLog('warn')
  const given = databaseOf(config)
  const embedded = given ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  const database = given ?? embedded
  if (!database) return
  try {
    const applied = await prepareDatabase(database)
    console.log(
      applied.length > 0 ? applied.map((name) => `Applied ${name}`).join('\n') : 'The database is up to date.',
    )
  } finally {
    await embedded?.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadDemonstration } from '#app/demonstration.ts'
import { readConfig } from '#platform/config.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'

/** Everything that production refuses to start without; secrets as nobody's. */
export const productionSettings = (publicUrl: string, smtpUrl: string): Record<string, string> => ({
  APP_MODE: 'production',
  PUBLIC_URL: publicUrl,
  SECRET_KEY: 'q7TzN0x4kJ2mVb9sYw1cRf6uHd3eGp8aLo5iXtZ+',
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'Vanfare <moves@vanfare.example>',
  CONTACT_PHONE: '+442079460999',
  CONTACT_WHATSAPP: '+447700900999',
  CONTACT_EMAIL: 'moves@vanfare.example',
  TRADER_NAME: 'Vanfare Trading Ltd',
  TRADER_ADDRESS: '1 Quay Street, Leith, Edinburgh EH6 6AA',
  TRADER_COMPANY_NUMBER: 'SC123456',
  TRADER_VAT_NUMBER: 'GB980780684',
  RATE_LIMIT_FACTOR: '1',
  LOG_LEVEL: 'info',
})

/** A data directory with companies that take jobs. They are the demonstration's, which production would not open beside if they said so. */
export async function makeProductionData(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-production-'))
  const log = createLog('silent')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  try {
    await prepareDatabase(postgres, { log })
    await loadDemonstration(postgres.connection, { log, config: readConfig({ DATA_DIR: dataDir }) })
    const client = new pg.Client(postgres.connection)
    await client.connect()
    await client.query('update identity."user" set is_demonstration = false where is_demonstration')
    await client.end()
  } finally {
    await postgres.stop()
  }
  return dataDir
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { migrate } from '#platform/migrate.ts'
import type { TestProject } from 'vitest/node'

const TEMPLATE = 'vanfare_template'

/** It is thrown away after the run, so nothing of it has to outlive a power cut: half of what it would write is never written. */
const FORGETFUL = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** Once per run: one PostgreSQL, and in it one migrated template that each test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent'), settings: FORGETFUL })
  const tearDown = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(postgres.admin, postgres.connection.user)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('postgres', { ...postgres.connection, admin: postgres.admin, template: TEMPLATE })
  return tearDown
}

async function makeTemplate(admin: { host: string; user: string; database: string }, owner: string): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await client.query(`create database ${TEMPLATE} owner ${owner}`)
    await migrate({ ...admin, user: owner, database: TEMPLATE })
    // A template that somebody is connected to cannot be copied.
    await client.query(`alter database ${TEMPLATE} with is_template true allow_connections false`)
  } finally {
    await client.end()
  }
}

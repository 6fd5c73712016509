import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'
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
    await makeTemplate(postgres)
  } catch (error) {
    await tearDown()
    throw error
  }
  const { connection, owner, admin } = postgres
  project.provide('postgres', { connection, owner, admin, template: TEMPLATE })
  return tearDown
}

async function makeTemplate({ admin, owner, connection }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await client.query(`create database ${TEMPLATE} owner ${owner.user}`)
    const database = TEMPLATE
    await prepareDatabase({ connection: { ...connection, database }, owner: { ...owner, database } })
    // A template that somebody is connected to cannot be copied.
    await client.query(`alter database ${TEMPLATE} with is_template true allow_connections false`)
  } finally {
    await client.end()
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createLog } from './log.ts'
import { findRunningPostgres } from './running-postgres.ts'

it('finds the database of a running product, and none where none runs', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-running-'))
  expect(await findRunningPostgres(dataDir)).toBeUndefined()
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
  const found = await findRunningPostgres(dataDir)
  const { connection, owner } = postgres
  expect(found).toMatchObject({ connection, owner })
  const client = new pg.Client(found?.connection)
  await client.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  await postgres.stop()
  expect(await findRunningPostgres(dataDir)).toBeUndefined()
  rmSync(dataDir, { recursive: true, force: true })
})

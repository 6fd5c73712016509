import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { DB_TYPES_FILE, generateDbTypes } from '../../scripts/db-types.ts'

it('holds the types of the newest schema: if not, run "node scripts/db-types.ts"', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    expect(readFileSync(DB_TYPES_FILE, 'utf8')).toBe(await generateDbTypes(client))
  } finally {
    await client.end()
    await database.drop()
  }
})

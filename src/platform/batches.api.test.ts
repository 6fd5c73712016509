import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { statementsOf } from '#test/support/statements.ts'
import { deleteInBatches, ROWS_PER_DELETE } from './batches.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const keys = async () =>
  (await t.ctx.db.selectFrom('platform.rate_window').select('key').orderBy('endsAt').execute()).map(({ key }) => key)

test('what is older goes, the oldest first, so many rows in a statement; the rest stays', async () => {
  const count = 2 * ROWS_PER_DELETE + 500
  const start = new Date('2026-11-01T00:00:00Z')
  await sql`insert into platform.rate_window (name, key, used, ends_at)
    select 'a limit', n::text, 1, ${start}::timestamptz + n * interval '1 second' from generate_series(1, ${count + 2}) n`.execute(
    t.ctx.db,
  )
  const before = new Date(start.getTime() + (count + 1) * 1000)
  const statements = await statementsOf(t, async () => {
    expect(await deleteInBatches(t.ctx, 'platform.rate_window', 'ends_at', before)).toBe(count)
  })
  expect(statements).toHaveLength(3)
  expect(await keys()).toEqual([`${count + 1}`, `${count + 2}`])
})

test('two that run at once delete every row once', async () => {
  await sql`insert into platform.rate_window (name, key, used, ends_at)
    select 'another', n::text, 1, ${new Date(0)} from generate_series(1, ${3 * ROWS_PER_DELETE}) n`.execute(t.ctx.db)
  const both = await Promise.all(
    [1, 2].map(() => deleteInBatches(t.ctx, 'platform.rate_window', 'ends_at', new Date(1))),
  )
  const left = await sql<{ count: number }>`select count(*) from platform.rate_window where name = 'another'`.execute(
    t.ctx.db,
  )
  // The second caller finds rows gone, and leaves the rest to the first.
  expect(both.reduce((sum, one) => sum + one) + (left.rows[0]?.count ?? 0)).toBe(3 * ROWS_PER_DELETE)
  await deleteInBatches(t.ctx, 'platform.rate_window', 'ends_at', new Date(1))
  expect((await keys()).length).toBe(2)
})

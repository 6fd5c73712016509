import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { deleteExpired } from './housekeeping.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const daysAgo = (days: number) => new Date(t.ctx.clock.now().getTime() - days * 86_400_000)

test('answers to keys are forgotten after a week, counted calls with their window', async () => {
  await t.ctx.db
    .insertInto('platform.idempotency')
    .values(
      [8, 6].map((days) => ({ scope: 'somebody', key: `${days}`, digest: Buffer.of(days), createdAt: daysAgo(days) })),
    )
    .execute()
  await t.ctx.db
    .insertInto('platform.rate_window')
    .values([1, -1].map((days) => ({ name: 'a limit', key: `${days}`, used: 1, endsAt: daysAgo(days) })))
    .execute()

  await deleteExpired(t.ctx)

  const keys = await t.ctx.db.selectFrom('platform.idempotency').select('key').execute()
  const windows = await t.ctx.db.selectFrom('platform.rate_window').select('key').execute()
  expect([keys, windows]).toEqual([[{ key: '6' }], [{ key: '-1' }]])
})

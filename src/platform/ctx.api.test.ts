import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import type { Ctx, TxCtx } from './ctx.ts'
import { systemClock } from './clock.ts'
import { newId } from './new-id.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.database.asOwner('create table platform.note (id uuid primary key, text text not null)')
})
afterAll(() => app.close())

const write = (tx: TxCtx, id: string, text: string | null) =>
  tx.write({ compile: () => sql`insert into platform.note values (${id}, ${text})`.compile(tx.db) })

const countOf = async (ctx: Ctx, id: string) =>
  (await sql<{ count: number }>`select count(*) from platform.note where id = ${id}`.execute(ctx.db)).rows[0]?.count

test('what is sent after a write sees it, and both are there in the end', async () => {
  const [one, two] = [newId(systemClock), newId(systemClock)]
  const seen = await app.ctx.tx(async (tx) => {
    await write(tx, one, 'first')
    await write(tx, two, 'second')
    return countOf(tx, one)
  })
  expect([seen, await countOf(app.ctx, one), await countOf(app.ctx, two)]).toEqual([1, 1, 1])
})

test('a write that fails ends the transaction with its own error, not with those of what came after it', async () => {
  const [good, bad] = [newId(systemClock), newId(systemClock)]
  const failing = app.ctx.tx(async (tx) => {
    await write(tx, good, 'rolled back')
    await write(tx, bad, null)
    await countOf(tx, good)
  })
  await expect(failing).rejects.toMatchObject({ code: '23502' })
  expect(await countOf(app.ctx, good)).toBe(0)
})

test('a last write that fails is not overlooked', async () => {
  const id = newId(systemClock)
  await expect(app.ctx.tx((tx) => write(tx, id, null))).rejects.toMatchObject({ code: '23502' })
})

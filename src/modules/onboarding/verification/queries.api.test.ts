import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { signIn } from '#test/support/session.ts'
import { listVerifications } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** A unit whose MOT waits since then; answers its id. */
async function waitingSince(time: string): Promise<string> {
  const unit = await aUnit(app)
  await app.ctx.db
    .insertInto('fleet.document')
    .values({ companyId: unit.company.id, unitId: unit.id, kind: 'mot', submittedAt: sql`${time}::timestamptz` })
    .execute()
  return unit.id
}

test('the queue goes on behind a unit, each once, whoever is decided or comes in meanwhile', async () => {
  const same = '2026-11-01T09:00:00.000001Z'
  const waiting = [await waitingSince('2026-10-01'), await waitingSince(same), await waitingSince(same)]
  waiting.push(await waitingSince('2026-11-01T09:00:00.000002Z'))
  const call = app.call((await signIn(app, 'admin')).bearer)
  const seen: string[] = []
  for (let after: string | undefined; ;) {
    const answer = await call(listVerifications, { query: { pageSize: 2, after } })
    if (!answer.ok) throw new Error(answer.problem.code)
    const { results, nextCursor, count, countIsMinimum } = answer.data
    expect([count, countIsMinimum]).toEqual([4, false])
    seen.push(...results.map(({ workingUnit }) => workingUnit.id))
    if (nextCursor === null) break
    after = nextCursor
    await waitingSince('2026-09-01')
    await app.ctx.db
      .updateTable('fleet.document')
      .set({ status: 'approved' })
      .where('unitId', '=', seen[0] ?? '')
      .execute()
  }
  expect(seen).toEqual(waiting)
  expect(await call(listVerifications, { query: { after: 'nonsense' } })).toMatchObject({
    status: 422,
    problem: { errors: { after: [expect.any(String)] } },
  })
})

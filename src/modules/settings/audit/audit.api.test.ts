import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordAudit } from '#platform/audit.ts'
import { withActor } from '#platform/ctx.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { listAudit } from './contract.ts'
import type { SUBJECTS } from './rules.ts'

let app: TestApp
let adminId: string
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2026-11-23T09:00:00Z')
  adminId = (await createPerson(app, { role: 'admin', firstName: 'Adaeze', email: 'adaeze@vanfare.test' })).id
})
afterAll(() => app.close())

const list = async (query: {
  who?: string
  what?: (typeof SUBJECTS)[number]
  object?: string
  day?: string
  pageSize?: number
  after?: string | undefined
}) => app.call((await sessionFor(app, adminId)).bearer)(listAudit, { query })

/** Reading the log is in the log too. */
const isChange = ({ action }: { action: string }) => !action.startsWith('read.')

async function anEntry(at: string, action: string, object: string, by = adminId): Promise<void> {
  app.clock.set(at)
  const ctx = withActor(app.ctx, { kind: 'admin', userId: by, sessionId: by, company: null })
  await ctx.tx((tx) => recordAudit(tx, { action, object, before: { status: 'active' }, after: { status: 'blocked' } }))
}

it('is filtered by who, what, object and day, and paged by key, the last first', async () => {
  const other = (await createPerson(app, { role: 'admin', firstName: 'Jo', email: 'jo@vanfare.test' })).id
  await anEntry('2026-11-20T23:59:59Z', 'document.saved', 'statement 1')
  await anEntry('2026-11-21T00:00:00Z', 'correction.added', 'statement 1')
  await anEntry('2026-11-21T12:00:00Z', 'account.blocked', 'user 1', other)
  // The day in summer begins an hour earlier.
  await anEntry('2027-06-30T23:00:00Z', 'document.sent', 'statement 2')
  await anEntry('2027-06-30T23:00:00Z', 'document.sent', 'statement 3')
  const actions = async (query: Parameters<typeof list>[0]) =>
    (await must(list(query))).results.filter(isChange).map(({ action, object }) => `${action} ${object}`)
  expect(await actions({ who: 'ADAEZE' })).toHaveLength(4)
  expect(await actions({ who: 'jo@vanfare' })).toEqual(['account.blocked user 1'])
  expect(await actions({ who: '100%_nobody' })).toEqual([])
  expect(await actions({ what: 'document' })).toEqual([
    'document.sent statement 3',
    'document.sent statement 2',
    'document.saved statement 1',
  ])
  expect(await actions({ object: 'statement 1' })).toEqual([
    'correction.added statement 1',
    'document.saved statement 1',
  ])
  expect(await actions({ day: '21/11/2026' })).toEqual(['account.blocked user 1', 'correction.added statement 1'])
  expect(await actions({ day: '2027-07-01' })).toHaveLength(2)
  expect(await list({ day: 'soon' })).toMatchObject({ status: 422 })
  const seen: string[] = []
  for (let after: string | undefined; ;) {
    const page = await must(list({ pageSize: 2, after }))
    seen.push(...page.results.filter(isChange).map(({ id }) => id))
    if (page.nextCursor === null) break
    after = page.nextCursor
  }
  expect(seen).toHaveLength(5)
  expect(new Set(seen).size).toBe(5)
  const [first] = (await must(list({ who: 'jo@vanfare' }))).results
  expect(first).toMatchObject({
    by: 'Jo',
    kind: 'admin',
    details: [{ name: 'status', before: 'active', after: 'blocked' }],
  })
})

it('a page costs the same among a hundred thousand entries, by whichever filter', async () => {
  await sql`insert into audit.entry (at, actor_id, actor_kind, action, object)
    select ${app.clock.now()}::timestamptz - make_interval(secs => n), ${adminId}, 'admin',
      (array['document.saved', 'correction.added', 'account.blocked'])[1 + n % 3], 'statement ' || n
    from generate_series(1, 100000) n`.execute(app.ctx.db)
  await app.database.asOwner('analyze audit.entry')
  for (const where of [
    sql`true`,
    sql`split_part(a.action, '.', 1) = 'correction'`,
    sql`a.actor_id = ${adminId}`,
    sql`a.object = 'statement 77'`,
  ]) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select a.id from audit.entry a
      where ${where} and (a.at, a.id) < (${app.clock.now()}, 50000) order by a.at desc, a.id desc limit 21`.execute(
      app.ctx.db,
    )
    const plan = rows.map((row) => row['QUERY PLAN'] ?? Object.values(row)[0]).join('\n')
    expect(plan).not.toMatch(/Seq Scan/)
  }
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { signIn } from '#test/support/session.ts'
import { queueMessage } from '../commands.ts'
import { listUndelivered, sendUndelivered } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function anAbandonedMail(to: string): Promise<string> {
  const id = await app.ctx.tx((ctx) =>
    queueMessage(ctx, {
      channel: 'email',
      to,
      kind: 'test',
      subject: 'Hello',
      mail: { title: 'Hello', paragraphs: [] },
    }),
  )
  await app.ctx.db
    .updateTable('notifications.message')
    .set({ failedAt: app.clock.now(), attempts: 14, lastError: 'smtp 550 RCPT TO' })
    .where('id', '=', id)
    .execute()
  return id
}

it('what was given up is listed, the last first and by key, and sent again under its own id', async () => {
  const ids: string[] = []
  for (const to of ['one@example.com', 'two@example.com', 'three@example.com']) {
    ids.unshift(await anAbandonedMail(to))
    app.clock.advance({ minutes: 1 })
  }
  const office = app.call((await signIn(app, 'admin')).bearer)
  const seen: string[] = []
  for (let after: string | undefined; ;) {
    const page = await must(office(listUndelivered, { query: { pageSize: 2, after } }))
    seen.push(...page.results.map(({ id }) => id))
    if (page.nextCursor === null) break
    after = page.nextCursor
  }
  expect(seen).toEqual(ids)
  const [last] = (await must(office(listUndelivered))).results
  expect(last).toMatchObject({ to: 'three@example.com', channel: 'email', attempts: 14, reason: 'smtp 550 RCPT TO' })

  const params = { id: ids[0] ?? '' }
  await must(office(sendUndelivered, { params }))
  expect(await office(sendUndelivered, { params })).toMatchObject({ status: 409 })
  expect(await office(sendUndelivered, { params: { id: crypto.randomUUID() } })).toMatchObject({ status: 404 })
  await app.runJobs()
  const sent = await app.ctx.db
    .selectFrom('notifications.message')
    .select(['sentAt', 'attempts'])
    .where('id', '=', params.id)
    .executeTakeFirstOrThrow()
  expect(sent).toMatchObject({ attempts: 1, sentAt: app.clock.now() })
  expect((await must(office(listUndelivered))).results.map(({ id }) => id)).toEqual(ids.slice(1))
})

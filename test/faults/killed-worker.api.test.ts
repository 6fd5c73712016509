import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, type TestContext } from 'vitest'
import { queueMessage } from '#modules/notifications/commands.ts'
import { LOOK_EVERY_SECONDS, releaseAbandonedJobs, SIGN_OF_LIFE_SECONDS } from '#platform/jobs.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { messageIdOf, onceWhole, startSmtpServer, type TestSmtp } from '#test/support/smtp.ts'

/** Workers in processes of their own, a real mail server, kill -9. */

interface World {
  app: TestApp
  startWorker(): Promise<ServerProcess>
}

/** A database of one's own and workers that send to this server; all of it goes when the test is over. */
async function startWorld({ onTestFinished }: TestContext, smtp: TestSmtp): Promise<World> {
  onTestFinished(() => smtp.close())
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const startWorker = async () => {
    const env = { SMTP_URL: smtp.url, LOG_LEVEL: 'warn' }
    const worker = await startServerProcess({ connection: app.database.connection, work: true, env })
    onTestFinished(() => worker.end('SIGKILL'))
    return worker
  }
  return { app, startWorker }
}

const queueMails = ({ app }: World, count: number) =>
  app.ctx.tx(async (ctx) => {
    const ids: string[] = []
    for (let number = 0; number < count; number++)
      ids.push(
        await queueMessage(ctx, {
          channel: 'email',
          to: 'jane@example.com',
          kind: 'test',
          subject: `Email ${number}`,
          mail: { title: `Email ${number}`, paragraphs: [] },
        }),
      )
    return ids
  })

async function until(isTrue: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) if (await isTrue()) return
  expect(await isTrue(), `not after ${seconds} s`).toBe(true)
}

const unsent = async ({ app }: World) =>
  (await app.ctx.db.selectFrom('notifications.message').where('sentAt', 'is', null).select('id').execute()).length

// What takes long is the product's own time until it believes that a worker is gone: they wait for it side by side.
describe.concurrent('workers', { timeout: 300_000 }, () => {
  test('F-28: an email in flight at kill -9 is sent within a minute of the next start', async (context) => {
    const begun = Promise.withResolvers<void>()
    const received: string[] = []
    let isFirst = true
    const smtp = await startSmtpServer({
      onData(stream, _session, done) {
        if (isFirst) {
          isFirst = false
          stream.on('data', () => undefined)
          // Never answered: the other side is killed meanwhile.
          return begun.resolve()
        }
        onceWhole(stream, (mail) => {
          received.push(messageIdOf(mail))
          done()
        })
      },
    })
    const world = await startWorld(context, smtp)
    const first = await world.startWorker()
    const ids = await queueMails(world, 1)
    await begun.promise
    await first.end('SIGKILL')
    await world.startWorker()
    await until(() => received.length > 0, 60)
    expect(received).toEqual(ids)
    await until(async () => (await unsent(world)) === 0, 10)
  })

  test('F-19: killed after the server took an email: none is lost, and no more come twice than workers were killed', async (context) => {
    const mails = 60
    const kills = 5
    const received: string[] = []
    let worker: ServerProcess | undefined
    let killed = 0
    const smtp = await startSmtpServer({
      onData(stream, _session, done) {
        onceWhole(stream, async (mail) => {
          received.push(messageIdOf(mail))
          // It has taken the mail and writes it down before it says so, as servers do.
          await sleep(30)
          if (received.length > (killed + 1) * 8 && killed < kills && worker) {
            killed += 1
            const dying = worker
            worker = undefined
            await dying.end('SIGKILL')
          } else done()
        })
      },
    })
    const world = await startWorld(context, smtp)
    const ids = await queueMails(world, mails)
    for (let started = 0; started <= kills; started++) {
      worker = await world.startWorker()
      await until(() => worker === undefined || killed === kills, 60)
    }
    await until(async () => (await unsent(world)) === 0, 120)
    expect(killed).toBe(kills)
    expect(new Set(received)).toEqual(new Set(ids))
    const copies = received.length - mails
    expect(copies).toBeLessThanOrEqual(kills)
    // The worst moment was met each time: without it this would say nothing.
    expect(copies).toBe(kills)
  })

  test('a long job is left to the worker that lives', async (context) => {
    let asked = 0
    const smtp = await startSmtpServer({
      onData(stream, _session, done) {
        asked += 1
        stream.on('data', () => undefined)
        stream.on('end', () => setTimeout(done, 24_000))
      },
    })
    const world = await startWorld(context, smtp)
    await world.startWorker()
    await world.startWorker()
    await queueMails(world, 1)
    await until(() => asked === 1, 30)
    const signs = new Set<number>()
    await until(async () => {
      const { rows } = await world.app.app.pool.query<{ at: Date; age: number }>(
        `select heartbeat_on as at, extract(epoch from now() - heartbeat_on)::int as age from pgboss.job where state = 'active'`,
      )
      for (const { at } of rows) signs.add(at.getTime())
      return (await unsent(world)) === 0
    }, 60)
    expect(signs.size).toBeGreaterThanOrEqual(2)
    expect(asked).toBe(1)
  })
})

describe('which jobs are given back', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await createTestApp()
  })
  afterEach(() => app.close())

  const put = (state: string, silentSeconds: number, more: { beat?: number | null; tries?: number } = {}) =>
    app.app.pool.query(
      `insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_count, retry_limit)
       values ('bookings.expire', '{}', $1::pgboss.job_state, now(), now() - make_interval(secs => $2), $3, $4, 10)`,
      [state, silentSeconds, more.beat === undefined ? 60 : more.beat, more.tries ?? 0],
    )

  test.each([
    ['one whose worker is gone', 'active', 21, {}, 'retry'],
    ['not one whose worker has just given a sign', 'active', 10, {}, 'active'],
    ['not one of a time without signs of life', 'active', 21, { beat: null }, 'active'],
    ['not one whose tries are used up: it is a failure', 'active', 21, { tries: 10 }, 'active'],
    ['not one that is done', 'completed', 21, {}, 'completed'],
  ])('%s', async (_name, state, silent, more, expected) => {
    await app.app.pool.query(`select pgboss.create_queue('bookings.expire', '{"policy":"standard"}')`)
    await put(state, silent, more)
    const names = await releaseAbandonedJobs(app.ctx.db)
    expect(names).toEqual(expected === 'retry' ? ['bookings.expire'] : [])
    const { rows } = await app.app.pool.query(`select state, start_after <= now() as "isDue" from pgboss.job`)
    expect(rows).toEqual([{ state: expected, isDue: true }])
  })

  test('of every queue there is', async () => {
    const { rows } = await app.app.pool.query<{ name: string; beat: number }>(
      'select name, heartbeat_seconds as beat from pgboss.queue where name !~ $1',
      ['^__pgboss'],
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(({ beat }) => beat !== 60)).toEqual([])
    expect(SIGN_OF_LIFE_SECONDS + LOOK_EVERY_SECONDS).toBeLessThan(20)
  })

  test('are found without reading those that are done', async () => {
    await app.app.pool.query(`
      select pgboss.create_queue('bookings.expire', '{"policy":"standard"}');
      insert into pgboss.job (name, data, state) select 'bookings.expire', '{}', 'completed' from generate_series(1, 5000)`)
    await put('active', 21)
    await app.database.asOwner('analyze pgboss.job_common')
    const { rows } = await app.app.pool.query<{ 'QUERY PLAN': string }>(
      `explain select from pgboss.job where state = 'active' and heartbeat_on < now() - interval '20 s'`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('job_active')
  })
})

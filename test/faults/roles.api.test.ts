import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { constants, getPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildWhenChanged } from '../../scripts/prepare-start.ts'
import { createTestDatabase, urlOf, type TestDatabase } from '#test/support/database.ts'
import { withOneClient } from '#platform/db.ts'
import { startProduct, type Product } from '#test/support/product.ts'
import { onceWhole, startSmtpServer, type TestSmtp } from '#test/support/smtp.ts'

/** Two processes of the build on one database: one serves, one works. A mail server that takes what it is sent. */

let smtp: TestSmtp
let database: TestDatabase
const received = new Map<string, number>()
const running: Product[] = []

beforeAll(async () => {
  await buildWhenChanged(() => undefined)
  smtp = await startSmtpServer({
    onData(stream, { envelope }, done) {
      onceWhole(stream, () => {
        for (const { address } of envelope.rcptTo) received.set(address, (received.get(address) ?? 0) + 1)
        done()
      })
    },
  })
}, 300_000)
beforeEach(async () => {
  database = await createTestDatabase()
  received.clear()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((product) => product.stop('SIGKILL')))
  await database.drop()
})
afterAll(() => smtp.close())

const secretKey = randomBytes(36).toString('base64')

async function start(role: 'web' | 'worker'): Promise<Product> {
  const product = await startProduct({
    PROCESS_ROLE: role,
    APP_MODE: 'production',
    PUBLIC_URL: 'https://vanfare.example',
    DATABASE_URL: urlOf(database.connection),
    SECRET_KEY: secretKey,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Vanfare <hello@vanfare.example>',
    CONTACT_PHONE: '+442079460999',
    CONTACT_WHATSAPP: '+447700900999',
    CONTACT_EMAIL: 'hello@vanfare.example',
    TRADER_NAME: 'Vanfare Trading Ltd',
    TRADER_ADDRESS: '1 Quay Street, Leith, Edinburgh EH6 6AA',
    TRADER_COMPANY_NUMBER: 'SC123456',
    TRADER_VAT_NUMBER: 'GB980780684',
    RATE_LIMIT_FACTOR: '1',
  })
  running.push(product)
  return product
}

let networks = 0

/** Each from a network of its own: of one, few may register in an hour. */
function post(url: string, body: object): Promise<number> {
  networks += 1
  const localAddress = `127.1.${networks >> 8}.${networks & 255}`
  const headers = { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent: false, localAddress, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
}

/** Answers the addresses to which a mail was promised. */
async function register(web: Product, count: number): Promise<string[]> {
  const promised: string[] = []
  for (let number = 0; number < count; number++) {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const asked = { user_role: 'customer', email, password: 'Kettle-on-at-7', first_name: 'Jane' }
    if ((await post(`${web.url}/api/users/register/`, asked)) === 201) promised.push(email)
  }
  expect(promised).toHaveLength(count)
  return promised
}

const handled = async ({ url }: Product) =>
  [...(await (await fetch(`${url}/metrics`)).text()).matchAll(/^vanfare_jobs_total\{.*\} (\d+)$/gm)].length

const allReceived = async (addresses: readonly string[], seconds = 60) =>
  await expect
    .poll(() => addresses.filter((address) => !received.has(address)), { timeout: seconds * 1000, interval: 100 })
    .toEqual([])

const waiting = () =>
  withOneClient(database.connection, 'test', async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'notifications.send' and state in ('created', 'active', 'retry')`,
    )
    return rows[0]?.count
  })

test('what is asked of the web is emailed by the worker, and by nobody else', { timeout: 120_000 }, async () => {
  const web = await start('web')
  const promised = await register(web, 2)
  await pause(3000)
  expect([received.size, await waiting()]).toEqual([0, 2])
  const worker = await start('worker')
  await allReceived(promised)
  expect(await handled(web)).toBe(0)
  expect(await handled(worker)).toBeGreaterThan(0)
  // Sent once, and no longer to do.
  await expect.poll(waiting).toBe(0)
  expect([...received.values()]).toEqual([1, 1])
})

test('a worker gives way to whoever serves', { timeout: 120_000 }, async () => {
  const [web, worker] = [await start('web'), await start('worker')]
  const priorityOf = ({ child }: Product) => (child.pid === undefined ? undefined : getPriority(child.pid))
  expect(priorityOf(web)).toBe(getPriority())
  expect(priorityOf(worker)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
})

test('a worker says how it is, and serves nothing else', { timeout: 120_000 }, async () => {
  const worker = await start('worker')
  const statusOf = async (path: string) => (await fetch(`${worker.url}${path}`)).status
  expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(statusOf))).toEqual([200, 200, 200])
  const closed = ['/', '/login', '/api/booking/categories/', '/api/openapi.json', '/dev/mailbox']
  expect(await Promise.all(closed.map(statusOf))).toEqual(closed.map(() => 404))
})

test('whichever is killed, no email is lost', { timeout: 240_000 }, async () => {
  let web = await start('web')
  const worker = await start('worker')
  const first = await register(web, 4)
  await worker.stop('SIGKILL')
  const second = await register(web, 3)
  await web.stop('SIGKILL')
  const next = await start('worker')
  await allReceived([...first, ...second], 90)
  web = await start('web')
  const third = await register(web, 3)
  await web.stop('SIGKILL')
  await allReceived(third)
  await expect.poll(() => fetch(`${next.url}/readyz`).then(({ status }) => status)).toBe(200)
  // One copy more for the worker that was killed, at the most (decisions/0010).
  expect([...received.values()].reduce((sum, copies) => sum + copies, 0)).toBeLessThanOrEqual(10 + 1)
})

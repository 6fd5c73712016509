import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '#modules/identity/contract.ts'
import { buildApp } from './build-app.ts'
import { makeFirstPage } from './run.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { withoutLoadLimits } from '#test/support/load-limits.ts'

const token = 'a-token-of-more-than-24-characters'
let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ env: { METRICS_TOKEN: token } })
})
afterAll(() => t.close())

const statusOf = async (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  (await t.app.fastify.inject({ url, remoteAddress, headers })).statusCode

test('says that it lives and that it can serve', async () => {
  expect(await statusOf('/healthz', '203.0.113.9')).toBe(200)
  expect(await statusOf('/readyz', '203.0.113.9')).toBe(200)
})

const proxied: Record<string, string>[] = [
  { forwarded: 'for=203.0.113.9' },
  { 'x-real-ip': '203.0.113.9' },
  { via: '1.1 vanfare.example' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'vanfare.example' },
  { 'x-original-url': '/metrics' },
  { 'x-client-ip': '203.0.113.9' },
  { 'true-client-ip': '203.0.113.9' },
  { 'cf-connecting-ip': '203.0.113.9' },
  // The host is our public name, without any header of a proxy.
  { host: 'vanfare.example' },
  { host: 'localhost.vanfare.example' },
]

test.each([
  ['this machine', '127.0.0.1', {}, 200],
  ['this machine over IPv6', '::1', {}, 200],
  ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, 404],
  ...proxied.map((headers): [string, string, Record<string, string>, number] => [
    `a proxy on this machine that says ${JSON.stringify(headers)}`,
    '127.0.0.1',
    headers,
    404,
  ]),
  ['this machine by another of its names', '127.0.0.1', { host: '[::1]:3000' }, 200],
  ['a proxy with the token', '127.0.0.1', { via: '1.1 a', authorization: `Bearer ${token}` }, 200],
  ['another machine', '203.0.113.9', {}, 404],
  ['another machine with the token', '203.0.113.9', { authorization: `Bearer ${token}` }, 200],
  ['another machine with another token', '203.0.113.9', { authorization: `Bearer ${token}x` }, 404],
  [
    'a token of as many letters, but not of as many bytes',
    '203.0.113.9',
    { authorization: `Bearer é${token.slice(1)}` },
    404,
  ],
])('measurements for %s', async (_who, address, headers, status) =>
  expect(await statusOf('/metrics', address, headers)).toBe(status),
)

test('measurements count answers by the pattern of their address, and jobs', async () => {
  await t.app.fastify.inject({ url: '/api/booking/items/101/' })
  const { body } = await t.app.fastify.inject({ url: '/metrics' })
  expect(body).toContain('vanfare_request_seconds_count{route="/api/booking/items/:id/",method="GET",status="200"} 1')
  expect(body).toContain('vanfare_jobs_total')
})

test('a process that starts is alive, and ready once it has made its home page, however often it takes', async () => {
  const { config, clock, log } = t.ctx
  const starting = await buildApp({
    config,
    clock,
    log,
    connection: t.database.connection,
    work: false,
    isStarting: true,
  })
  const status = async (url: string) => (await starting.fastify.inject(url)).statusCode
  const seen: unknown[] = []
  starting.fastify.get('/', async (_request, reply) => {
    seen.push([await status('/readyz'), await status('/healthz')])
    return reply.status(seen.length < 3 ? 503 : 200).send('home')
  })
  await makeFirstPage(starting, 1)
  expect(seen).toEqual(Array.from({ length: 3 }, () => [503, 200]))
  expect(await status('/readyz')).toBe(200)
  await starting.close()
})

test('from the moment it is told to stop it is not ready, but alive', async () => {
  const stopping = await createTestApp()
  await stopping.app.drain()
  const status = async (url: string) => (await stopping.app.fastify.inject(url)).statusCode
  expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200])
  expect((await stopping.app.fastify.inject('/readyz')).headers['retry-after']).toBe('2')
  await stopping.close()
})

test('what one process takes on at one time does not grow with the factor of the rate limits', async () => {
  const loadLimits = { ...withoutLoadLimits, maxInFlightEach: 5 }
  const small = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1000' }, loadLimits })
  const holder = new pg.Client(small.database.connection)
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  const held = Array.from({ length: 10 }, () => small.app.pool.query('select pg_advisory_lock_shared(1)'))
  const body = { email: 'nobody@example.com', password: 'Kettle-on-at-7' }
  const ask = async (address: string) => (await small.call(undefined, address)(logIn, { body })).status
  const answers = [...Array.from({ length: 8 }, () => ask('203.0.113.7')), ask('203.0.113.8')]
  expect(await Promise.all(answers.slice(5, 8))).toEqual([429, 429, 429])
  await holder.end()
  expect(await Promise.all(answers)).toEqual([...Array<number>(5).fill(401), 429, 429, 429, 401])
  await Promise.all(held)
  await small.close()
})

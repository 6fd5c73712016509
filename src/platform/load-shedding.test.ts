import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOAD_LIMITS, shedLoad } from './load-shedding.ts'

let fastify: FastifyInstance
let waiting: number
/** Lets one request go on, oldest first. */
let release: (() => void)[]

beforeEach(() => {
  waiting = 0
  release = []
  fastify = Fastify({ forceCloseConnections: true })
  shedLoad(fastify, () => waiting, { ...LOAD_LIMITS, maxWaiting: 10, maxInFlight: 10, maxInFlightEach: 9 })
  const answer = async () => ({ is: 'well' })
  const later = () => new Promise((resolve) => release.push(() => resolve({ is: 'well' })))
  fastify.get('/healthz', answer)
  fastify.get('/api/quick', answer)
  fastify.post('/api/quick', answer)
  fastify.get('/api/slow', later)
  fastify.post('/api/slow', later)
})
afterEach(() => fastify.close())

const statusOf = async (method: 'GET' | 'POST', url: string, remoteAddress = '127.0.0.1') =>
  (await fastify.inject({ method, url, remoteAddress })).statusCode

test('while queries wait for the database, those who look are turned away first, then everybody', async () => {
  const statuses = async () => [await statusOf('GET', '/api/quick'), await statusOf('POST', '/api/quick')]
  waiting = 7
  expect(await statuses()).toEqual([200, 200])
  waiting = 8
  expect(await statuses()).toEqual([503, 200])
  waiting = 10
  expect(await statuses()).toEqual([503, 503])
  expect(await statusOf('GET', '/healthz')).toBe(200)
  waiting = 0
  expect(await statuses()).toEqual([200, 200])
})

test('a refusal says when to come back', async () => {
  waiting = 10
  const { headers, body } = await fastify.inject('/api/quick')
  expect(headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/problem+json; charset=utf-8' })
  expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'unavailable' })
})

test('of many at once as many are served as there is room for, those who hold little have a reserve, and there is room again after them', async () => {
  const looking = Array.from({ length: 12 }, () => statusOf('GET', '/api/slow'))
  await expect.poll(() => release.length).toBe(8)
  const booking = Array.from({ length: 7 }, () => statusOf('POST', '/api/slow', '127.0.0.2'))
  await expect.poll(() => release.length).toBe(13)
  const another = Array.from({ length: 3 }, () => statusOf('POST', '/api/slow', '127.0.0.3'))
  await expect.poll(() => release.length).toBe(15)
  expect(await statusOf('GET', '/healthz')).toBe(200)
  for (const go of release) go()
  const count = (statuses: number[]) =>
    [200, 429, 503].map((expectedStatus) => statuses.filter((status) => status === expectedStatus).length)
  expect(count(await Promise.all(looking))).toEqual([8, 4, 0])
  expect(count(await Promise.all(booking))).toEqual([5, 2, 0])
  expect(count(await Promise.all(another))).toEqual([2, 0, 1])
  expect(await statusOf('GET', '/api/quick')).toBe(200)
})

test('one network holds no more than its share, and whoever else comes finds room', async () => {
  const from = async (remoteAddress: string) =>
    await fastify.inject({ method: 'POST', url: '/api/slow', remoteAddress })
  const flood = Array.from({ length: 12 }, (_, host) => from(`2001:db8::${host}`))
  const refused = await Promise.all(flood.slice(9))
  expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    Array.from({ length: 3 }, () => [429, '1']),
  )
  const other = from('2001:db8:0:1::1')
  await expect.poll(() => release.length).toBe(10)
  for (const go of release.splice(0)) go()
  expect((await other).statusCode).toBe(200)
  expect((await Promise.all(flood.slice(0, 9))).map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
  const retry = from('2001:db8::5')
  await expect.poll(() => release.length).toBe(1)
  release[0]?.()
  expect((await retry).statusCode).toBe(200)
})

test('whoever leaves before the answer makes room too', async () => {
  const address = await fastify.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const left = Array.from({ length: 8 }, () =>
    fetch(`${address}/api/slow`, { signal: leaving.signal }).catch(() => undefined),
  )
  await expect.poll(() => release.length).toBe(8)
  expect((await fetch(`${address}/api/quick`)).status).toBe(429)
  leaving.abort()
  await Promise.all(left)
  await expect.poll(async () => (await fetch(`${address}/api/quick`)).status).toBe(200)
})

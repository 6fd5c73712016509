import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyRequest, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Refusal, type RateRule } from '#shared/endpoint.ts'
import { misbehaviours, sendJson, sendText, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import type { Ctx } from './ctx.ts'
import { RefusedError } from './errors.ts'
import { createUpstream } from './http.ts'
import { sentenceOf } from './input.ts'
import { LOAD_LIMITS, shedLoad } from './load-shedding.ts'
import { createLog } from './log.ts'
import { IncomingFiles } from './multipart.ts'
import { networkOf, RateLimiter } from './rate-limit.ts'
import { parseNetworks, tellingNetwork } from './shared-networks.ts'

describe('createUpstream', () => {
  const log = createLog('silent')
  let stub: StubServer
  let inside: StubServer
  beforeEach(async () => {
    inside = await startStubServer(sendJson({ secret: true }))
    stub = await startStubServer(sendJson({ well: 'done' }))
  })
  afterEach(async () => {
    await stub.close()
    await inside.close()
  })

  /** Patient, so that an answer on a busy machine is one; who waits for silence says how long. */
  const upstream = (more: Partial<Parameters<typeof createUpstream>[0]> = {}) =>
    createUpstream({ name: 'stub', baseUrl: stub.url, log, timeoutMs: 30_000, ...more })

  it('answers status and body', async () => {
    expect(await upstream({ baseUrl: `${stub.url}/below/` }).getJson('/thing?a=1')).toEqual({
      status: 200,
      body: { well: 'done' },
    })
    stub.answer = sendJson({ error: 'no such thing' }, 404)
    expect(await upstream().getJson('/nothing')).toEqual({ status: 404, body: { error: 'no such thing' } })
    stub.answer = sendText('{"title":"x"}', 'application/problem+json', 400)
    expect(await upstream().getJson('/bad')).toEqual({ status: 400, body: { title: 'x' } })
    expect(stub.asked).toEqual(['/below/thing?a=1', '/nothing', '/bad'])
  })

  it.each(misbehaviours('http://127.0.0.1:9/').map(([name]) => name))(
    'T-021: answers null, soon, when the server %s',
    async (name) => {
      stub.answer = misbehaviours(inside.url).find(([known]) => known === name)?.[1] ?? stub.answer
      expect(await upstream({ timeoutMs: 150 }).getJson('/thing')).toBeNull()
      expect(inside.asked).toEqual([])
    },
  )

  it('answers null where nobody listens, and for an address that is none', async () => {
    await stub.close()
    expect(await upstream().getJson('/thing')).toBeNull()
    expect(await upstream({ baseUrl: 'nonsense' }).getJson('/thing')).toBeNull()
  })

  it('F-20: stops asking after five failures in a row, and finds out once in a while whether it is back', async () => {
    let now = 0
    const client = upstream({ now: () => now })
    stub.answer = sendJson({}, 500)
    for (let call = 0; call < 8; call++) expect(await client.getJson('/thing')).toBeNull()
    expect(stub.asked).toHaveLength(5)

    now = 29_999
    await client.getJson('/thing')
    expect(stub.asked).toHaveLength(5)

    now = 30_000
    await Promise.all([client.getJson('/thing'), client.getJson('/thing'), client.getJson('/thing')])
    expect(stub.asked).toHaveLength(6)

    stub.answer = sendJson({ well: 'done' })
    now = 60_000
    expect(await client.getJson('/thing')).toMatchObject({ status: 200 })
    expect(await client.getJson('/thing')).toMatchObject({ status: 200 })
    expect(stub.asked).toHaveLength(8)
  })

  it('counts only failures in a row', async () => {
    const client = upstream()
    for (let call = 0; call < 12; call++) {
      stub.answer = call % 3 === 2 ? sendJson({}) : sendJson({}, 500)
      await client.getJson('/thing')
    }
    expect(stub.asked).toHaveLength(12)
  })

  it('lets only so many calls wait at once', async () => {
    stub.answer = () => undefined
    const client = upstream({ maxInFlight: 3, timeoutMs: 1000 })
    await Promise.all(Array.from({ length: 10 }, () => client.getJson('/thing')))
    expect(stub.asked).toHaveLength(3)
  })
})

describe('input', () => {
  const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
    schema.safeParse(value, { error: sentenceOf }).error?.issues.map(({ message }) => message) ?? []

  it.each([
    [z.string(), undefined, 'This is missing.'],
    [z.string(), 5, 'Use text.'],
    [z.int(), 'five', 'Use a number.'],
    [z.int(), 1.5, 'Use a whole number.'],
    [z.number(), Number.POSITIVE_INFINITY, 'Use a number.'],
    [z.boolean(), 'yes', 'Use true or false.'],
    [z.array(z.string()), {}, 'Use a list.'],
    [z.strictObject({}), [], 'Use an object with fields.'],
    [z.strictObject({}), { colour: 1 }, 'There is no such field here.'],
    [z.enum(['cash', 'card']), 'gold', 'Use one of these: cash, card.'],
    [z.string().min(1), '', 'Fill this in.'],
    [z.string().min(3), 'ab', 'Use at least 3 characters.'],
    [z.string().max(2), 'abc', 'Use at most 2 characters.'],
    [z.int().min(1), 0, 'Use at least 1.'],
    [z.number().lt(5), 5, 'Use less than 5.'],
    [z.array(z.int()).max(1), [1, 2], 'List at most 1.'],
    [z.uuid(), 'x', 'Use an id exactly as it was given.'],
    [z.iso.date(), '1/2/2027', 'Use a date as YYYY-MM-DD.'],
    [z.string().regex(/^a$/), 'b', 'This is not in the required format.'],
    [z.union([z.string(), z.null()]), 5, 'This is not a valid value.'],
    [z.string('Say who.'), 5, 'Say who.'],
  ])('%#: a schema without words of its own', (schema, value, sentence) =>
    expect(messagesOf(schema, value)).toEqual([sentence]),
  )
})

describe('multipart', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vanfare-multipart-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Four places and one in reserve, whose slow uploads may be cut off from the first moment on. */
  const someFiles = (settleMs = 0) =>
    new IncomingFiles(folder, {
      maxRequests: 4,
      maxRequestsEach: 3,
      reserve: 1,
      leastBytes: 1e9,
      windowMs: 60_000,
      settleMs,
    })

  /** An upload that does not end until it is stopped, after `bytesRead` bytes. */
  function upload(incoming: IncomingFiles, ip: string, bytesRead: number) {
    let looks = 0
    const begun = Promise.withResolvers<void>()
    const socket = {
      // No bytes have been read at the start, which is looked at as soon as the upload has its place.
      get bytesRead() {
        begun.resolve()
        return looks++ === 0 ? 0 : bytesRead
      },
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const raw = Object.assign(new PassThrough(), { headers, socket, complete: false })
    const request = { ip, headers, raw } as unknown as FastifyRequest
    const seen = { code: 'under way' }
    const done = incoming
      .receive(request, { field: 'files', files: 1, fileBytes: 1000 }, async () => 'received')
      .catch((error: unknown) => (error instanceof RefusedError ? error.refusal : undefined))
      .then((answer) => (seen.code = answer instanceof Refusal ? answer.kind.code : 'received'))
    const end = () => {
      raw.end('--x--\r\n')
      return done
    }
    return { seen, done, end, begun: begun.promise }
  }

  const isUnderWay = async ({ seen }: { seen: { code: string } }) => {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    return seen.code === 'under way'
  }

  const FAST = 1e15

  it('whoever comes when slow uploads of others have all places gets one, and the slowest loses it', async () => {
    const incoming = someFiles()
    const slow = [0, 1, 2].map((bytes) => upload(incoming, '10.0.0.1', bytes))
    const fast = upload(incoming, '10.0.0.2', FAST)
    await Promise.all([...slow, fast].map(({ begun }) => begun))
    const reserve = upload(incoming, '10.0.0.3', FAST)
    const newcomer = upload(incoming, '10.0.0.4', FAST)
    expect(await slow[0]?.done).toBe('too_slow')
    for (const one of [fast, reserve, newcomer]) expect(await isUnderWay(one)).toBe(true)
    for (const one of slow.slice(1)) expect(await isUnderWay(one)).toBe(true)
    await Promise.all([...slow.slice(1), fast, reserve, newcomer].map(({ end }) => end()))
  })

  it('nobody is cut off for a network that has as much, or while all are fast or have just begun', async () => {
    for (const [incoming, bytes] of [
      [someFiles(), FAST],
      [someFiles(60_000), 0],
    ] as const) {
      const all = [1, 1, 2, 2].map((network) => upload(incoming, `10.0.0.${network}`, bytes))
      await Promise.all(all.map(({ begun }) => begun))
      expect(await upload(incoming, '10.0.0.1', bytes).done).toBe('unavailable')
      const reserve = upload(incoming, '10.0.0.3', bytes)
      expect(await isUnderWay(reserve)).toBe(true)
      expect(await upload(incoming, '10.0.0.4', bytes).done).toBe('unavailable')
      await Promise.all([...all, reserve].map(({ end }) => end()))
    }
    const incoming = someFiles()
    const equal = [1, 1, 2, 2].map((network) => upload(incoming, `10.0.0.${network}`, 0))
    await Promise.all(equal.map(({ begun }) => begun))
    expect(await upload(incoming, '10.0.0.1', 0).done).toBe('unavailable')
    await Promise.all(equal.map(({ end }) => end()))
  })
})

describe('rate limit', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
    ['2001:db8::5', '2001:db8:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['', ''],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  describe('a window', () => {
    const rule: RateRule = { name: 'a limit', per: 'user', count: 3, seconds: 60 }
    const used = (limiter: RateLimiter, now: number, calls = 10) =>
      Array.from({ length: calls }, () => limiter.spend(rule, 'me', now)).filter((refused) => !refused).length

    it('admits so many, tells how long to wait, and begins again', () => {
      const limiter = new RateLimiter(1)
      expect(used(limiter, 0)).toBe(3)
      expect(limiter.spend(rule, 'me', 20_000)?.retryAfterSeconds).toBe(40)
      expect(limiter.peek(rule, 'me', 20_000)?.retryAfterSeconds).toBe(40)
      expect([limiter.peek(rule, 'me', 60_000), limiter.peek(rule, 'you', 0)]).toEqual([undefined, undefined])
      expect(used(limiter, 60_000)).toBe(3)
    })

    it('takes back what failed, at most as often as it admits', () => {
      const limiter = new RateLimiter(1)
      let admitted = 0
      while (!limiter.spend(rule, 'me', 0) && admitted < 100) {
        admitted += 1
        limiter.giveBack(rule, 'me', 0)
      }
      expect(admitted).toBe(6)
    })

    it('takes nothing back of a window before', () => {
      const limiter = new RateLimiter(1)
      used(limiter, 0, 1)
      used(limiter, 60_000, 3)
      expect(limiter.giveBack(rule, 'me', 0)).toBe(false)
      expect(limiter.spend(rule, 'me', 60_001)).toBeDefined()
    })
  })
})

describe('shared networks', () => {
  const at = (address: string, list = '82.132.0.0/16,2a01:4c8::/32') =>
    tellingNetwork({
      address,
      config: { secretKey: Buffer.alloc(32), sharedNetworks: parseNetworks(list) },
    } as unknown as Ctx)

  it.each([
    ['203.0.113.7', true],
    ['::ffff:203.0.113.7', true],
    ['2001:db8::1', true],
    ['82.132.4.5', false],
    ['2a01:4c8:1:2::3', false],
    ['100.64.0.9', false],
    ['::ffff:192.168.1.2', false],
    ['127.0.0.1', false],
    ['fe80::1%eth0', false],
    ['', false],
  ])('the network of %s tells people apart: %s', (address, isTelling) => {
    expect(at(address) !== null).toBe(isTelling)
  })

  it('two hosts of one network are the same, and the key names no address', () => {
    expect(at('2001:db8::1')).toBe(at('2001:db8::2'))
    expect(at('203.0.113.7')).not.toContain('203')
  })

  it.each(['82.132.0.0', '82.132.0.0/99', 'vodafone/8', '82.132.0.0/16;1.2.3.0/24'])(
    '%s is no list of networks',
    (list) => expect(parseNetworks(list)).toBeUndefined(),
  )
})

describe('load shedding', () => {
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

  it('while queries wait for the database, those who look are turned away first, then everybody', async () => {
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

  it('a refusal says when to come back', async () => {
    waiting = 10
    const { headers, body } = await fastify.inject('/api/quick')
    expect(headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/problem+json; charset=utf-8' })
    expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'unavailable' })
  })

  it('of many at once as many are served as there is room for, those who hold little have a reserve, and there is room again after them', async () => {
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

  it('one network holds no more than its share, and whoever else comes finds room', async () => {
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

  it('whoever leaves before the answer makes room too', async () => {
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
})

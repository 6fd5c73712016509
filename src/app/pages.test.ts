import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { FairQueue } from '#platform/fair-queue.ts'
import { LOAD_LIMITS } from '#platform/load-shedding.ts'
import { everything, RateLimiter } from '#platform/rate-limit.ts'
import { Refusal } from '#shared/endpoint.ts'
import { compressOnce, encodingFor } from './compression.ts'
import { keyOf, spelledAs, tidied } from './page-address.ts'
import { PageCache, type CachedPage, type RenderedPage } from './page-cache.ts'
import { commonHeaders, contentSecurityPolicy, hashInlineScripts } from './page-headers.ts'
import { createPace, createPageTurns } from './page-turns.ts'

const HERE = '203.0.113.7'

/** A cache over pages that say how often they were made, with a clock to turn and a gate to hold. */
function createCache() {
  const state = { now: 0, made: 0, status: 200, fails: false, gate: Promise.resolve(), from: [] as string[] }
  const render = async (_key: string, address: string): Promise<RenderedPage> => {
    state.made++
    state.from.push(address)
    const body = Buffer.from(`page ${state.made}`)
    await state.gate
    if (state.fails) throw new Error('the database is away')
    return { status: state.status, headers: {}, body }
  }
  return { state, cache: new PageCache(render, () => state.now) }
}

const textOf = (page: CachedPage | RenderedPage | undefined) =>
  page && ('bodies' in page ? page.bodies.identity : page.body).toString()

/** A page that cannot be made has nothing to wait for but its turn. */
const settled = async () => {
  for (let turns = 0; turns < 20; turns += 1) await turn()
}

test('however many ask at once, the page is made once', async () => {
  const { cache, state } = createCache()
  const pages = await Promise.all(Array.from({ length: 100 }, () => cache.make('/', HERE)))
  expect(state.made).toBe(1)
  expect(new Set(pages.map(textOf))).toEqual(new Set(['page 1']))
  expect(textOf(cache.find('/', HERE))).toBe('page 1')
})

test('after a minute the old page is answered at once while one new one is made behind it', async () => {
  const { cache, state } = createCache()
  await cache.make('/', HERE)
  state.now = 59_999
  cache.find('/', HERE)
  expect(state.made).toBe(1)
  state.now = 60_000
  for (let ask = 0; ask < 50; ask++) expect(textOf(cache.find('/', HERE))).toBe('page 1')
  expect(state.made).toBe(2)
  await expect.poll(() => textOf(cache.find('/', HERE))).toBe('page 2')
})

test('F-20: while a refresh fails, the last good page stays', async () => {
  const { cache, state } = createCache()
  await cache.make('/', HERE)
  state.now = 60_000
  state.fails = true
  cache.find('/', HERE)
  await settled()
  expect(textOf(cache.find('/', HERE))).toBe('page 1')
  // Tried again after a few seconds, not at every request.
  expect(state.made).toBe(2)
  state.fails = false
  state.now += 5000
  cache.find('/', HERE)
  await expect.poll(() => textOf(cache.find('/', HERE))).toBe('page 3')
})

test('a page that is gone leaves the cache, a server error does not evict it', async () => {
  const { cache, state } = createCache()
  await cache.make('/', HERE)
  state.now = 60_000
  state.status = 500
  cache.find('/', HERE)
  await settled()
  expect(cache.find('/', HERE)).toBeDefined()
  state.now += 5000
  state.status = 404
  cache.find('/', HERE)
  await expect.poll(() => cache.find('/', HERE)).toBeUndefined()
})

test('only a good page is kept', async () => {
  const { cache, state } = createCache()
  state.status = 404
  expect(textOf(await cache.make('/blog/none', HERE))).toBe('page 1')
  expect(cache.find('/blog/none', HERE)).toBeUndefined()
})

test('the cache is bounded, and the oldest page goes first', async () => {
  const { cache } = createCache()
  for (let page = 0; page <= 500; page++) await cache.make(`/p/${page}`, HERE)
  expect(cache.find('/p/0', HERE)).toBeUndefined()
  expect(cache.find('/p/500', HERE)).toBeDefined()
})

test('T-006: a page is made at the expense of the first who wants it, and made anew at that of whoever finds it old', async () => {
  const { cache, state } = createCache()
  await Promise.all([cache.make('/', HERE), cache.make('/', '198.51.100.1')])
  state.now = 60_000
  cache.find('/', '198.51.100.2')
  cache.find('/', '198.51.100.3')
  await settled()
  expect(state.from).toEqual([HERE, '198.51.100.2'])
})

test('what is being made when everything is cleared is answered, and not kept', async () => {
  const { cache, state } = createCache()
  const gate = Promise.withResolvers<void>()
  state.gate = gate.promise
  const old = cache.make('/', HERE)
  cache.clear()
  state.gate = Promise.resolve()
  const newer = cache.make('/', HERE)
  gate.resolve()
  expect([textOf(await old), textOf(await newer)]).toEqual(['page 1', 'page 2'])
  expect(textOf(cache.find('/', HERE))).toBe('page 2')
  expect(cache.isMaking('/')).toBe(false)
})

describe('page addresses', () => {
  test.each([
    ['/terms', '/terms'],
    ['//terms', '/terms'],
    ['/terms///', '/terms/'],
    ['/a/../terms', '/terms'],
    ['/a/%2e%2e/terms', '/terms'],
    ['/./terms', '/terms'],
    ['/\\terms', '/terms'],
    // No way to another host: one slash, and then something else.
    ['//evil.example/', '/evil.example/'],
    ['/\\evil.example', '/evil.example'],
    ['/\\/evil.example', '/evil.example'],
    ['/.//evil.example', '/evil.example'],
    ['/..//..//evil.example', '/evil.example'],
    ['/%2e%2e//evil.example', '/evil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/%5cevil.example', '/%5cevil.example'],
  ])('%s is tidied to %s', (requested, path) => expect(tidied(requested)).toBe(path))

  test.each([
    ['/terms', '/TERMS/', '/terms'],
    ['/terms', '/%74erms', '/terms'],
    ['/', '/', '/'],
    ['/settings/general', '/Settings/GENERAL', '/settings/general'],
    ['/blog/:slug', '/BLOG/My-Move%2F', '/blog/My-Move%2F'],
    ['/my-bookings/:tab?', '/My-Bookings', '/my-bookings'],
    ['/my-bookings/:tab?', '/My-Bookings/Past', '/my-bookings/Past'],
  ])('%s, asked for as %s, is spelled %s', (pattern, path, spelled) => expect(spelledAs(pattern, path)).toBe(spelled))

  test.each([
    ['', '/register'],
    ['a=1', '/register'],
    ['as=driver', '/register?as=driver'],
    ['utm_source=x&as=driver&b=2', '/register?as=driver'],
    // The first value counts, as it does for the page.
    ['as=driver&as=customer', '/register?as=driver'],
    ['as=customer&as=driver', '/register'],
    ['as=DRIVER', '/register'],
    ['as=driver%00', '/register'],
    ['theme=dark&as=driver', '/register?as=driver&theme=dark'],
    ['as', '/register'],
    ['constructor=1&__proto__=2', '/register'],
  ])('a page drawn by `as` and `theme`, asked for with "%s", is kept as %s', (query, key) => {
    const handle = { drawnBy: { as: ['driver'], theme: ['dark', 'light'] } }
    expect(keyOf({ handle, path: '/register', isData: false }, query)).toBe(key)
  })

  test('a page that is drawn by nothing is kept once, whatever is asked', () =>
    expect(keyOf({ handle: {}, path: '/terms', isData: false }, 'as=driver')).toBe('/terms'))
})

describe('page headers', () => {
  const sha = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`

  test('T-092: a kept page knows our inline scripts by their hash, and an injected one stays unknown', () => {
    const page =
      '<script nonce="N1">ours()</script><script>injected()</script><script nonce="guess">alsoInjected()</script>' +
      '<script nonce="N1" src="/assets/a.js"></script>'
    const { html, sources } = hashInlineScripts(page, 'N1')
    expect(sources).toEqual([sha('ours()')])
    expect(html).toBe(
      '<script>ours()</script><script>injected()</script><script nonce="guess">alsoInjected()</script>' +
        '<script src="/assets/a.js"></script>',
    )
  })

  test('the policy allows our origin and the named scripts, and no inline script or style besides', () => {
    const policy = contentSecurityPolicy(['nonce-abc'], false)
    expect(policy).toContain("script-src 'self' 'nonce-abc';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('http')
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(contentSecurityPolicy([], true)).toContain('upgrade-insecure-requests')
  })

  test('browsers are told to insist on https only where we are reached by it', () => {
    expect(commonHeaders(false)).not.toHaveProperty('strict-transport-security')
    expect(commonHeaders(true)['strict-transport-security']).toMatch(/^max-age=\d+/)
  })
})

describe('turns of pages', () => {
  function createTurns() {
    const state = { now: new Date('2026-11-22T12:00:00Z'), isOverloaded: false }
    const limiter = new RateLimiter(1)
    const turns = createPageTurns({
      limiter,
      clock: { now: () => state.now },
      isOverloaded: () => state.isOverloaded,
      queue: new FairQueue(LOAD_LIMITS.pages),
      pace: createPace(new EventEmitter()),
    })
    const ask = (ip: string, make = async () => 'page', raw = new EventEmitter()) =>
      turns({ ip } as FastifyRequest, { raw } as unknown as FastifyReply, make)
    const statusOf = async (ip: string) => {
      const made = await ask(ip)
      return made instanceof Refusal ? made.kind.status : 200
    }
    return { state, limiter, ask, statusOf }
  }

  test('pages count with the calls of their network, and nobody else waits for it', async () => {
    const { state, limiter, statusOf } = createTurns()
    for (let call = 0; call < 500; call++) limiter.spend(everything, '203.0.113.7', state.now.getTime())
    for (let page = 0; page < 100; page++) expect(await statusOf('203.0.113.7')).toBe(200)
    expect(await statusOf('::ffff:203.0.113.7')).toBe(429)
    expect(limiter.spend(everything, '203.0.113.7', state.now.getTime())).toBeDefined()
    expect(await statusOf('203.0.113.8')).toBe(200)
    state.now = new Date(state.now.getTime() + 60_000)
    expect(await statusOf('203.0.113.7')).toBe(200)
  })

  test('while the database is behind, no page is begun', async () => {
    const { state, statusOf } = createTurns()
    state.isOverloaded = true
    expect(await statusOf('203.0.113.7')).toBe(503)
    state.isOverloaded = false
    expect(await statusOf('203.0.113.7')).toBe(200)
  })

  test('a flood of one network waits behind itself, is refused above its line, and leaves room for others', async () => {
    const { ask, statusOf } = createTurns()
    let begun = 0
    const gate = Promise.withResolvers<void>()
    const flood = Array.from({ length: 100 }, () =>
      ask('2001:db8::1', async () => {
        begun += 1
        await gate.promise
        return 'page'
      }),
    )
    for (let turns = 0; turns < 10; turns++) await turn()
    const { roomEach, waitingEach } = LOAD_LIMITS.pages
    expect(begun).toBe(roomEach)
    expect(await statusOf('2001:db8:0:1::1')).toBe(200)
    gate.resolve()
    const made = await Promise.all(flood)
    expect(made.filter((page) => page === 'page')).toHaveLength(roomEach + waitingEach)
    const refused = made.find((page) => page instanceof Refusal)
    expect([refused?.kind.status, refused?.retryAfterSeconds]).toEqual([503, 1])
  })

  test('nothing is made for whoever has gone away meanwhile', async () => {
    const { ask } = createTurns()
    const gate = Promise.withResolvers<string>()
    const busy = Array.from({ length: LOAD_LIMITS.pages.roomEach }, () => ask('::1', () => gate.promise))
    const raw = new EventEmitter()
    let isMade = false
    const abandonedPage = ask('::1', async () => ((isMade = true), 'page'), raw)
    raw.emit('close')
    expect(await abandonedPage).toBeInstanceOf(Refusal)
    gate.resolve('page')
    await Promise.all(busy)
    expect(isMade).toBe(false)
  })

  test('however many pages are ready to be drawn, the event loop turns between any two', async () => {
    const pace = createPace(new EventEmitter())
    const drawn: number[] = []
    const pages = Array.from({ length: 5 }, async (_, page) => {
      await pace()
      drawn.push(page)
    })
    const seen: number[] = []
    while (drawn.length < 5) {
      await turn()
      seen.push(drawn.length)
    }
    await Promise.all(pages)
    // Never two in one turn.
    expect(seen.every((count, index) => count - (seen[index - 1] ?? 0) <= 1)).toBe(true)
    // The pace starts again once every request has been served.
    await Promise.all([pace(), pace()])
  })

  test('while connections come, they are let in first, and yet pages are made', async () => {
    const server = new EventEmitter()
    const pace = createPace(server)
    const drawnAfter: number[] = []
    let letIn = 0
    const page = pace().then(() => drawnAfter.push(letIn))
    for (; letIn < 100; letIn++) {
      server.emit('connection')
      await turn()
    }
    await page
    expect(drawnAfter[0]).toBeGreaterThan(10)
    expect(drawnAfter[0]).toBeLessThan(30)
  })
})

describe('compression', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5', 'br'],
    ['gzip;q=0', undefined],
    ['deflate', undefined],
    ['brx', undefined],
    [undefined, undefined],
    ['', undefined],
  ])('%s takes %s', (accept, encoding) => {
    expect(encodingFor(accept)).toBe(encoding)
  })

  test('what is sent can be read again, and a short answer stays as it is', async () => {
    const body = Buffer.from('A sofa, a bed. '.repeat(200))
    const br = await compressOnce(body, 'br')
    expect(brotliDecompressSync(br.body)).toEqual(body)
    const gzip = await compressOnce(body, 'gzip')
    expect(gunzipSync(gzip.body)).toEqual(body)
    expect(await compressOnce(Buffer.from('short'), 'br')).toEqual({ body: Buffer.from('short') })
  })
})

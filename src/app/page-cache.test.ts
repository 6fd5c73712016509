import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PageCache, type CachedPage, type RenderedPage } from './page-cache.ts'

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
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
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

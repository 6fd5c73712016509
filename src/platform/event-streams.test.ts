import { connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoint, stream, type EventOf } from '#shared/endpoint.ts'
import { bareApi } from '#test/support/bare-api.ts'
import { LOAD_LIMITS, shedLoad } from './load-shedding.ts'
import { EventStreams, Feed, streamRoute, type StreamSettings } from './event-streams.ts'
import { openApiOf } from './openapi.ts'
import { serve, type Api } from './serve.ts'

const watchVans = endpoint({
  id: 'watchVans',
  method: 'GET',
  path: '/vans/live/',
  summary: 'Hear of vans',
  access: 'public',
  answer: stream({ van_moved: z.strictObject({ van_id: z.string() }), gone: z.strictObject({}) }),
})
type VanEvent = EventOf<typeof watchVans>

const open: Socket[] = []
let api: Api
let hearers: Set<(event: VanEvent) => void>
let missed: VanEvent[]
let requestedIds: string[]
let mayListen: (page: string) => Promise<boolean>

async function start(settings: Partial<StreamSettings> = {}) {
  api = { ...bareApi() }
  Object.assign(api, { streams: new EventStreams(api.ctx.log, { heartbeatMs: 60_000, ...settings }) })
  shedLoad(api.fastify, () => 0, { ...LOAD_LIMITS, maxInFlight: 10, maxInFlightEach: 10 })
  hearers = new Set()
  missed = []
  requestedIds = []
  const feed = new Feed<VanEvent>({
    subscribe: async (hear) => {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    here: () => 'id-here',
    since: async (id) => {
      requestedIds.push(id)
      return missed
    },
  })
  serve(api, watchVans, async () => Promise.resolve(feed))
  // The same for a page whose session the test answers for.
  api.fastify.get<{ Params: { page: string } }>('/api/pages/:page/', streamRoute, async (request, reply) => {
    const { page } = request.params
    const opening = { endpoint: watchVans, feed: feed as Feed, person: undefined, mayListen: () => mayListen(page) }
    return reply.send(await api.streams.open(opening, request, reply))
  })
  api.fastify.get('/api/quick/', async () => ({ is: 'well' }))
  await api.fastify.listen({ port: 0, host: '127.0.0.1' })
}

beforeEach(() => start())
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  api.streams.close()
  await api.fastify.close()
})

const moved = (vanId: string, id = `id-${vanId}`): VanEvent => ({ name: 'van_moved', id, data: { vanId } })
const publish = (event: VanEvent) => hearers.forEach((hear) => hear(event))
const portOf = () => (api.fastify.server.address() as AddressInfo).port

async function listen(headers = '', localAddress = '127.0.0.1', path = '/api/vans/live/') {
  const socket = connect({ port: portOf(), host: '127.0.0.1', localAddress })
  const state = { text: '', isClosed: false }
  open.push(socket)
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => (state.text += chunk.toString()))
  socket.on('close', () => (state.isClosed = true))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
  await once(socket, 'data')
  return { socket, state }
}

test('a stream says what it is, to browsers and to proxies, and how long to wait before coming back', async () => {
  const { state } = await listen('Accept-Encoding: gzip, br\r\n')
  expect(state.text).toMatch(/^HTTP\/1\.1 200 /)
  expect(state.text).toMatch(/content-type: text\/event-stream; charset=utf-8/i)
  expect(state.text).toMatch(/cache-control: no-store, private, no-transform/i)
  expect(state.text).toMatch(/x-accel-buffering: no/i)
  expect(state.text).not.toMatch(/content-encoding|content-length/i)
  const [, retry] = /retry: (\d+)\n\n/.exec(state.text) ?? []
  expect(Number(retry)).toBeGreaterThanOrEqual(2000)
  expect(Number(retry)).toBeLessThanOrEqual(4000)
})

test('an event arrives with its name, its id and its data as on the wire', async () => {
  const { state } = await listen()
  publish(moved('v7', '01-7'))
  await expect.poll(() => state.text).toContain('id: 01-7\nevent: van_moved\ndata: {"van_id":"v7"}\n\n')
})

test('an event of another shape than the contract names is a defect, and ends the stream', async () => {
  const { state } = await listen()
  publish({ name: 'van_moved', id: '1', data: { vanId: 'v1', owner: 'Jane' } } as VanEvent)
  await expect.poll(() => state.isClosed).toBe(true)
  expect(state.text).not.toContain('Jane')
  expect(hearers.size).toBe(0)
})

test('whoever comes back gets first what it missed, then what happened meanwhile', async () => {
  missed = [moved('v1'), moved('v2')]
  const { state } = await listen('Last-Event-ID: id-v0\r\n')
  publish(moved('v3'))
  await expect.poll(() => [...state.text.matchAll(/"van_id":"(v\d)"/g)].map(([, id]) => id)).toEqual(['v1', 'v2', 'v3'])
  expect(requestedIds).toEqual(['id-v0'])
})

test('whoever hears nothing before it ends has an id to come back with', async () => {
  const { state } = await listen()
  await expect.poll(() => state.text).toContain('id: id-here\n\n')
})

test.each(['Last-Event-ID: \r\n', `Last-Event-ID: ${'x'.repeat(65)}\r\n`, "Last-Event-ID: 1' or '1'='1\r\n"])(
  'an id that cannot be ours is not asked about: %j',
  async (header) => {
    await listen(header)
    expect(requestedIds).toEqual([])
  },
)

test('a comment goes out now and then', async () => {
  await api.fastify.close()
  await start({ heartbeatMs: 30 })
  const { state } = await listen()
  await expect.poll(() => [...state.text.matchAll(/^:$/gm)].length).toBeGreaterThan(2)
})

test('a stream that has been open for very long begins anew', async () => {
  await api.fastify.close()
  await start({ heartbeatMs: 20, longestMs: 1 })
  const { state } = await listen()
  await expect.poll(() => state.isClosed).toBe(true)
  expect(state.text).toMatch(/0\r\n\r\n$/)
})

test('open streams are no requests: as many others are served as ever', async () => {
  await Promise.all(Array.from({ length: 40 }, () => listen()))
  expect(api.streams.size).toBe(40)
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(`http://127.0.0.1:${portOf()}/api/quick/`)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('whoever goes away leaves nothing behind', async () => {
  const most = api.fastify.server.maxConnections
  const { socket } = await listen()
  expect([api.streams.size, hearers.size, api.fastify.server.maxConnections]).toEqual([1, 1, most + 1])
  socket.destroy()
  await expect.poll(() => [api.streams.size, hearers.size, api.fastify.server.maxConnections]).toEqual([0, 0, most])
})

describe('bounds', () => {
  beforeEach(async () => {
    await api.fastify.close()
    await start({ most: 5, eachNetwork: 3 })
  })

  test('one network has so many, and room again once one is closed', async () => {
    const [first] = await Promise.all([listen(), listen(), listen()])
    const { state } = await listen()
    expect(state.text).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 10[^]*"code":"too_many_streams"/i)
    first.socket.destroy()
    await expect.poll(() => api.streams.size).toBe(2)
    expect((await listen()).state.text).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('one process has so many, of whomever', async () => {
    await Promise.all([1, 2, 3, 4, 5].map((host) => listen('', `127.0.0.${host}`)))
    expect((await listen('', '127.0.0.9')).state.text).toMatch(/^HTTP\/1\.1 503 [^]*"code":"unavailable"/)
  })
})

describe('back-pressure', () => {
  const text = 'v'.repeat(10_000)
  const publishUntilClosed = async (most: number) => {
    for (let sent = 0; sent < most && api.streams.size > 0; sent++) {
      publish(moved(text))
      await setImmediate()
    }
  }

  test('whoever does not read is cut off once the network takes no more', async () => {
    const { socket } = await listen()
    socket.pause()
    await publishUntilClosed(5000)
    expect([api.streams.size, hearers.size]).toEqual([0, 0])
  })

  test('control: whoever reads gets as much as there is', async () => {
    const { state } = await listen()
    await publishUntilClosed(300)
    await expect.poll(() => state.text.length).toBeGreaterThan(300 * text.length)
    expect(api.streams.size).toBe(1)
  })
})

describe('checks of sessions', () => {
  const PAGES = 20
  const AT_ONCE = 6
  const openPages = () =>
    Promise.all(Array.from({ length: PAGES }, (_, page) => listen('', '127.0.0.1', `/api/pages/${page}/`)))
  type Pages = Awaited<ReturnType<typeof openPages>>
  const numbersOf = (pages: Pages, isMet: (state: Pages[number]['state']) => boolean) =>
    pages.flatMap(({ state }, page) => (isMet(state) ? [page] : []))
  const hasEvent = (vanId: string) => (state: Pages[number]['state']) => state.text.includes(`"van_id":"${vanId}"`)
  const all = Array.from({ length: PAGES }, (_, page) => page)

  test('are made a few at once, however many pages hear of one change, and each page is asked about once', async () => {
    const waiting: (() => void)[] = []
    const checked: string[] = []
    let [running, most] = [0, 0]
    mayListen = async (page) => {
      checked.push(page)
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((go) => waiting.push(go))
      running -= 1
      return true
    }
    const pages = await openPages()
    publish(moved('v1'))
    await setImmediate()
    expect([running, checked.length]).toEqual([AT_ONCE, AT_ONCE])
    while (checked.length < PAGES || waiting.length > 0) {
      waiting.shift()?.()
      await setImmediate()
    }
    await expect.poll(() => numbersOf(pages, hasEvent('v1'))).toEqual(all)
    expect(most).toBe(AT_ONCE)
    expect(checked.map(Number).toSorted((one, other) => one - other)).toEqual(all)
  })

  test('close the page whose session has ended, which hears nothing more; the others go on', async () => {
    mayListen = async (page) => page !== '7'
    const pages = await openPages()
    publish(moved('v1'))
    await expect.poll(() => numbersOf(pages, ({ isClosed }) => isClosed)).toEqual([7])
    publish(moved('v2'))
    const others = all.filter((page) => page !== 7)
    await expect.poll(() => numbersOf(pages, hasEvent('v2'))).toEqual(others)
    expect(numbersOf(pages, hasEvent('v1'))).toEqual(others)
    expect(api.streams.size).toBe(PAGES - 1)
  })

  test('that fail end their own pages and nobody else’s, even if all that run at once fail', async () => {
    mayListen = async (page) => {
      if (Number(page) < AT_ONCE) throw new Error('The database does not answer')
      return true
    }
    const pages = await openPages()
    publish(moved('v1'))
    await expect.poll(() => numbersOf(pages, ({ isClosed }) => isClosed)).toEqual(all.slice(0, AT_ONCE))
    await expect.poll(() => numbersOf(pages, hasEvent('v1'))).toEqual(all.slice(AT_ONCE))
    publish(moved('v2'))
    await expect.poll(() => numbersOf(pages, hasEvent('v2'))).toEqual(all.slice(AT_ONCE))
  })
})

test('at the end everybody is let go in order, at once, and nobody is let in', async () => {
  const { state } = await listen()
  api.streams.close()
  await expect.poll(() => state.isClosed).toBe(true)
  expect(state.text).toMatch(/0\r\n\r\n$/)
  expect((await listen()).state.text).toMatch(/^HTTP\/1\.1 503 /)
})

test('a call within the process and a HEAD get what there is and end', async () => {
  missed = [moved('v1')]
  const headers = { 'last-event-id': 'id-v0' }
  const answer = await api.fastify.inject({ url: '/api/vans/live/', headers })
  expect(answer.body).toContain('"van_id":"v1"')
  expect((await api.fastify.inject({ method: 'HEAD', url: '/api/vans/live/' })).statusCode).toBe(200)
  expect(api.streams.size).toBe(0)
})

test('the contract tells the events by name, the refusal and the header', () => {
  const { paths } = openApiOf([watchVans]) as { paths: Record<string, { get: Record<string, object> }> }
  const { parameters, responses } = paths['/api/vans/live/']?.get ?? {}
  expect(parameters).toMatchObject([{ name: 'Last-Event-ID', in: 'header' }])
  expect(responses).toMatchObject({
    200: {
      content: {
        'text/event-stream': { 'x-events': { van_moved: { properties: { van_id: { type: 'string' } } }, gone: {} } },
      },
    },
    429: { $ref: '#/components/responses/TooFastOrTooManyStreams' },
  })
})

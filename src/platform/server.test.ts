import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { multipartType } from '#test/support/multipart.ts'
import { rawRequest } from '#test/support/raw-socket.ts'
import { Refusal } from '#shared/endpoint.ts'
import { createLog } from './log.ts'
import { IncomingFiles, INCOMING, multipartRoute } from './multipart.ts'
import { sendProblem } from './serve.ts'
import { createServer, listen, CLIENT_LIMITS, type ClientLimits } from './server.ts'

let fastify: FastifyInstance
let port: number
let folder: string
/** Bodies that reached a handler. */
let seen: unknown[]

const quick: Partial<ClientLimits> = {
  headersMs: 300,
  bodyMs: 400,
  requestMs: 1500,
  idleMs: 1000,
  discardMs: 300,
  checkMs: 20,
}

async function start(limits: Partial<ClientLimits>) {
  fastify = createServer({ trustProxy: false }, createLog('silent'), limits)
  const incoming = new IncomingFiles(folder, { leastBytes: 1000, windowMs: 300 })
  fastify.get('/', async () => ({ is: 'well' }))
  fastify.get('/slow', async () => pause(150, { is: 'done' }))
  fastify.get('/much', async () => 'x'.repeat(50_000_000))
  fastify.post('/json', async (request) => {
    seen.push(request.body)
    return { is: 'well' }
  })
  fastify.post('/files', multipartRoute, async (request, reply) => {
    const limits = { field: 'files', files: 2, fileBytes: 1_000_000 }
    const received = await incoming.receive(request, limits, async (files) => files.length)
    return received instanceof Refusal ? sendProblem(reply, received) : received
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (fastify.server.address() as AddressInfo).port
}

beforeEach(async () => {
  seen = []
  folder = mkdtempSync(join(tmpdir(), 'vanfare-incoming-'))
  await start(quick)
})
afterEach(async () => {
  await fastify.close()
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`
const json = (length: number) => `Content-Type: application/json\r\nContent-Length: ${length}`
const codeOf = (body: string) => (JSON.parse(body.slice(body.indexOf('{'))) as { code: string }).code

const connections = () =>
  new Promise<number>((resolve) => fastify.server.getConnections((_error, count) => resolve(count)))

const isWell = async (from?: string) =>
  expect((await rawRequest(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 3000, from)).status).toBe(
    200,
  )

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

async function trickle(socket: Socket, text: string, everyMs: number) {
  for (const character of text) {
    if (socket.destroyed) return
    socket.write(character)
    await pause(everyMs)
  }
}

test('while it stops, what was begun is finished, and what still comes is refused like anything else', async () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const { body, isClosed } = await rawRequest(port, async (socket) => {
    socket.write(get('/slow'))
    await pause(50)
    void fastify.close()
    socket.write(get('/'))
  })
  const [first = '', second = ''] = body.split('HTTP/1.1 ')
  expect(first).toBe('{"is":"done"}')
  expect(second).toMatch(/^503 .*\r\nretry-after: 2\r\ncontent-type: application\/problem\+json/is)
  expect([codeOf(second.slice(second.indexOf('{'))), isClosed]).toEqual(['unavailable', true])
})

describe('F-39: slow clients', () => {
  test('ten uploads of one network are under way at most: the next is told when to come back', async () => {
    const head = post('/files', 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 999')
    const all = await Promise.all(Array.from({ length: 12 }, () => rawRequest(port, head, 900)))
    expect(all.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(all.filter(({ status }) => status === 408)).toHaveLength(10)
    const { status } = await rawRequest(port, head, 900)
    expect(status).toBe(408)
  })

  test('the limits of production', () => {
    expect(CLIENT_LIMITS).toEqual({
      headersMs: 8000,
      bodyMs: 10_000,
      requestMs: 120_000,
      idleMs: 130_000,
      keepAliveMs: 65_000,
      discardMs: 5000,
      checkMs: 1000,
      maxConnections: 2000,
      maxConnectionsEach: 200,
      maxUrl: 8000,
      maxHeadBytes: 16_384,
    })
    expect(INCOMING).toMatchObject({ maxRequests: 40, maxRequestsEach: 10, leastBytes: 50_000, windowMs: 10_000 })
    expect(INCOMING).toMatchObject({ reserve: 10, settleMs: 1000 })
  })

  test('are what the server has', async () => {
    await fastify.close()
    await start({})
    const { server } = fastify
    expect([server.headersTimeout, server.requestTimeout, server.timeout, server.keepAliveTimeout]).toEqual([
      8000, 120_000, 130_000, 65_000,
    ])
    expect(server.maxConnections).toBe(2000)
  })

  test('headers that come byte by byte are given up on', async () => {
    const answer = await rawRequest(port, (socket) => trickle(socket, post('/json', 'X: y\r\n'.repeat(50)), 30))
    expect([answer.status, answer.isClosed]).toEqual([408, true])
    expect(codeOf(answer.body)).toBe('too_slow')
    expect(answer.ms).toBeLessThan(1000)
    await isWell()
  })

  test('a connection that sends nothing is given up on', async () => {
    const answer = await rawRequest(port, '')
    expect(answer.isClosed).toBe(true)
    expect(answer.ms).toBeLessThan(1000)
  })

  test.each([
    ['a JSON body that comes byte by byte', json(500)],
    ['the same in chunks', 'Content-Type: application/json\r\nTransfer-Encoding: chunked'],
  ])('%s is refused with 408 and never handled', async (_name, headers) => {
    const answer = await rawRequest(port, (socket) => {
      socket.write(post('/json', headers))
      void trickle(socket, headers.includes('chunked') ? '1\r\n \r\n'.repeat(100) : '{'.padEnd(400), 40)
    })
    expect([answer.status, answer.isClosed]).toEqual([408, true])
    expect(answer.head).toMatch(/application\/problem\+json/)
    expect(codeOf(answer.body)).toBe('too_slow')
    expect(answer.ms).toBeGreaterThan(350)
    expect(answer.ms).toBeLessThan(1200)
    expect(seen).toEqual([])
    await isWell()
  })

  test('a body that never comes is refused too', async () => {
    const answer = await rawRequest(port, post('/json', json(20)))
    expect([answer.status, answer.isClosed]).toEqual([408, true])
  })

  test('an upload below the least rate is refused with 408, and nothing of it stays', async () => {
    const start = '------vanfare-test-boundary\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\n'
    const answer = await rawRequest(port, (socket) => {
      socket.write(post('/files', `Content-Type: ${multipartType}\r\nContent-Length: 100000`, start))
      void trickle(socket, 'x'.repeat(200), 20)
    })
    expect(answer.status).toBe(408)
    expect(codeOf(answer.body)).toBe('too_slow')
    expect(answer.ms).toBeLessThan(1500)
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })

  test('an upload above it may take its time, until the whole is too late', async () => {
    const start = '------vanfare-test-boundary\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\n'
    const head = post('/files', `Content-Type: ${multipartType}\r\nConnection: close\r\nTransfer-Encoding: chunked`)
    const send = (rounds: number) =>
      rawRequest(
        port,
        async (socket) => {
          socket.write(`${head}${chunk(start)}`)
          for (let round = 0; round < rounds && !socket.destroyed; round++) {
            socket.write(chunk('x'.repeat(2000)))
            await pause(100)
          }
          if (!socket.destroyed) socket.write(`${chunk('\r\n------vanfare-test-boundary--\r\n')}0\r\n\r\n`)
        },
        4000,
      )
    const steady = await send(8)
    expect([steady.status, steady.body]).toEqual([200, '1'])
    const late = await send(30)
    expect([late.status, late.isClosed]).toEqual([408, true])
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })

  test('whoever does not read the answer is cut off', async () => {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => undefined))
    socket.write('GET /much HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.pause()
    await expect.poll(connections).toBe(1)
    await expect.poll(connections, { timeout: 6000 }).toBe(0)
    socket.destroy()
    await closed
  })

  test('200 slow ones at once keep nobody else waiting', async () => {
    await fastify.close()
    await start({ ...quick, headersMs: 5000, bodyMs: 5000, requestMs: 8000, idleMs: 8000 })
    const slow = Array.from({ length: 200 }, () =>
      rawRequest(port, (socket) => trickle(socket, post('/json', json(1000), '{'), 20), 12_000),
    )
    await expect.poll(connections, { timeout: 4000 }).toBe(200)
    await isWell('127.0.0.2')
    // All slow connections are still open, so the other request was served beside them.
    expect(await connections()).toBeGreaterThanOrEqual(200)
    for (const { isClosed } of await Promise.all(slow)) expect(isClosed).toBe(true)
  }, 20_000)

  test('above the most connections a new one is closed at once, and there is room again when one goes', async () => {
    fastify.server.maxConnections = 2
    const open = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.on('connect', resolve))))
    expect(await rawRequest(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toMatchObject({ status: 0, isClosed: true })
    for (const socket of open) socket.destroy()
    await pause(50)
    await isWell()
  })
})

describe('F-40: too much', () => {
  test('a body that says so: 413 before a byte of it is read, and the connection ends', async () => {
    const answer = await rawRequest(port, post('/json', json(10_000_000)))
    expect([answer.status, answer.isClosed]).toEqual([413, true])
    expect(codeOf(answer.body)).toBe('too_large')
  })

  test('a body that does not say so', async () => {
    const large = `10000\r\n${' '.repeat(65_536)}\r\n`
    const answer = await rawRequest(
      port,
      post('/json', 'Content-Type: application/json\r\nTransfer-Encoding: chunked', large.repeat(3)),
    )
    expect([answer.status, answer.isClosed]).toEqual([413, true])
    expect(seen).toEqual([])
  })

  test('exactly 64 KB are read', async () => {
    const body = `"${'x'.repeat(64 * 1024 - 2)}"`
    const answer = await rawRequest(port, post('/json', `${json(body.length)}\r\nConnection: close`, body))
    expect(answer.status).toBe(200)
    const one = `${body} `
    expect((await rawRequest(port, post('/json', json(one.length), one))).status).toBe(413)
  })

  test.each([
    ['a header of 32 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(32_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['10 000 headers', `GET / HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(10_000)}\r\n`, 431, 'headers_too_large'],
    ['an address of 16 KB', `GET /${'y'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'uri_too_long'],
    ['an address of 9 KB', `GET /${'y'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'uri_too_long'],
    ['a query of 9 KB', `GET /?q=${'y'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'uri_too_long'],
  ])('%s', async (_name, request, status, code) => {
    const answer = await rawRequest(port, request)
    expect([answer.status, codeOf(answer.body)]).toEqual([status, code])
    expect(answer.isClosed).toBe(true)
    await isWell()
  })

  test('the rest of a refused upload is read for a moment and then cut', async () => {
    const answer = await rawRequest(port, (socket) => {
      socket.write(post('/files', `Content-Type: ${multipartType}\r\nContent-Length: 90000000`))
      void trickle(socket, 'x'.repeat(500), 20)
    })
    expect([answer.status, answer.isClosed]).toEqual([413, true])
    expect(answer.ms).toBeLessThan(1500)
  })
})

describe('T-012, F-41: what is no HTTP, or could be read in two ways', () => {
  const body = '{"a":1}'
  const both = 'Content-Type: application/json\r\n'
  const corpus: [string, string][] = [
    ['length and chunks', post('/json', `${both}Content-Length: 6\r\nTransfer-Encoding: chunked`, '0\r\n\r\nGET /x')],
    ['chunks and length', post('/json', `${both}Transfer-Encoding: chunked\r\nContent-Length: 6`, '0\r\n\r\nGET /x')],
    ['two lengths', post('/json', `${both}Content-Length: 7\r\nContent-Length: 3`, body)],
    ['two lengths in one', post('/json', `${both}Content-Length: 7, 7`, body)],
    ['a length with a sign', post('/json', `${both}Content-Length: +7`, body)],
    ['a negative length', post('/json', `${both}Content-Length: -1`, body)],
    ['a length in hex', post('/json', `${both}Content-Length: 0x7`, body)],
    ['an empty length', post('/json', `${both}Content-Length: `, body)],
    ['a length too large for a number', post('/json', `${both}Content-Length: 99999999999999999999`, body)],
    ['chunked with a tail', post('/json', `${both}Transfer-Encoding: chunked, identity`, '0\r\n\r\n')],
    ['chunked in disguise', post('/json', `${both}Transfer-Encoding: xchunked`, '0\r\n\r\n')],
    ['a space before the colon', post('/json', `${both}Content-Length : 7`, body)],
    ['a folded header', post('/json', `${both}X: a\r\n b\r\nContent-Length: 7`, body)],
    ['a header that begins with a space', post('/json', `${both} Content-Length: 7`, body)],
    ['a bare line feed between headers', `POST /json HTTP/1.1\nHost: x\nContent-Length: 7\n\n${body}`],
    ['a bare carriage return', post('/json', `X: a\rContent-Length: 7`, body)],
    ['a NUL in a header', post('/json', `X: a\0b`, '')],
    ['a NUL in a header name', post('/json', `X\0: a`, '')],
    ['a NUL in the address', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space in the address', 'GET / x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['HTTP/2 in the clear', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a chunk size that is none', post('/json', `${both}Transfer-Encoding: chunked`, 'zz\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size beyond every number', post('/json', `${both}Transfer-Encoding: chunked`, `${'f'.repeat(40)}\r\n{}`)],
    ['a chunk longer than its size', post('/json', `${both}Transfer-Encoding: chunked`, '1\r\n{}{}{}\r\n0\r\n\r\n')],
    ['a chunk without its end', post('/json', `${both}Transfer-Encoding: chunked`, '2\n{}\n0\n\n')],
    ['half a letter as an address', 'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['bytes that are no UTF-8 as an address', 'GET /%c3%28 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ]

  test.each(corpus)('%s: refused, nothing handled, nothing smuggled', async (_name, request) => {
    const smuggled = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
    const { status, body: text, head, isClosed } = await rawRequest(port, `${request}${smuggled}`, 900)
    expect(seen).toEqual([])
    expect([400, 404]).toContain(status)
    // One answer and no second one; those that can be told from the next request may be followed by it.
    const isWhole = /%|Host: b/.test(request)
    expect({ isClosed, hasSecond: text.includes('HTTP/1.1') || text.includes('well') }).toEqual({
      isClosed: !isWhole,
      hasSecond: isWhole,
    })
    expect(head).not.toMatch(/node_modules|at .+:\d+/)
    await isWell()
  })

  test('plain rubbish of every kind never ends the server', async () => {
    const rubbish = Array.from({ length: 60 }, (_, index) =>
      Uint8Array.from({ length: 1 + index * 7 }, (__, at) => (at * 31 + index * 17 + at * at) % 256),
    )
    const answers = await Promise.all(rubbish.map((bytes) => rawRequest(port, bytes, 400)))
    expect(answers.every(({ status }) => [0, 400, 408, 431].includes(status))).toBe(true)
    await isWell()
  })
})

test('HOST=localhost is one listener, which is all that draining and the limits of connections see', async () => {
  const [ours, fastifys] = [
    createServer({ trustProxy: false }, createLog('silent')),
    createServer({ trustProxy: false }, createLog('silent')),
  ]
  await listen(ours, { host: 'localhost', port: 0 })
  await fastifys.listen({ host: 'localhost', port: 0 })
  expect(ours.addresses()).toEqual([ours.server.address()])
  // The control, where this machine knows its name in both families.
  expect(fastifys.addresses()).toHaveLength((await lookup('localhost', { all: true })).length)
  await Promise.all([ours.close(), fastifys.close()])
})

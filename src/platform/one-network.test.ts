import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
import { createServer, type ClientLimits } from './server.ts'
import type { TrustProxy } from './trust-proxy.ts'

/** What one network can take of a server: 127.0.0.2 wants everything, 127.0.0.3 is somebody else. */

let fastify: FastifyInstance
let port: number
let folder: string

async function start(limits: Partial<ClientLimits> = {}, trustProxy: TrustProxy = false) {
  await fastify?.close()
  fastify = createServer({ trustProxy }, createLog('silent'), { discardMs: 300, checkMs: 20, ...limits })
  const incoming = new IncomingFiles(folder, { leastBytes: 1000, windowMs: 300 })
  fastify.get('/', async () => ({ is: 'well' }))
  fastify.get('/held', async () => held.promise)
  fastify.post('/files', multipartRoute, async (request, reply) => {
    const files = { field: 'files', files: 2, fileBytes: 1_000_000 }
    const received = await incoming.receive(request, files, async (list) => list.length)
    return received instanceof Refusal ? sendProblem(reply, received) : received
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (fastify.server.address() as AddressInfo).port
}

/** What /held waits for. */
let held: PromiseWithResolvers<object>

beforeEach(async () => {
  held = Promise.withResolvers()
  folder = mkdtempSync(join(tmpdir(), 'vanfare-incoming-'))
  await start()
})
afterEach(async () => {
  await fastify.close()
  rmSync(folder, { recursive: true, force: true })
})

const connections = () =>
  new Promise<number>((resolve) => fastify.server.getConnections((_error, count) => resolve(count)))
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
const isWell = async (from: string) => expect((await rawRequest(port, get('/'), 3000, from)).status).toBe(200)
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`

describe('one network that wants every connection', () => {
  const open = async (count: number, from: string): Promise<Socket[]> => {
    const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress: from }))
    for (const socket of sockets) socket.on('error', () => undefined)
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    return sockets
  }
  const close = (sockets: Socket[]) => {
    for (const socket of sockets) socket.destroy()
  }
  test('has no more than its share; those it only holds open make room for its own new ones', async () => {
    await start({ maxConnections: 30, maxConnectionsEach: 10 })
    const taken = await open(40, '127.0.0.2')
    await expect.poll(connections).toBe(10)
    // Only the newest connections of the network remain, so that it can still be served itself.
    await isWell('127.0.0.2')
    await isWell('127.0.0.3')
    close(taken)
    await expect.poll(connections).toBe(0)
  })

  test('control: without a share, nobody else gets in', async () => {
    await start({ maxConnections: 30, maxConnectionsEach: 30 })
    const taken = await open(30, '127.0.0.2')
    await expect.poll(connections).toBe(30)
    expect((await rawRequest(port, get('/'), 500, '127.0.0.3')).status).toBe(0)
    close(taken)
  })

  test('what is being answered is never cut for it: then the new one is', async () => {
    await start({ maxConnectionsEach: 5 })
    const busy = Array.from({ length: 5 }, () => rawRequest(port, get('/held'), 10_000))
    await expect.poll(connections).toBe(5)
    await pause(100)
    expect(await rawRequest(port, get('/'))).toMatchObject({ status: 0, isClosed: true })
    held.resolve({ is: 'done' })
    expect((await Promise.all(busy)).map(({ status }) => status)).toEqual(Array(5).fill(200))
  })

  test.each([[1], [['127.0.0.2']], [['127.0.0.0/29']]])('TRUST_PROXY %j: a proxy brings everybody’s', async (trust) => {
    await start({ maxConnections: 30, maxConnectionsEach: 5 }, trust)
    const taken = await open(20, '127.0.0.2')
    await expect.poll(connections).toBe(20)
    close(taken)
  })

  test('whoever is not that proxy is counted', async () => {
    await start({ maxConnections: 30, maxConnectionsEach: 5 }, ['127.0.0.9'])
    const taken = await open(20, '127.0.0.2')
    await expect.poll(connections).toBe(5)
    close(taken)
  })
})

describe('slow uploads', () => {
  const start = '------vanfare-test-boundary\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\n'
  const slowly = (from: string) =>
    rawRequest(
      port,
      async (socket) => {
        socket.write(post('/files', `Content-Type: ${multipartType}\r\nTransfer-Encoding: chunked`))
        socket.write(chunk(start))
        for (let round = 0; round < 12 && !socket.destroyed; round++) {
          socket.write(chunk('x'.repeat(2000)))
          await pause(100)
        }
      },
      1200,
      from,
    )
  const quickly = (from: string) => {
    const body = `${chunk(start)}${chunk('x\r\n------vanfare-test-boundary--\r\n')}0\r\n\r\n`
    const headers = `Content-Type: ${multipartType}\r\nConnection: close\r\nTransfer-Encoding: chunked`
    return rawRequest(port, post('/files', headers, body), 3000, from)
  }

  test('40 of one network take no more than its share of the places, and others upload meanwhile', async () => {
    const flood = Array.from({ length: 40 }, () => slowly('127.0.0.2'))
    await pause(300)
    expect((await quickly('127.0.0.3')).status).toBe(200)
    const own = await quickly('127.0.0.2')
    expect([own.status, JSON.parse(own.body)]).toMatchObject([429, { code: 'too_fast' }])
    await isWell('127.0.0.2')
    const refused = (await Promise.all(flood)).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(40 - INCOMING.maxRequestsEach)
    expect(refused.every(({ head }) => /retry-after: 10/i.test(head))).toBe(true)
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })
})

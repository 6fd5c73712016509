import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startAskers, type Outcome } from '#test/support/askers.ts'
import { createDraining, type Draining } from './draining.ts'
import { createLog } from './log.ts'
import { createServer } from './server.ts'

describe('a server that stops', () => {
  let fastify: FastifyInstance
  let draining: Draining
  let port: number
  let slow: PromiseWithResolvers<object>

  beforeEach(async () => {
    slow = Promise.withResolvers()
    fastify = createServer({ trustProxy: false }, createLog('silent'))
    draining = createDraining(fastify, { quietMs: 300, farewellMs: 100, mostMs: 5000 })
    fastify.get('/', async () => ({ is: 'well' }))
    fastify.get('/slow', async () => slow.promise)
    await fastify.listen({ port: 0, host: '127.0.0.1' })
    port = (fastify.server.address() as AddressInfo).port
  })
  afterEach(() => fastify.close())

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

  /** A connection, and what has come on it so far. */
  async function open() {
    const socket = connect(port, '127.0.0.1')
    const state = { text: '', isClosed: false, error: '' }
    socket.on('data', (chunk) => (state.text += chunk.toString()))
    socket.on('error', (error: NodeJS.ErrnoException) => (state.error = error.code ?? ''))
    socket.on('close', () => (state.isClosed = true))
    await once(socket, 'connect')
    return { socket, state }
  }

  /** One answer, after which the connection is idle. */
  async function openIdle() {
    const { socket, state } = await open()
    socket.write(get('/'))
    await expect.poll(() => state.text).toContain('well')
    expect(state.text).not.toMatch(/connection: close/i)
    state.text = ''
    return { socket, state }
  }

  test('answers whoever asks again on an open connection, and says that it was the last time', async () => {
    const { socket, state } = await openIdle()
    const drained = draining.drain()
    await pause(100)
    expect(draining.isDraining).toBe(true)
    socket.write(get('/'))
    await expect.poll(() => state.isClosed).toBe(true)
    expect([state.error, state.text]).toEqual([
      '',
      expect.stringMatching(/^HTTP\/1\.1 200 [^]+connection: close[^]+well/i),
    ])
    await drained
  })

  test('control: Node’s own close has cut that connection', async () => {
    const { socket, state } = await openIdle()
    void fastify.close()
    await pause(100)
    if (!socket.destroyed) socket.write(get('/'))
    await expect.poll(() => state.isClosed).toBe(true)
    expect(state.text).toBe('')
  })

  test('finishes what it had begun, with the same word', async () => {
    const { socket, state } = await open()
    socket.write(get('/slow'))
    await pause(50)
    const drained = draining.drain()
    await pause(600)
    expect(state.isClosed).toBe(false)
    slow.resolve({ is: 'done' })
    await drained
    await expect.poll(() => state.text).toMatch(/connection: close[^]+done/i)
  })

  test('waits for a request whose beginning has come', async () => {
    const { socket, state } = await openIdle()
    const drained = draining.drain()
    for (const part of get('/').match(/[^]{1,4}/g) ?? []) {
      socket.write(part)
      await pause(60)
    }
    await expect.poll(() => state.text).toMatch(/connection: close[^]+well/i)
    await drained
  })

  test('closes a connection on which nobody asks any more, and lets nobody new in', async () => {
    const { state } = await openIdle()
    await draining.drain()
    await expect.poll(() => [state.isClosed, state.error]).toEqual([true, ''])
    const late = connect(port, '127.0.0.1')
    const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
  })

  test('does not wait for ever', async () => {
    await fastify.close()
    fastify = createServer({ trustProxy: false }, createLog('silent'))
    draining = createDraining(fastify, { mostMs: 200 })
    fastify.get('/slow', async () => slow.promise)
    await fastify.listen({ port: 0, host: '127.0.0.1' })
    port = (fastify.server.address() as AddressInfo).port
    const { socket, state } = await open()
    socket.write(get('/slow'))
    await pause(50)
    await draining.drain()
    await expect.poll(() => state.isClosed).toBe(true)
    slow.resolve({})
  })
})

describe('a process that is told to stop under load', () => {
  const script = fileURLToPath(new URL('../../test/support/stopping-server.ts', import.meta.url))

  async function stopUnderLoad(env: Record<string, string> = {}): Promise<Outcome> {
    const child = fork(script, { env: { ...process.env, ...env } })
    const [port] = (await once(child, 'message')) as [number]
    const ended = once(child, 'exit')
    const origin = `http://127.0.0.1:${port}`
    const askers = startAskers({ origin, paths: ['/quick', '/slow'], count: 40, restMs: 10 })
    await expect.poll(() => askers.outcome.answered, { timeout: 10_000 }).toBeGreaterThan(200)
    child.kill('SIGTERM')
    await askers.done
    expect((await ended)[0]).toBe(0)
    return askers.outcome
  }

  test('resets nobody in ten stops', { timeout: 90_000 }, async () => {
    const outcomes: Outcome[] = []
    for (let stop = 0; stop < 10; stop++) outcomes.push(await stopUnderLoad())
    expect(outcomes.map(({ reset, refused }) => reset + refused)).toEqual(Array(10).fill(0))
    expect(outcomes.every(({ notConnected }) => notConnected === 40)).toBe(true)
  })

  test('control: without it, some are', { timeout: 90_000 }, async () => {
    let lost = 0
    for (let stop = 0; stop < 10 && lost === 0; stop++) {
      const { reset, refused } = await stopUnderLoad({ CARELESS: '1' })
      lost += reset + refused
    }
    expect(lost).toBeGreaterThan(0)
  })
})

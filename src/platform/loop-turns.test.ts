import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { spreadOverTurns } from './loop-turns.ts'

let fastify: FastifyInstance
afterEach(() => fastify.close())

/**
 * Counts the requests of 127.0.0.2 that begin in the fullest turn of the event loop, while it sends `count` at once.
 */
async function fullestTurn(most: number, count: number): Promise<number> {
  fastify = Fastify({ forceCloseConnections: true })
  spreadOverTurns(fastify, most)
  let [inThisTurn, fullest] = [0, 0]
  fastify.get('/work', async () => {
    if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0))
    inThisTurn += 1
    fullest = Math.max(fullest, inThisTurn)
    return { is: 'done' }
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/work', localAddress: '127.0.0.2', agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      }).on('error', reject)
    })
  for (let round = 0; round < 3; round++) {
    // Written in one go, over connections that are open after the first round: the server reads them together.
    const statuses = await Promise.all(Array.from({ length: count }, ask))
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  agent.destroy()
  return fullest
}

test('of many requests of one network a few begin in a turn, and all are answered', async () => {
  // What this test counts as one turn may hold the end of one and the beginning of the next.
  expect(await fullestTurn(4, 60)).toBeLessThanOrEqual(8)
})

test('control: without it they begin together', async () => {
  expect(await fullestTurn(1000, 60)).toBeGreaterThan(8)
})

test('calls within the process wait for no turn', async () => {
  fastify = Fastify()
  spreadOverTurns(fastify, 1)
  fastify.get('/work', async () => ({ is: 'done' }))
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await fastify.inject('/work')))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
})

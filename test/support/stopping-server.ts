// A server that is told to stop while it is asked: run as a process of its own by src/platform/draining.test.ts.
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createDraining } from '#platform/draining.ts'
import { createLog } from '#platform/log.ts'
import { createServer } from '#platform/server.ts'

const fastify = createServer({ trustProxy: false }, createLog('silent'))
const draining = createDraining(fastify)
fastify.get('/quick', async () => ({ is: 'well' }))
fastify.get('/slow', async () => pause(40, { is: 'well' }))
process.once('SIGTERM', () => {
  // The control: Node's own way, which cuts whoever is idle at that moment.
  const drained = process.env['CARELESS'] ? Promise.resolve() : draining.drain()
  void drained.then(() => fastify.close()).then(() => process.exit(0))
})
await fastify.listen({ port: 0, host: '127.0.0.1' })
process.send?.((fastify.server.address() as AddressInfo).port)

import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './rate-limit.ts'

/** Of one network, in one turn of the event loop; each costs a fraction of a millisecond. */
const mostEach = 16

/**
 * A hundred requests of one network that are read together would all be answered before anybody else's is even read, and before the
 * next connection is taken in, of which there is one a turn. So each network begins a few in a turn; the others come in the next.
 */
export function spreadOverTurns(fastify: FastifyInstance, most = mostEach): void {
  const begun = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  let isScheduled = false
  const schedule = () => {
    if (!isScheduled) setImmediate(nextTurn)
    isScheduled = true
  }
  const nextTurn = () => {
    isScheduled = false
    begun.clear()
    for (const [network, list] of waiting) {
      const next = list.splice(0, most)
      begun.set(network, next.length)
      if (list.length === 0) waiting.delete(network)
      for (const go of next) go()
    }
    if (begun.size > 0) schedule()
  }
  fastify.addHook('onRequest', (request, _reply, done) => {
    // What a page asks for within the process was let in with the page.
    if (!(request.raw.socket instanceof Socket) || request.url === '/healthz') return done()
    const network = networkOf(request.ip)
    const count = begun.get(network) ?? 0
    schedule()
    if (count < most) {
      begun.set(network, count + 1)
      return done()
    }
    const list = waiting.get(network)
    if (list) list.push(done)
    else waiting.set(network, [done])
  })
}

import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './rate-limit.ts'

/** Requests of one network begun in one turn of the event loop; each takes a fraction of a millisecond. */
const mostEach = 16

/**
 * If a network sends a hundred requests at once, all would be answered before anybody else's is read, and before the next connection
 * is accepted, which happens once per turn. So each network starts a few per turn; the rest follow in later turns.
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
      for (const resume of next) resume()
    }
    if (begun.size > 0) schedule()
  }
  fastify.addHook('onRequest', (request, _reply, done) => {
    // API calls from within the process were admitted with their page.
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

/** How long work may go on before others get their turn: well below the 10 ms after which they would feel it. */
const TURN_MS = 4

/**
 * For work of many small steps: asked after each, it answers undefined, or after a few milliseconds what to wait for, so that other
 * requests run.
 */
export function turnsOf(milliseconds = TURN_MS): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < milliseconds) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now()
        resolve()
      }),
    )
  }
}

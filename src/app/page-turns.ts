import type { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import type { Clock } from '#platform/clock.ts'
import { noRoom, type FairQueue } from '#platform/fair-queue.ts'
import { everything, networkOf, type RateLimiter } from '#platform/rate-limit.ts'

/** Makes a page when it is its turn, or says why not. Files, pages from the cache and redirects cost too little to be asked about. */
export type PageTurns = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<T>,
) => Promise<T | Refusal>

export interface PageTurnsParts {
  limiter: RateLimiter
  clock: Clock
  isOverloaded: (request: FastifyRequest) => boolean
  queue: FairQueue
  pace: Pace
}

/** Waits until the next piece of heavy work may begin. */
export type Pace = () => Promise<void>

/** A page counts like a call of the API: against the limit of its network, and while the database is behind not at all. */
export function createPageTurns({ limiter, clock, isOverloaded, queue, pace }: PageTurnsParts): PageTurns {
  return async (request, reply, make) => {
    const network = networkOf(request.ip)
    const tooFast = limiter.spend(everything, network, clock.now().getTime())
    if (tooFast) return tooFast
    if (isOverloaded(request)) return refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 })
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const begin = async () => {
      await pace()
      return make()
    }
    const made = await queue.run(network, begin, left.signal)
    return made === noRoom ? refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 }) : made
  }
}

/** So many connections are let in before the next piece at the most, or pages would never be made while they come. */
const mostLetIn = 20

/**
 * Finding out what a page shows, and drawing it, hold the thread for some milliseconds at a stretch. One such piece begins at a time,
 * and between any two of them the event loop turns and everybody else is answered, however many pages wait. It takes in one new
 * connection a turn, so it goes on turning until no more are at the door: each would wait a whole piece longer than the one before.
 */
export function createPace(server: EventEmitter): Pace {
  const waiting: (() => void)[] = []
  let connections = 0
  server.on('connection', () => (connections += 1))
  const next = async () => {
    while (waiting.length > 0) {
      for (let turns = 0, before = -1; turns <= mostLetIn && before !== connections; turns++) {
        before = connections
        await turn()
      }
      waiting.shift()?.()
    }
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) void next()
    })
}

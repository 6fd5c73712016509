import type { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import type { Clock } from '#platform/clock.ts'
import { noRoom, type FairQueue } from '#platform/fair-queue.ts'
import { everything, networkOf, type RateLimiter } from '#platform/rate-limit.ts'

/** Renders a page when its turn comes, or answers why not. Files, cached pages and redirects are too cheap to need a turn. */
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

/** A page counts like an API call: against its network's limit, and not at all while the database is overloaded. */
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

/** The most connections accepted between two pieces of work; without a limit, a stream of new ones would hold up all pages. */
const mostLetIn = 20

/**
 * Loading a page's data and rendering it block the thread for some milliseconds each. Only one such piece begins at a time, with
 * turns of the event loop in between, so that other requests are answered however many pages wait. Node accepts one new connection
 * per turn, so the turns continue until no more arrive.
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

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

/**
 * Finding out what a page shows, and drawing it, hold the thread for some milliseconds at a stretch. Here one such piece begins in each
 * turn of the event loop, so that between any two of them everybody else is answered, however many wait.
 */
export function createPace(): Pace {
  const waiting: (() => void)[] = []
  const next = () => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(next)
    })
}

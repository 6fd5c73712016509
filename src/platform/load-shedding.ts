import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commonRefusals, refuse, type RefusalKind } from '#shared/endpoint.ts'
import type { FairQueueLimits } from './fair-queue.ts'
import { networkOf } from './rate-limit.ts'
import { sendProblem } from './serve.ts'

/** What one process takes on at one time. Nothing of it grows with the factor of the rate limits: a test that wants other numbers says so. */
export interface LoadLimits {
  /** Queries that wait for a connection to the database before new requests are turned away. */
  maxWaiting: number
  /** Requests of the API being worked on at one time; uploads have a limit of their own (multipart.ts). */
  maxInFlight: number
  /** Of these, from one network: whoever sends bodies slowly holds their own places and not everybody's. */
  maxInFlightEach: number
  /** Pages being made at one time. */
  pages: FairQueueLimits
}

export const LOAD_LIMITS: LoadLimits = {
  maxWaiting: 100,
  maxInFlight: 400,
  maxInFlightEach: 100,
  pages: { room: 16, roomEach: 4, waiting: 400, waitingEach: 32, patienceMs: 5000 },
}

/** What is left for those who book, confirm or log in when everybody else only looks. */
const shareOfReads = 0.8

const shareOf = ({ method }: FastifyRequest) => (method === 'GET' || method === 'HEAD' ? shareOfReads : 1)

/** Whether so much waits for the database that a request like this is better turned away. */
export const overloadOf =
  (waiting: () => number, { maxWaiting }: LoadLimits) =>
  (request: FastifyRequest): boolean =>
    waiting() >= maxWaiting * shareOf(request)

/**
 * Above these numbers a request of the API is answered at once with 503 and when to come back: whoever is let in is served in
 * reasonable time, and whoever is not knows it. Health is not part of the API and always answers; pages have a queue (page-turns.ts).
 */
export function shedLoad(fastify: FastifyInstance, waiting: () => number, limits: LoadLimits): void {
  const isOverloaded = overloadOf(waiting, limits)
  const inFlightOf = new Map<string, number>()
  let inFlight = 0
  const refusalFor = (request: FastifyRequest, network: string): RefusalKind | undefined => {
    if (isOverloaded(request) || inFlight >= limits.maxInFlight * shareOf(request)) return commonRefusals.unavailable
    return (inFlightOf.get(network) ?? 0) >= limits.maxInFlightEach ? commonRefusals.tooFast : undefined
  }
  const count = (network: string, by: 1 | -1) => {
    inFlight += by
    const now = (inFlightOf.get(network) ?? 0) + by
    if (now === 0) inFlightOf.delete(network)
    else inFlightOf.set(network, now)
  }
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isStream && isOverloaded(request)) return sendProblem(reply, busy(), request.id)
    if (!isCounted(request)) return undefined
    const network = networkOf(request.ip)
    const kind = refusalFor(request, network)
    if (kind) return sendProblem(reply, refuse(kind, { retryAfterSeconds: 1 }), request.id)
    count(network, 1)
    reply.raw.once('close', () => count(network, -1))
    return undefined
  })
}

const busy = () => refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 })

/** An open stream is nobody's work; how many there may be, event-streams.ts says. */
const isCounted = ({ url, routeOptions: { config } }: FastifyRequest) =>
  url.startsWith('/api/') && !config.takesFiles && !config.isStream

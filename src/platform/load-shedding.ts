import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commonRefusals, refuse, type RefusalKind } from '#shared/endpoint.ts'
import type { FairQueueLimits } from './fair-queue.ts'
import type { ShareLimits } from './pool-shares.ts'
import { networkOf } from './rate-limit.ts'
import { ROW_LIMITS, type RowLimits } from './row-turns.ts'
import { sendProblem } from './serve.ts'

/** What one process handles at the same time. The rate limit factor does not apply here; a test that needs other numbers sets them. */
export interface LoadLimits {
  /** Queries waiting for a database connection, above which new requests are turned away; few are counted of each network. */
  maxWaiting: number
  /** API requests in progress; uploads have their own limit (multipart.ts). */
  maxInFlight: number
  /** Requests in flight for one network, so that a client sending bodies slowly occupies only its own places. */
  maxInFlightEach: number
  /** Pages being rendered at the same time. */
  pages: FairQueueLimits
  /** Connections of the pool, which has ten. */
  connections: ShareLimits
  /** Calls that wait for a row that another one has locked. */
  rows: RowLimits
}

export const LOAD_LIMITS: LoadLimits = {
  maxWaiting: 300,
  maxInFlight: 400,
  maxInFlightEach: 100,
  pages: { room: 16, roomEach: 4, waiting: 400, waitingEach: 32, patienceMs: 5000 },
  connections: {
    people: { room: Infinity, roomEach: 4, waiting: Infinity, waitingEach: 40, patienceMs: 2000 },
    networks: { room: 10, roomEach: 7, waiting: 1000, waitingEach: 100, patienceMs: 2000 },
  },
  rows: ROW_LIMITS,
}

/** Share of the capacity that reads may use; the rest is reserved for booking, confirming and logging in. */
const shareOfReads = 0.8

/** With fewer requests in progress than this, a network may use the reserve above the limit. */
const FEW = 5
const RESERVE = 1.5

const shareOf = ({ method }: FastifyRequest) => (method === 'GET' || method === 'HEAD' ? shareOfReads : 1)

/** Whether the database is so far behind that a request like this should be turned away. */
export const overloadOf =
  (waiting: () => number, { maxWaiting }: LoadLimits) =>
  (request: FastifyRequest): boolean =>
    waiting() >= maxWaiting * shareOf(request)

/**
 * Above these limits an API request is answered at once with 503 and when to retry, so that admitted requests are served in
 * reasonable time. Health checks always answer; pages have a queue (page-turns.ts).
 */
export function shedLoad(fastify: FastifyInstance, waiting: () => number, limits: LoadLimits): void {
  const isOverloaded = overloadOf(waiting, limits)
  const inFlightOf = new Map<string, number>()
  let inFlight = 0
  const refusalFor = (request: FastifyRequest, network: string): RefusalKind | undefined => {
    const own = inFlightOf.get(network) ?? 0
    if (own >= limits.maxInFlightEach) return commonRefusals.tooFast
    // Clients with few requests have a reserve, so that a crowd crowds out itself and not its neighbours.
    const room = limits.maxInFlight * (own < FEW ? RESERVE : 1)
    if (isOverloaded(request)) return commonRefusals.unavailable
    if (inFlight < room * shareOf(request)) return undefined
    return own < FEW ? commonRefusals.unavailable : commonRefusals.tooFast
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

/** An open stream is not a request in progress; event-streams.ts limits how many there are. */
const isCounted = ({ url, routeOptions: { config } }: FastifyRequest) =>
  url.startsWith('/api/') && !config.takesFiles && !config.isStream

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { sendProblem } from './serve.ts'

export interface LoadLimits {
  /** Queries that wait for a connection to the database before new requests are turned away. */
  maxWaiting: number
  /** Requests being worked on at one time; uploads have a limit of their own (multipart.ts). */
  maxInFlight: number
}

export const LOAD_LIMITS: LoadLimits = { maxWaiting: 100, maxInFlight: 400 }

/** What is left for those who book, confirm or log in when everybody else only looks. */
const shareOfReads = 0.8

/**
 * Above these numbers a request of the API is answered at once with 503 and when to come back: whoever is let in is served in
 * reasonable time, and whoever is not knows it. Health is not part of the API and always answers.
 */
export function shedLoad(fastify: FastifyInstance, waiting: () => number, limits: LoadLimits): void {
  let inFlight = 0
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request)) return undefined
    const share = request.method === 'GET' || request.method === 'HEAD' ? shareOfReads : 1
    if (waiting() >= limits.maxWaiting * share || inFlight >= limits.maxInFlight * share) {
      return sendProblem(reply, refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 }), request.id)
    }
    inFlight += 1
    reply.raw.once('close', () => (inFlight -= 1))
    return undefined
  })
}

const isCounted = ({ url, routeOptions }: FastifyRequest) => url.startsWith('/api/') && !routeOptions.config.takesFiles

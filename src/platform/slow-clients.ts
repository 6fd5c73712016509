import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { sendProblem } from './serve.ts'

/** How long a caller may take, in milliseconds. Uploads also have a minimum rate (multipart.ts). */
export interface ClientLimits {
  /** For all headers to arrive. */
  headersMs: number
  /** For the whole of a JSON body or a form to arrive. */
  bodyMs: number
  /** For any request to arrive: a slow phone may be sending ten photos. */
  requestMs: number
  /** Without a byte in either direction, for instance because the caller does not read the answer. */
  idleMs: number
  /** Between two requests on one connection. */
  keepAliveMs: number
  /** For the rest of a refused body that is still arriving; then the connection is closed. */
  discardMs: number
  /** How often Node checks for connections that have run out of time. */
  checkMs: number
  maxConnections: number
  /** Of these, from one network; not counted for trusted proxies, which carry everybody's. */
  maxConnectionsEach: number
  /** Characters of an address with its query. */
  maxUrl: number
  /** Bytes of the request line and headers together. */
  maxHeadBytes: number
}

const seconds = (count: number) => count * 1000

export const CLIENT_LIMITS: ClientLimits = {
  headersMs: seconds(8),
  bodyMs: seconds(10),
  requestMs: seconds(120),
  idleMs: seconds(130),
  keepAliveMs: seconds(65),
  discardMs: seconds(5),
  checkMs: seconds(1),
  maxConnections: 2000,
  maxConnectionsEach: 200,
  maxUrl: 8000,
  maxHeadBytes: 16 * 1024,
}

/** Timeouts that Node and Fastify lack: for slow bodies, the rest of refused ones, and overlong addresses. */
export function limitSlowClients(fastify: FastifyInstance, limits: ClientLimits): void {
  fastify.server.maxConnections = limits.maxConnections
  fastify.addHook('onRequest', async (request, reply) => {
    if (hasBody(request) && !request.routeOptions.config.takesFiles) watchBody(request, reply, limits.bodyMs)
    if (request.url.length <= limits.maxUrl) return undefined
    return sendProblem(reply.header('connection', 'close'), refuse(commonRefusals.uriTooLong), request.id)
  })
  fastify.addHook('onResponse', async (request) => discardRest(request, limits.discardMs))
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

function watchBody(request: FastifyRequest, reply: FastifyReply, bodyMs: number): void {
  const timer = setTimeout(() => {
    if (request.raw.complete || reply.sent) return
    void sendProblem(reply.header('connection', 'close'), refuse(commonRefusals.tooSlow), request.id)
  }, bodyMs)
  const stop = () => clearTimeout(timer)
  request.raw.once('end', stop).once('close', stop)
}

/** The caller may still be sending: keep reading for a while, so that the refusal reaches it. */
function discardRest({ raw }: FastifyRequest, discardMs: number): void {
  // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare -- undefined where a call comes from within the process
  if (raw.complete !== false) return
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.socket.destroy(), discardMs)
  const stop = () => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { sendProblem } from './serve.ts'

/** How long a caller may take for what; milliseconds. Uploads have a least rate besides (multipart.ts). */
export interface ClientLimits {
  /** Until the last header has come. */
  headersMs: number
  /** Until the last byte of a JSON body or a form has come. */
  bodyMs: number
  /** Until the last byte of any request has come: a slow phone sends ten photos. */
  requestMs: number
  /** Without a byte in either direction: whoever asks and does not read the answer. */
  idleMs: number
  /** Between two requests on one connection. */
  keepAliveMs: number
  /** For the rest of a body that was refused while it was still coming; after that the connection is cut. */
  discardMs: number
  /** How often Node looks for connections that are over their time. */
  checkMs: number
  maxConnections: number
  /** Of these, from one network; a proxy that we trust brings everybody's and is not counted. */
  maxConnectionsEach: number
  /** Characters of an address with its query. */
  maxUrl: number
  /** Bytes of a request's first line and headers together. */
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

/** What Node and Fastify do not do by themselves: give up on a slow body, on the rest of a refused one, and on long addresses. */
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

/** The caller may still be sending: read on for a while, so that the refusal reaches it, but not for ever. */
function discardRest({ raw }: FastifyRequest, discardMs: number): void {
  // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare -- undefined where a call comes from within the process
  if (raw.complete !== false) return
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.socket.destroy(), discardMs)
  const stop = () => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

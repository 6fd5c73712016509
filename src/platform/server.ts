import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type ConnectionError, type FastifyInstance } from 'fastify'
import { commonRefusals, refuse, type RefusalKind } from '#shared/endpoint.ts'
import type { Config } from './config.ts'
import { limitConnections } from './connection-limits.ts'
import { logFailure, problemOf, refusalFor } from './errors.ts'
import type { Log } from './log.ts'
import { acceptMultipart } from './multipart.ts'
import { sendProblem } from './serve.ts'
import { CLIENT_LIMITS, limitSlowClients, type ClientLimits } from './slow-clients.ts'
import { isTrustedPeer } from './trust-proxy.ts'

/** The HTTP server before any route: what it reads, how long it waits, and one form for every refusal. */
export function createServer(
  config: Pick<Config, 'trustProxy'>,
  log: Log,
  overrides: Partial<ClientLimits> = {},
): FastifyInstance {
  const limits = { ...CLIENT_LIMITS, ...overrides }
  const fastify = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.idleMs,
    handlerTimeout: 60_000,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.maxHeadBytes,
    },
    trustProxy: trustedProxies(config),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // Ours is a problem+json like every other refusal.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: true,
    clientErrorHandler: (error, socket) => refuseUnread(error, socket, limits),
    // No hook runs for these.
    frameworkErrors: (error, request, reply) =>
      void sendProblem(reply.headers(strictHeaders), refusalFor(error), request.id),
  })
  fastify.removeContentTypeParser('text/plain')
  acceptMultipart(fastify)
  // The contract objects validate; Fastify's own schemas are not used.
  fastify.setValidatorCompiler(() => () => true)
  fastify.setErrorHandler((error, request, reply) => {
    const refused = refusalFor(error)
    logFailure(log, error, refused, { route: request.routeOptions.url ?? 'none', request_id: request.id })
    return sendProblem(reply, refused, request.id)
  })
  fastify.setNotFoundHandler((request, reply) => sendProblem(reply, refuse(commonRefusals.notFound), request.id))
  refuseWhileClosing(fastify)
  fastify.addHook('onRequest', async (request, reply) => {
    // Node takes the first; whoever stands before us might take the second (RFC 9112 §3.2).
    const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name))
    return hosts.length > 1 ? sendProblem(reply, refuse(commonRefusals.malformed), request.id) : undefined
  })
  limitSlowClients(fastify, limits)
  limitConnections(fastify.server, limits.maxConnectionsEach, isTrustedPeer(config.trustProxy))
  return fastify
}

/** For whatever is no page of ours: nothing is loaded, framed, sniffed or told. */
export const strictHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
} as const

/** What still arrives on an open connection while the server stops: whoever asks again is answered by the next one. */
function refuseWhileClosing(fastify: FastifyInstance): void {
  let isClosing = false
  fastify.addHook('preClose', async () => {
    isClosing = true
  })
  fastify.addHook('onRequest', async (request, reply) =>
    isClosing
      ? sendProblem(reply, refuse(commonRefusals.unavailable, { retryAfterSeconds: 2 }), request.id)
      : undefined,
  )
}

/** So many hops in front of us, or exact addresses: whatever else a caller writes into X-Forwarded-For is not believed. */
/**
 * At one address: for the name `localhost` Fastify would open a second listener, which neither draining nor the bound on connections
 * knows of.
 */
export const listen = (fastify: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> =>
  fastify.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host })

function trustedProxies({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}

/** What never became a request: it is not HTTP, too long, or did not come in time. The answer is the last thing on the connection. */
function refuseUnread(error: ConnectionError, socket: Socket, limits: ClientLimits): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  // Its type says something else, but what Node gives is the last bytes it read.
  const last: unknown = error.rawPacket
  const kind = kindOf(error.code, Buffer.isBuffer(last) ? last : undefined, limits)
  const body = JSON.stringify(problemOf(refuse(kind)))
  const head = [
    `HTTP/1.1 ${kind.status} ${STATUS_CODES[kind.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

function kindOf(code: string, packet: Buffer | undefined, { maxUrl }: ClientLimits): RefusalKind {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return commonRefusals.tooSlow
  if (code !== 'HPE_HEADER_OVERFLOW') return commonRefusals.malformed
  const lineEnd = packet?.indexOf('\r\n') ?? 0
  return lineEnd === -1 || lineEnd > maxUrl ? commonRefusals.uriTooLong : commonRefusals.headersTooLarge
}

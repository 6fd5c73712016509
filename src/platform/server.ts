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

/** The HTTP server before any routes: what it accepts, its timeouts, and one format for every refusal. */
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
    // We answer with problem+json instead, like every other refusal.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: true,
    clientErrorHandler: (error, socket) => refuseUnread(error, socket, limits),
    // Hooks do not run for these.
    frameworkErrors: (error, request, reply) =>
      void sendProblem(reply.headers(strictHeaders), refusalFor(error), request.id),
  })
  fastify.removeContentTypeParser('text/plain')
  acceptMultipart(fastify)
  // The contract validates; Fastify's own schemas are not used.
  fastify.setValidatorCompiler(() => () => true)
  fastify.setErrorHandler((error, request, reply) => {
    const refused = refusalFor(error)
    logFailure(log, error, refused, { route: request.routeOptions.url ?? 'none', request_id: request.id })
    return sendProblem(reply, refused, request.id)
  })
  fastify.setNotFoundHandler((request, reply) => sendProblem(reply, refuse(commonRefusals.notFound), request.id))
  refuseWhileClosing(fastify)
  fastify.addHook('onRequest', async (request, reply) => {
    // Node uses the first; a proxy in front of us might use the second (RFC 9112 §3.2).
    const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name))
    return hosts.length > 1 ? sendProblem(reply, refuse(commonRefusals.malformed), request.id) : undefined
  })
  limitSlowClients(fastify, limits)
  limitConnections(fastify.server, limits.maxConnectionsEach, isTrustedPeer(config.trustProxy))
  return fastify
}

/** For everything that is not one of our pages: no loading, framing, sniffing or referrers. */
export const strictHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
} as const

/** While the server stops, requests on open connections are refused; the client's retry reaches another process. */
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

/** Uses one address: for `localhost` Fastify would open a second listener, unknown to draining and the connection limit. */
export const listen = (fastify: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> =>
  fastify.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host })

/** Trusts so many hops in front of us, or exact addresses; anything else in X-Forwarded-For is ignored. */
function trustedProxies({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}

/** For bytes that never became a request: not HTTP, too long, or too late. The connection closes after the answer. */
function refuseUnread(error: ConnectionError, socket: Socket, limits: ClientLimits): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  // Declared otherwise, but Node passes the last bytes it read.
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

import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type ConnectionError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { commonRefusals, refuse, type RefusalKind } from '#shared/endpoint.ts'
import type { Config } from './config.ts'
import { logFailure, problemOf, refusalFor } from './errors.ts'
import type { Log } from './log.ts'
import { acceptMultipart } from './multipart.ts'
import { networkOf } from './rate-limit.ts'
import { sendProblem } from './serve.ts'
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
    keepAliveTimeout: limits.connectionKeepAliveMs,
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

/** Trusts a number of hops in front of us, or exact addresses; anything else in X-Forwarded-For is ignored. */
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

/**
 * Limits the connections of one network. A further one replaces the network's oldest connection without a request in progress: an
 * office full of browsers never notices, and somebody hoarding connections only loses their own.
 */
function limitConnections(server: Server, most: number, isExempt: (address: string) => boolean): void {
  const networks = new Map<string, Set<Socket>>()
  const busy = new WeakMap<Socket, number>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    response.once('close', () => busy.set(socket, (busy.get(socket) ?? 1) - 1))
  })
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isExempt(address)) return
    const network = networkOf(address)
    const held = networks.get(network) ?? new Set<Socket>()
    if (held.size >= most) {
      const idle = held.values().find((other) => !busy.get(other))
      if (!idle) {
        socket.destroy()
        return
      }
      held.delete(idle)
      idle.destroy()
    }
    networks.set(network, held.add(socket))
    socket.once('close', () => {
      held.delete(socket)
      if (held.size === 0 && networks.get(network) === held) networks.delete(network)
    })
  })
}

/** How long a caller may take, in milliseconds. Uploads also have a minimum rate (multipart.ts). */
export interface ClientLimits {
  /** Milliseconds for all headers to arrive. */
  headersMs: number
  /** Milliseconds for the whole of a JSON body or a form to arrive. */
  bodyMs: number
  /** For any request to arrive: a slow phone may be sending ten photos. */
  requestMs: number
  /** Without a byte in either direction, for instance because the caller does not read the answer. */
  idleMs: number
  /** Between two requests on one connection. */
  connectionKeepAliveMs: number
  /** For the rest of a refused body that is still arriving; then the connection is closed. */
  discardMs: number
  /** How often Node checks for connections that have run out of time. */
  checkMs: number
  maxConnections: number
  /** Connections from one network; not counted for trusted proxies, which carry those of many people. */
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
  connectionKeepAliveMs: seconds(65),
  discardMs: seconds(5),
  checkMs: seconds(1),
  maxConnections: 2000,
  maxConnectionsEach: 200,
  maxUrl: 8000,
  maxHeadBytes: 16 * 1024,
}

/** Timeouts that Node and Fastify lack: for slow bodies, the rest of refused ones, and overlong addresses. */
function limitSlowClients(fastify: FastifyInstance, limits: ClientLimits): void {
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

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { sql } from 'kysely'
import { PhoneContacts } from '#modules/bookings/day/actions/phone-commands.ts'
import { authenticate } from '#modules/identity/queries.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { Readings } from '#platform/audit.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { createCtx, type Ctx } from '#platform/ctx.ts'
import { createDb, createPool, LONG_STATEMENT_MS, type DbConnection, watchForSecond } from '#platform/db.ts'
import { createDraining } from '#platform/draining.ts'
import { EventStreams, type StreamSettings } from '#platform/event-streams.ts'
import { platformJobs } from '#platform/housekeeping.ts'
import { createBoss, startJobs } from '#platform/jobs.ts'
import { FairQueue } from '#platform/fair-queue.ts'
import { ListenSource } from '#platform/live.ts'
import { LOAD_LIMITS, overloadOf, shedLoad, type LoadLimits } from '#platform/load-shedding.ts'
import { createLog, type Log } from '#platform/log.ts'
import { spreadOverTurns } from '#platform/loop-turns.ts'
import { createMetrics, type Metrics } from '#platform/metrics.ts'
import { sharePool } from '#platform/pool-shares.ts'
import { registerApiDocs } from '#platform/openapi.ts'
import { everything, networkOf, RateLimiter } from '#platform/rate-limit.ts'
import { RowTurns } from '#platform/row-turns.ts'
import { sendProblem, type Api } from '#platform/serve.ts'
import { createServer, strictHeaders } from '#platform/server.ts'
import { slices } from './modules.ts'
import { createPace, createPageTurns, type Pace, type PageTurns } from './page-turns.ts'
import { SOURCE_NAMES, sourceText } from '#modules/geo/postcode-import/rules.ts'
import { hearContent } from '#modules/content/routes.ts'
import { hearSettings } from '#modules/settings/routes.ts'
import { createServices, readingServices } from './services.ts'
import { subscribers } from './subscribers.ts'

export interface AppParts {
  config: Config
  connection: DbConnection
  clock?: Clock
  /** Set if the queue uses another clock than the database's (platform/clock.ts). */
  queueClock?: Clock
  log?: Log
  /** Whether this process runs jobs. */
  work: boolean
  /** Whether it serves pages and the API; otherwise it answers only health checks and metrics. */
  serves?: boolean
  /** Whether /readyz says no until `becomeReady`. */
  isStarting?: boolean
  /** Replaces production's numbers, for tests and benchmarks. */
  loadLimits?: Partial<LoadLimits>
  streams?: Partial<StreamSettings>
  /** When a transaction asks for a second connection; otherwise it is logged. */
  onSecondConnection?: (error: Error) => void
}

export interface App {
  readonly fastify: FastifyInstance
  readonly api: Api
  readonly ctx: Ctx
  readonly pool: pg.Pool
  /** Connections for reading services; kept apart because a transaction may be waiting for them. */
  readonly asidePool: pg.Pool
  readonly pageTurns: PageTurns
  /** For pages: heavy work begins one piece at a time. */
  readonly pace: Pace
  /** Makes /readyz report that the process can serve. */
  becomeReady(): void
  /** Makes /readyz report that the process is stopping, and answers what still arrives until every connection has ended. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** The database connections of all long jobs together, however many run. */
const LONG_JOBS_CONNECTIONS = 2

/** Size of the pool for place lookups and for caches that refresh themselves. */
const ASIDE_CONNECTIONS = 4

export const allJobs = [...platformJobs, ...slices.flatMap(({ jobs }) => jobs ?? [])]

function registerApi(api: Api): void {
  for (const slice of slices) slice.routes?.(api)
  registerApiDocs(api, async () => {
    const source = await api.ctx.services.places.source()
    return source && sourceText({ ...source, name: SOURCE_NAMES[source.sourceKind] })
  })
}

export async function buildApp(parts: AppParts): Promise<App> {
  const log = parts.log ?? createLog()
  const { config } = parts
  const pool = createPool(parts.connection, log)
  const longPool = createPool(parts.connection, log, LONG_JOBS_CONNECTIONS, LONG_STATEMENT_MS)
  const asidePool = createPool(parts.connection, log, ASIDE_CONNECTIONS)
  const loadLimits = { ...LOAD_LIMITS, ...parts.loadLimits }
  const waiting = config.guardOff.has('pool_shares') ? () => pool.waitingCount : sharePool(pool, loadLimits.connections)
  for (const each of [pool, longPool])
    watchForSecond(each, parts.onSecondConnection ?? ((err) => log.error({ err }, 'second connection')))
  const db = createDb(pool)
  const services = createServices(config, log, createDb(asidePool))
  const boss = createBoss(parts.connection, log, { work: parts.work, clock: parts.queueClock })
  const clock = parts.clock ?? systemClock
  const rowTurns = new RowTurns(loadLimits.rows)
  const ctx = createCtx({ db, clock, log, config, boss, services, subscribers, rowTurns, readingServices })
  const fastify = createServer(config, log, { maxConnectionsEach: config.connectionsPerNetwork })
  const readings = new Readings(createDb(asidePool), clock, log)
  const contacts = new PhoneContacts(ctx, createDb(asidePool))
  const api: Api = {
    fastify,
    ctx,
    authenticate,
    limiter: new RateLimiter(config.rateLimitFactor),
    streams: new EventStreams(log, parts.streams),
    live: new ListenSource(parts.connection, log),
    readings,
    contacts,
    endpoints: [],
  }
  const metrics = createMetrics({ openStreams: () => api.streams.size })
  setHeaders(fastify, config.publicUrl.startsWith('https:'))
  observe(fastify, log, metrics)
  spreadOverTurns(fastify)
  limitAllCalls(api)
  shedLoad(fastify, waiting, loadLimits)
  const draining = createDraining(fastify)
  const pace = createPace(fastify.server)
  let isStarting = parts.isStarting ?? false
  registerHealth(api, metrics, () => !isStarting && !draining.isDraining)
  if (parts.serves ?? true) registerApi(api)
  const hearing = [hearSettings(api), hearContent(api)]
  const stopJobs = await startJobs(boss, allJobs, ctx, {
    work: parts.work,
    longCtx: createCtx({ ...ctx, db: createDb(longPool) }),
    onDone: (job, outcome) => metrics.jobs.inc({ job, outcome }),
    onProgress: (job, part) =>
      part === undefined ? metrics.jobProgress.remove({ job }) : metrics.jobProgress.set({ job }, part),
  })
  return {
    fastify,
    api,
    ctx,
    pool,
    asidePool,
    pageTurns: createPageTurns({
      limiter: api.limiter,
      clock,
      isOverloaded: overloadOf(waiting, loadLimits),
      queue: new FairQueue(loadLimits.pages),
      pace,
    }),
    pace,
    becomeReady: () => (isStarting = false),
    drain: () => {
      api.streams.close()
      return draining.drain()
    },
    close: async () => {
      api.streams.close()
      await fastify.close()
      for (const stop of await Promise.all(hearing)) stop()
      await api.live.close()
      stopJobs()
      await Promise.all([readings.settle(), contacts.settle()])
      await boss.stop({ graceful: parts.work, timeout: 5000 })
      await Promise.all([pool.end(), longPool.end(), asidePool.end()])
    },
  }
}

/** Headers on every answer; pages and files may already have set stricter ones. */
function setHeaders(fastify: FastifyInstance, isHttps: boolean) {
  fastify.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(strictHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
    if (!reply.hasHeader('cross-origin-resource-policy')) reply.header('cross-origin-resource-policy', 'same-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    if (isHttps) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
  })
}

/** One log line and one metric per request, by route pattern: real paths may contain a secret. */
function observe(fastify: FastifyInstance, log: Log, metrics: Metrics) {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const ms = reply.elapsedTime
    // How long a stream was open says nothing about our speed.
    if (!request.routeOptions.config.isStream || reply.statusCode >= 400)
      metrics.requests.observe({ route, method: request.method, status: String(reply.statusCode) }, ms / 1000)
    if (route.startsWith('/healthz') || route.startsWith('/readyz')) return
    log.info({
      route,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(ms * 10) / 10,
      request_id: request.id,
    })
  })
}

/** Limits calls of the API; pages are counted once it is clear that they have to be rendered (page-turns.ts). */
function limitAllCalls({ fastify, limiter, ctx }: Api) {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return undefined
    const refused = limiter.spend(everything, networkOf(request.ip), ctx.clock.now().getTime())
    return refused ? sendProblem(reply, refused, request.id) : undefined
  })
}

function registerHealth({ fastify, ctx }: Api, metrics: Metrics, mayServe: () => boolean) {
  fastify.get('/healthz', async () => ({ status: 'alive' }))
  fastify.get('/readyz', async (_request, reply) => {
    const isAnswered = () =>
      sql`select 1`.execute(ctx.db).then(
        () => true,
        () => false,
      )
    if (!mayServe() || !(await isAnswered()))
      return reply.status(503).header('retry-after', '2').send({ status: 'not ready' })
    return { status: 'ready' }
  })
  fastify.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.socket.remoteAddress, request.headers, ctx.config.metricsToken)) {
      return sendProblem(reply, refuse(commonRefusals.notFound), request.id)
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** From this machine itself, or with the token. */
function mayReadMetrics(address: string | undefined, headers: IncomingHttpHeaders, token: string | undefined): boolean {
  const given = headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (token && timingSafeEqual(digestOf(given), digestOf(token))) return true
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address ?? '') && !isForwarded(headers)
}

/** Whether a local proxy may have forwarded it: by a forwarding header, or because it uses the public host name. */
const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => forwarding.test(name)) ||
  !/^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')

const forwarding =
  /^(x-(forwarded|original|real|envoy|client|cluster-client|proxy|appengine|azure|amzn)\b.*|forwarded.*|via|(true|fastly)-client-ip|cf-.*|cdn-loop|client-ip)$/

/** Hashed to equal length, for the comparison in constant time. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

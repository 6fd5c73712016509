import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRouteErrorResponse, type createRequestHandler } from 'react-router'
import type { Call } from '#shared/call.ts'
import { refuse, Refusal } from '#shared/endpoint.ts'
import { shownTrader } from '#shared/trader.ts'
import type { PublicConfig, RequestValues, SessionUser } from '#web/kit/page/context.ts'
import type { Clock } from '#platform/clock.ts'
import { newId } from '#platform/new-id.ts'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { sendProblem } from '#platform/serve.ts'
import { foreignPage } from '#web/kit/session/same-origin.server.ts'
import { sharingIdentity } from '#platform/shared-identity.ts'
import { createCall } from './call.ts'
import { sendBusyData, sendBusyPage } from './busy-page.ts'
import { serveFileForms } from './file-forms.ts'
import { serveFileLinks } from './file-links.ts'
import { isVaried, keyOf, type Page } from './page-address.ts'
import { sendCached, sendFile, sendOnce } from './page-answers.ts'
import { PageCache, type RenderedPage } from './page-cache.ts'
import {
  commonHeaders,
  contentSecurityPolicy,
  developmentPolicy,
  framedHeaders,
  framedPolicy,
  hashInlineScripts,
  isWorker,
  personalHeaders,
  positionHeaders,
  publicPageHeaders,
  secretPageHeaders,
  workerHeaders,
} from './page-headers.ts'
import type { Pace, PageTurns } from './page-turns.ts'
import { sendRoutes } from './page-routes.ts'
import { routesPath } from './routes-path.ts'
import { StaticFiles } from './static-files.ts'
import { copyHeaders, isReadOnly, webRequestOf } from './web-request.ts'
import { builtIn, oncePer, pageOf, root, startVite, viteHook, type Build } from './web-build.ts'

/** The person behind a page request. */
export interface Visit {
  call: Call
  session: SessionUser | null
  /** The caller’s access token; undefined for a visitor. */
  bearer?: string
  /** Cookies to set on the answer, if identifying the person changed them. */
  setCookies: string[]
}

export interface WebOptions {
  /** Finds out who is asking, and from where. Without it everybody is a visitor. */
  visit?: (request: FastifyRequest, address: string) => Promise<Visit>
  /** False if the request carries anything that may identify a person; its pages are never cached. */
  isAnonymous?: (request: FastifyRequest) => boolean
  /** Calls back whenever pages that are kept may say something old. */
  whenChanged?: (clear: () => void) => void
  buildDirectory?: string
  /** Used instead of the build's server half. */
  loadBuild?: () => Promise<Build>
}

export interface WebApp {
  fastify: FastifyInstance
  ctx: { config: Config; log: Log; clock: Clock }
  pageTurns: PageTurns
  pace: Pace
}

interface Web {
  fastify: FastifyInstance
  log: Log
  clock: Clock
  config: PublicConfig
  isHttps: boolean
  /** One handler per build: in development every page request has a new one. */
  handlerOf: (build: Build) => ReturnType<typeof createRequestHandler>
  loadBuild: () => Promise<Build>
  visit: (request: FastifyRequest, address: string) => Promise<Visit>
  isAnonymous: (request: FastifyRequest) => boolean
  pageTurns: PageTurns
  pace: Pace
  /** Object that is replaced at each publication. */
  edition: object
  /** Undefined in development. */
  cache: PageCache | null
  /** Cache for pages with many query variants, kept apart so that they cannot evict the others. */
  varied: PageCache | null
}

const rawBody = Symbol.for('vanfare.rawBody')
const largestForm = 128 * 1024
const mostVaried = 300

/** Serves the pages and the built client. Register it last: it answers every path that nothing else handles. */
export async function registerWeb(app: WebApp, options: WebOptions = {}): Promise<void> {
  const { fastify, ctx } = app
  const isDevelopment = ctx.config.isDevelopment
  const directory = options.buildDirectory ?? join(root, 'build')
  const vite = isDevelopment ? await startVite(fastify) : null
  const loadBuild = vite
    ? () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<Build>
    : (options.loadBuild ?? builtIn(directory))
  const web: Web = {
    fastify,
    log: ctx.log,
    clock: ctx.clock,
    config: publicConfigOf(ctx.config),
    isHttps: ctx.config.publicUrl.startsWith('https:'),
    handlerOf: oncePer((build) =>
      build.entry.module.createRequestHandler(build, isDevelopment ? 'development' : 'production'),
    ),
    loadBuild,
    pageTurns: app.pageTurns,
    pace: app.pace,
    visit:
      options.visit ??
      (async (_request, address) => ({ call: createCall(fastify, { address }), session: null, setCookies: [] })),
    isAnonymous: options.isAnonymous ?? hasNoIdentity,
    edition: {},
    cache: null,
    varied: null,
  }
  if (!isDevelopment) {
    const cache = new PageCache((key, address) => renderPublicly(web, key, address))
    const varied = new PageCache((key, address) => renderPublicly(web, key, address), undefined, mostVaried)
    web.cache = cache
    web.varied = varied
    options.whenChanged?.(() => {
      web.edition = {}
      cache.clear()
      varied.clear()
    })
  }
  const files = await StaticFiles.load(join(directory, 'client'))
  if (!vite) await loadBuild()
  serveFileForms(fastify, { publicUrl: ctx.config.publicUrl, visit: web.visit })
  serveFileLinks(fastify, { isHttps: web.isHttps, visit: web.visit })
  await fastify.register(async (pages) => {
    // Page forms are small; uploads go to the API, which streams them.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestForm }, (_request, body, done) =>
      done(null, body),
    )
    if (vite) pages.addHook('onRequest', viteHook(vite))
    pages.route({ method: ['GET', 'POST'], url: '/*', handler: (request, reply) => answer(web, files, request, reply) })
  })
}

async function answer(web: Web, files: StaticFiles, request: FastifyRequest, reply: FastifyReply) {
  const [path, query] = partsOf(request.url)
  if (path.startsWith('/api/') || path === '/api') return reply.callNotFound()
  const file = files.find(path, request.headers['accept-encoding'])
  reply.headers(commonHeaders(web.isHttps))
  if (file && isWorker(path)) reply.headers(workerHeaders)
  if (file) return sendFile(file, request, reply)
  // A missing asset belongs to an earlier build; an HTML page would be useless in its place.
  if (path.startsWith('/assets/')) return reply.callNotFound()
  if (path === routesPath) return sendRoutes(web, request, reply)
  const page = pageOf(await web.loadBuild(), path.replace(/(\/_)?\.data$/, ''))
  const isDocument = !path.endsWith('.data')
  const isForAll = page.handle.isForFrames || web.isAnonymous(request)
  const isShared = isDocument && page.handle.isPublic && isReadOnly(request) && isForAll
  const key = keyOf(page, query)
  const cache = isVaried(page, key) ? web.varied : web.cache
  if (!cache || !isShared) return sendPersonally(web, page, request, reply)
  if (page.path !== path && !page.handle.isNotFound) return redirectTo(`${page.path}${query && `?${query}`}`, reply)
  return sendShared(web, cache, key, request, reply)
}

/** A page that all visitors share: from the cache, or rendered once for everybody waiting, counted against the first one's limit. */
async function sendShared(web: Web, cache: PageCache, key: string, request: FastifyRequest, reply: FastifyReply) {
  const { ip } = request
  const found = cache.find(key, ip)
  if (found) return sendCached(found, request, reply)
  const made = await (cache.isMaking(key)
    ? cache.make(key, ip)
    : web.pageTurns(request, reply, async () => cache.find(key, ip) ?? (await cache.make(key, ip))))
  if (made instanceof Refusal) return sendBusyPage(made, request, reply, web.config)
  return 'bodies' in made ? sendCached(made, request, reply) : sendOnce(made, request, reply)
}

/** Redirects to the one spelling of an address. It begins with a single slash (page-address.ts), so it never leads to another host. */
const redirectTo = (address: string, reply: FastifyReply) =>
  reply.header('cache-control', 'public, max-age=3600').redirect(address, 301)

async function sendPersonally(web: Web, page: Page, request: FastifyRequest, reply: FastifyReply) {
  const webRequest = webRequestOf(request, reply, web.config.publicUrl)
  if (webRequest.sender === 'stranger' && !isReadOnly(request)) return refuseStranger(web, request, reply)
  // Read now: once the browser disconnects, the request no longer has it.
  const address = request.ip
  const made = await web.pageTurns(request, reply, () =>
    sharingIdentity(() => renderPersonally(web, page, { ...webRequest, address }, request, reply)),
  )
  if (!(made instanceof Refusal)) return sendOnce(made, request, reply)
  const isForScript = partsOf(request.url)[0].endsWith('.data') || (page.isData && !takesHtml(request))
  return isForScript ? sendBusyData(made, request, reply) : sendBusyPage(made, request, reply, web.config)
}

/** For forms refused as another site's. If PUBLIC_URL is not the address people use, our own forms are refused too, and the log says so. */
function refuseStranger({ log, config }: Web, request: FastifyRequest, reply: FastifyReply) {
  const origin = (request.headers.origin ?? '').slice(0, 200)
  log.warn({ event: 'form of another site refused', origin, request_id: request.id })
  const detail = `This form came from another site. Open ${config.publicUrl} and send it from there.`
  return sendProblem(reply, refuse(foreignPage, { detail }), request.id)
}

async function renderPersonally(
  web: Web,
  page: Page,
  webRequest: { request: Request; address: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RenderedPage> {
  const nonce = web.cache ? randomBytes(16).toString('base64') : ''
  const visit = await web.visit(request, webRequest.address)
  const response = await render(web, webRequest.request, {
    ...visit,
    path: page.path,
    nonce,
    reference: referenceOf(request.id),
    liveFrom: visit.session ? newId(web.clock) : null,
  })
  const body = await bodyOf(response)
  copyHeaders(response, reply)
  for (const cookie of visit.setCookies) reply.header('set-cookie', cookie)
  if (page.handle.isSecret) reply.headers(secretPageHeaders)
  if (page.handle.asksPosition) reply.headers(positionHeaders)
  const policy = web.cache ? contentSecurityPolicy([`nonce-${nonce}`], web.isHttps) : developmentPolicy
  return { status: response.status, headers: { ...personalHeaders, 'content-security-policy': policy }, body }
}

/** A page as visitors without cookies see it, with script hashes in place of the nonce. */
async function renderPublicly(web: Web, key: string, address: string): Promise<RenderedPage> {
  const nonce = randomBytes(16).toString('base64')
  const { handle, path } = pageOf(await web.loadBuild(), partsOf(key)[0])
  const response = await render(web, new Request(new URL(key, web.config.publicUrl)), {
    call: createCall(web.fastify, { address }),
    session: null,
    path,
    nonce,
    reference: referenceOf(randomBytes(8).toString('hex')),
    liveFrom: null,
  })
  const { html, sources } = hashInlineScripts((await bodyOf(response)).toString('utf8'), nonce)
  const body = Buffer.from(html)
  const location = response.headers.get('location')
  return {
    status: response.status,
    ...(handle.isNotFound ? { rightStatus: 404 } : {}),
    body,
    headers: {
      'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      ...(handle.isForFrames ? framedHeaders : publicPageHeaders),
      // A page that has another address now.
      ...(location === null ? {} : { location }),
      'content-security-policy': handle.isForFrames
        ? framedPolicy(web.isHttps)
        : contentSecurityPolicy(sources, web.isHttps),
    },
  }
}

async function render(
  web: Web,
  request: Request,
  values: Omit<RequestValues, 'config' | 'report' | 'pace' | 'clock' | 'edition'>,
): Promise<Response> {
  const build = await web.loadBuild()
  const report = (error: unknown) => {
    // "There is no such page" is an answer, not an error.
    if (isRouteErrorResponse(error) && error.status < 500) return
    web.log.error({ err: error, reference: values.reference, event: 'page failed' })
  }
  return web.handlerOf(build)(
    request,
    build.entry.module.contextFor({
      ...values,
      config: web.config,
      report,
      pace: web.pace,
      clock: web.clock,
      edition: web.edition,
    }),
  )
}

async function bodyOf(response: Response): Promise<Buffer> {
  const raw = rawBody in response ? response[rawBody] : undefined
  if (Buffer.isBuffer(raw)) return raw
  return response.body ? Buffer.from(await response.arrayBuffer()) : Buffer.alloc(0)
}

/** Path and query. */
const partsOf = (url: string): [path: string, query: string] => {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

const takesHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

const hasNoIdentity = (request: FastifyRequest): boolean =>
  !request.headers.authorization && !/(?:^|;\s*)(?:__Host-)?authData=/.test(request.headers.cookie ?? '')

/** "7F3A-21C0": short enough to read out over the phone. */
const referenceOf = (requestId: string): string => {
  const digits = requestId.replaceAll('-', '').slice(0, 8).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

type Shown = Pick<Config, 'appMode' | 'publicUrl' | 'contacts' | 'trader' | 'addressLookup'>

export function publicConfigOf({ appMode, publicUrl, contacts, trader, addressLookup }: Shown): PublicConfig {
  const { phone, whatsapp, email } = contacts
  const { facebook, instagram, youtube } = contacts.social
  const social = [
    { label: 'Facebook', href: facebook },
    { label: 'Instagram', href: instagram },
    { label: 'YouTube', href: youtube },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []))
  return {
    mode: appMode,
    publicUrl,
    phone,
    whatsapp,
    email,
    social,
    trader: shownTrader(trader, appMode),
    // Left out of every other page's data.
    ...(addressLookup ? { findsAddresses: true } : {}),
  }
}

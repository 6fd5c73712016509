import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRouteErrorResponse, type createRequestHandler } from 'react-router'
import type { Call } from '#shared/call.ts'
import type { PublicConfig, RequestValues, SessionUser } from '#web/context.ts'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { sendProblem } from '#platform/serve.ts'
import { refuse } from '#shared/endpoint.ts'
import { foreignPage } from '#web/account/same-origin.server.ts'
import { createCall } from './call.ts'
import { compressOnce, encodingFor } from './compression.ts'
import { PageCache, type CachedPage, type RenderedPage } from './page-cache.ts'
import {
  commonHeaders,
  contentSecurityPolicy,
  developmentPolicy,
  hashInlineScripts,
  personalHeaders,
  publicPageHeaders,
  secretPageHeaders,
} from './page-headers.ts'
import { StaticFiles } from './static-files.ts'
import { copyHeaders, isReadOnly, webRequestOf } from './web-request.ts'
import { builtIn, handleOf, oncePer, root, startVite, viteHook, type Build } from './web-build.ts'

/** The person behind a request for a page. */
export interface Visit {
  call: Call
  session: SessionUser | null
  /** Cookies to set on the answer, where finding out who it is changed them. */
  setCookies: string[]
}

export interface WebOptions {
  /** Who is asking. Without it everybody is a visitor. */
  visit?: (request: FastifyRequest) => Promise<Visit>
  /** False where the request carries anything that may tell who it is; such pages are never cached. */
  isAnonymous?: (request: FastifyRequest) => boolean
  buildDirectory?: string
  /** In place of the build's server half. */
  loadBuild?: () => Promise<Build>
}

export interface WebApp {
  fastify: FastifyInstance
  ctx: { config: Config; log: Log }
}

interface Web {
  fastify: FastifyInstance
  log: Log
  config: PublicConfig
  isHttps: boolean
  /** One handler a build: in development each page has a new one. */
  handlerOf: (build: Build) => ReturnType<typeof createRequestHandler>
  loadBuild: () => Promise<Build>
  visit: (request: FastifyRequest) => Promise<Visit>
  isAnonymous: (request: FastifyRequest) => boolean
  /** None in development. */
  cache: PageCache | null
}

const rawBody = Symbol.for('vanfare.rawBody')
const largestForm = 128 * 1024

/** Serves the pages and the built client. Register it last: it answers every path that nobody else has. */
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
    config: publicConfigOf(ctx.config),
    isHttps: ctx.config.publicUrl.startsWith('https:'),
    handlerOf: oncePer((build) =>
      build.entry.module.createRequestHandler(build, isDevelopment ? 'development' : 'production'),
    ),
    loadBuild,
    visit:
      options.visit ??
      (async ({ ip }) => ({ call: createCall(fastify, { address: ip }), session: null, setCookies: [] })),
    isAnonymous: options.isAnonymous ?? hasNoIdentity,
    cache: null,
  }
  if (!isDevelopment) web.cache = new PageCache((path) => renderPublicly(web, path))
  const files = await StaticFiles.load(join(directory, 'client'))
  if (!vite) await loadBuild()
  await fastify.register(async (pages) => {
    // Forms of pages are small; uploads go to the API, which streams them.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestForm }, (_request, body, done) =>
      done(null, body),
    )
    if (vite) pages.addHook('onRequest', viteHook(vite))
    pages.route({ method: ['GET', 'POST'], url: '/*', handler: (request, reply) => answer(web, files, request, reply) })
  })
}

async function answer(web: Web, files: StaticFiles, request: FastifyRequest, reply: FastifyReply) {
  const path = pathOf(request.url)
  if (path.startsWith('/api/') || path === '/api') return reply.callNotFound()
  const file = files.find(path, request.headers['accept-encoding'])
  reply.headers(commonHeaders(web.isHttps))
  if (file) return sendFile(file, request, reply)
  // A missing asset is an old page's; a whole HTML page would be no use as a script.
  if (path.startsWith('/assets/')) return reply.callNotFound()
  if (!web.cache || !isReadOnly(request) || request.url !== path || !web.isAnonymous(request))
    return sendPersonally(web, request, reply)
  const found = web.cache.find(path)
  if (found) return sendCached(found, request, reply)
  if (!handleOf(await web.loadBuild(), path).isPublic) return sendPersonally(web, request, reply)
  const made = await web.cache.make(path)
  return 'bodies' in made ? sendCached(made, request, reply) : sendOnce(made, request, reply)
}

function sendFile(file: NonNullable<ReturnType<StaticFiles['find']>>, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'content-type': file.type,
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'Accept-Encoding',
  })
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send()
  if (file.encoding) reply.header('content-encoding', file.encoding)
  return reply.send(file.body)
}

function sendCached(page: CachedPage, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(page.headers).header('etag', page.etag)
  if (request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.status(page.status).send(page.bodies[encoding ?? 'identity'])
}

async function sendPersonally(web: Web, request: FastifyRequest, reply: FastifyReply) {
  const asked = webRequestOf(request, reply, web.config.publicUrl)
  if (asked.sender === 'stranger' && !isReadOnly(request)) return refuseStranger(web, request, reply)
  const nonce = web.cache ? randomBytes(16).toString('base64') : ''
  const visit = await web.visit(request)
  const response = await render(web, asked.request, {
    ...visit,
    nonce,
    reference: referenceOf(request.id),
  })
  const body = await bodyOf(response)
  copyHeaders(response, reply)
  for (const cookie of visit.setCookies) reply.header('set-cookie', cookie)
  if (handleOf(await web.loadBuild(), pathOf(request.url)).isSecret) reply.headers(secretPageHeaders)
  reply.headers({
    ...personalHeaders,
    'content-security-policy': web.cache ? contentSecurityPolicy([`nonce-${nonce}`], web.isHttps) : developmentPolicy,
  })
  return sendOnce({ status: response.status, headers: {}, body }, request, reply)
}

/** A form that another site's page sent. Where it was ours after all, PUBLIC_URL is another than people see, which the log then tells. */
function refuseStranger({ log, config }: Web, request: FastifyRequest, reply: FastifyReply) {
  const origin = (request.headers.origin ?? '').slice(0, 200)
  log.warn({ event: 'form of another site refused', origin, request_id: request.id })
  const detail = `This form came from another site. Open ${config.publicUrl} and send it from there.`
  return sendProblem(reply, refuse(foreignPage, { detail }), request.id)
}

async function sendOnce(page: RenderedPage, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(page.headers).status(page.status)
  if (page.body.length === 0) return reply.send()
  const { body, encoding } = await compressOnce(page.body, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
}

/** A page as a visitor without any cookie sees it, with hashes in place of the nonce. */
async function renderPublicly(web: Web, path: string): Promise<RenderedPage> {
  const nonce = randomBytes(16).toString('base64')
  const response = await render(web, new Request(new URL(path, web.config.publicUrl)), {
    call: createCall(web.fastify),
    session: null,
    nonce,
    reference: referenceOf(randomBytes(8).toString('hex')),
  })
  const { html, sources } = hashInlineScripts((await bodyOf(response)).toString('utf8'), nonce)
  const body = Buffer.from(html)
  return {
    status: response.status,
    body,
    headers: {
      'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      ...publicPageHeaders,
      'content-security-policy': contentSecurityPolicy(sources, web.isHttps),
    },
  }
}

async function render(web: Web, request: Request, values: Omit<RequestValues, 'config' | 'report'>): Promise<Response> {
  const build = await web.loadBuild()
  const report = (error: unknown) => {
    // "There is no such page" is an answer, not a fault.
    if (isRouteErrorResponse(error) && error.status < 500) return
    web.log.error({ err: error, reference: values.reference, event: 'page failed' })
  }
  return web.handlerOf(build)(request, build.entry.module.contextFor({ ...values, config: web.config, report }))
}

async function bodyOf(response: Response): Promise<Buffer> {
  const raw = (response as Response & { [rawBody]?: Buffer })[rawBody]
  return raw ?? (response.body ? Buffer.from(await response.arrayBuffer()) : Buffer.alloc(0))
}

const pathOf = (url: string): string => {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

const hasNoIdentity = (request: FastifyRequest): boolean =>
  !request.headers.authorization && !/(?:^|;\s*)(?:__Host-)?authData=/.test(request.headers.cookie ?? '')

/** "7F3A-21C0": short enough to read out over the phone. */
const referenceOf = (requestId: string): string => {
  const digits = requestId.replaceAll('-', '').slice(0, 8).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

export function publicConfigOf({
  appMode,
  publicUrl,
  contacts,
}: Pick<Config, 'appMode' | 'publicUrl' | 'contacts'>): PublicConfig {
  const { facebook, instagram, youtube } = contacts.social
  const social = [
    { label: 'Facebook', href: facebook },
    { label: 'Instagram', href: instagram },
    { label: 'YouTube', href: youtube },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []))
  return { mode: appMode, publicUrl, phone: contacts.phone, whatsapp: contacts.whatsapp, email: contacts.email, social }
}

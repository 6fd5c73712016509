import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyRequest, type LightMyRequestResponse } from 'fastify'
import {
  createRequestHandler,
  data,
  RouterContextProvider,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { z } from 'zod'
import { createCall } from '#app/call.ts'
import { createPace } from '#app/page-turns.ts'
import type { Build } from '#app/web-build.ts'
import { routesPath } from '#app/routes-path.ts'
import { registerWeb } from '#app/web.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import type { Refusal } from '#shared/endpoint.ts'
import {
  fillContext,
  nonceContext,
  sessionContext,
  type RequestValues,
  type SessionUser,
} from '#web/kit/page/context.ts'
import { endpoint } from '#shared/endpoint.ts'
import { apiContext } from '#web/kit/page/context.ts'

export interface SmallWeb {
  readonly fastify: FastifyInstance
  /** How often these pages were made. */
  readonly made: { home: number; missing: number }
  /** Why pages are not made at the moment. */
  refused: Refusal | undefined
  /** From which addresses the API was called by the pages that call it. */
  readonly calledFrom: string[]
  /** Happens while a page waits for its turn. */
  whileWaiting: (request: FastifyRequest) => void
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

const priya: SessionUser = {
  id: '1',
  userRole: 'customer',
  isHired: false,
  firstName: 'Priya',
  lastName: null,
  email: 'priya@example.test',
  phone: null,
}

/** A build of a few pages, so that the adapter is tested and not the product's screens. */
const buildOf = (made: { home: number; missing: number }) =>
  ({
    assets: {
      entry: { module: '', imports: [] },
      routes: {
        form: { id: 'form', module: '/assets/form.js' },
        private: { id: 'private', module: '/assets/private.js' },
      },
      url: '',
      version: '1',
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: routesPath },
    entry: {
      module: {
        createRequestHandler,
        contextFor: (values: RequestValues) => fillContext(new RouterContextProvider(), values),
        default: (
          _request: Request,
          status: number,
          headers: Headers,
          entry: { staticHandlerContext: { loaderData: object } },
          context: RouterContextProvider,
        ) => {
          const name = context.get(sessionContext)?.firstName ?? 'visitor'
          const loaded = JSON.stringify(entry.staticHandlerContext.loaderData)
          headers.set('content-type', 'text/html; charset=utf-8')
          return new Response(`<p>${name} ${loaded}</p><script nonce="${context.get(nonceContext)}">go()</script>`, {
            status,
            headers,
          })
        },
        handleError: () => undefined,
      },
    },
    routes: {
      root: { id: 'root', path: '', module: { default: () => null } },
      home: route('home', { index: true }, { handle: { isPublic: true }, loader: () => ({ made: ++made.home }) }),
      guide: route(
        'guide',
        { path: 'guide/:slug' },
        {
          handle: { isPublic: true, drawnBy: { view: ['short', 'long'] } },
          loader: ({ request }: LoaderFunctionArgs) => ({ search: new URL(request.url).search }),
        },
      ),
      missing: route(
        'missing',
        { path: '*' },
        {
          handle: { isPublic: true, isNotFound: true },
          loader: () => data({ missing: ++made.missing }, { status: 404 }),
        },
      ),
      quick: {
        id: 'quick',
        parentId: 'root',
        path: 'session/quick',
        module: { action: () => Response.json({ ok: true }) },
      },
      asking: route('asking', { path: 'asking' }, { handle: { isPublic: true }, loader: askApi }),
      'asking-alone': route('asking-alone', { path: 'asking-alone' }, { loader: askApi }),
      private: route(
        'private',
        { path: 'private' },
        { loader: ({ context }: LoaderFunctionArgs) => ({ who: context.get(sessionContext)?.firstName ?? null }) },
      ),
      secret: route('secret', { path: 'booking/:hash' }, { handle: { isSecret: true }, loader: () => null }),
      form: route(
        'form',
        { path: 'form' },
        {
          action: async ({ request }: ActionFunctionArgs) => Response.json({ got: await request.text() }),
          loader: () => null,
        },
      ),
      broken: route(
        'broken',
        { path: 'broken' },
        {
          loader: () => {
            throw new Error('boom')
          },
        },
      ),
    },
  }) as unknown as Build

const askedApi = endpoint({
  id: 'askedApi',
  method: 'GET',
  path: '/asked/',
  summary: 'Whatever a page asks',
  access: 'public',
  answer: z.object({ ok: z.boolean() }),
})

const askApi = async ({ context }: LoaderFunctionArgs) => ({ ok: (await context.get(apiContext)(askedApi)).ok })

function route(id: string, at: { index?: true; path?: string }, module: object) {
  return { id, parentId: 'root', ...at, module: { default: () => null, ...module } }
}

/** The adapter over that build. Whoever has a cookie `authData=NAME` is signed in by that name. */
export async function createSmallWeb({ log = createLog('silent') } = {}): Promise<SmallWeb> {
  const fastify = Fastify({ exposeHeadRoutes: true, bodyLimit: 1 << 20 })
  const made = { home: 0, missing: 0 }
  const build = buildOf(made)
  const directory = mkdtempSync(join(tmpdir(), 'vanfare-web-'))
  mkdirSync(join(directory, 'client/assets'), { recursive: true })
  writeFileSync(join(directory, 'client/assets/app-1.js'), 'console.log(1);'.repeat(200))
  fastify.get('/api/healthy/', () => ({ ok: true }))
  fastify.get('/api/asked/', ({ ip }) => {
    web.calledFrom.push(ip)
    return { ok: true }
  })
  const config = {
    isDevelopment: false,
    appMode: 'demo',
    publicUrl: 'https://vanfare.example',
    trader: { name: 'Vanfare Ltd', companyNumber: '99999999', address: '1 Quay', vatNumber: 'GB999999973' },
    contacts: { phone: '+442079460123', whatsapp: '+447700900123', email: 'hello@vanfare.test', social: {} },
  } as unknown as Config
  const web: SmallWeb = {
    fastify,
    made,
    refused: undefined,
    calledFrom: [],
    whileWaiting: () => undefined,
    get: (url, headers = {}) => fastify.inject({ url, headers }),
    close: async () => {
      await fastify.close()
      rmSync(directory, { recursive: true })
    },
  }
  await registerWeb(
    {
      fastify,
      ctx: { config, log, clock: systemClock },
      pageTurns: async (request, _reply, make) => {
        web.whileWaiting(request)
        return web.refused ?? make()
      },
      pace: createPace(fastify.server),
    },
    {
      buildDirectory: directory,
      loadBuild: () => Promise.resolve(build),
      visit: (request, address) =>
        Promise.resolve({
          call: createCall(fastify, { address }),
          session: request.headers.cookie?.includes('authData=')
            ? { ...priya, firstName: request.headers.cookie.slice(9) }
            : null,
          setCookies: [],
        }),
    },
  )
  return web
}

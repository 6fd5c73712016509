import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  matchRoutes,
  type createRequestHandler,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { RequestValues } from '#web/kit/page/context.ts'
import { handleOf, type PageHandle } from '#web/kit/page/root-data.ts'
import { StartError } from '#platform/errors.ts'
import { unknownPath, spelledAs, tidied, type Page } from './page-address.ts'

/** The exports of the web's build: React Router's own, and a way to make the context its loaders read. */
export type Build = ServerBuild & { entry: { module: WebModule } }

/** Exported by entry.server.tsx, because both sides have to use the same React Router, which in development is Vite's. */
interface WebModule {
  contextFor: (values: RequestValues) => RouterContextProvider
  createRequestHandler: typeof createRequestHandler
}

/** The project's own directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The server half of the build, loaded once. */
export const builtIn = (directory: string): (() => Promise<Build>) =>
  loadOnce(async () => {
    const path = join(directory, 'server/index.js')
    if (!existsSync(path)) throw new StartError('The pages are not built yet: run "npm run build".')
    return import('#build/server/index.js')
  })

/** Far more paths than there are pages; beyond it, the oldest are looked up again. */
const mostPaths = 1000
const pages = oncePer((_build: Build) => new Map<string, Page>())

/** The handle of the page at this path, merged from all its routes. */
export function pageOf(build: Build, path: string): Page {
  const known = pages(build)
  const page = known.get(path) ?? findPage(build, path)
  const oldest = known.size >= mostPaths && !known.has(path) ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  known.set(path, page)
  return page
}

function findPage(build: Build, path: string): Page {
  const tidy = tidied(path)
  const matched = matchRoutes(routeTreeOf(build), tidy, build.basename) ?? []
  const handle: PageHandle = Object.assign({}, ...matched.map(({ route }) => handleOf(route)))
  const pattern = `/${matched.flatMap(({ route }) => route.path || []).join('/')}`
  const isData = matched.length > 0 && build.routes[matched.at(-1)?.route.id ?? '']?.module.default === undefined
  return { handle, path: pattern === unknownPath ? unknownPath : spelledAs(pattern, tidy), isData }
}

const routeTreeOf = oncePer((build: Build): RouteObject[] => {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    Object.values(build.routes).flatMap((route) => {
      if (!route || route.parentId !== parentId) return []
      const own = { id: route.id, path: route.path, handle: route.module.handle }
      return route.index ? { ...own, index: true } : { ...own, children: childrenOf(route.id) }
    })
  return childrenOf(undefined)
})

export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

const loadOnce = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined
  return () => (loading ??= load())
}

export type Vite = Awaited<ReturnType<typeof startVite>>

/** Compiles pages on request; used only with NODE_ENV=development. */
export async function startVite(fastify: FastifyInstance) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: fastify.server } },
  })
  fastify.addHook('onClose', () => vite.close())
  return vite
}

export const viteHook =
  (vite: Vite) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const isTaken = await new Promise<boolean>((resolve, reject) => {
      reply.raw.once('finish', () => resolve(true))
      vite.middlewares(request.raw, reply.raw, (error: unknown) => (error ? reject(error) : resolve(false)))
    })
    if (isTaken) reply.hijack()
  }

import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import {
  createRequestHandler,
  data,
  RouterContextProvider,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import type { Config } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { fillContext, nonceContext, sessionContext, type RequestValues, type SessionUser } from '#web/context.ts'
import type { Build } from './web-build.ts'
import { registerWeb } from './web.ts'

const priya: SessionUser = {
  id: '1',
  userRole: 'customer',
  firstName: 'Priya',
  lastName: null,
  email: 'priya@example.test',
  phone: null,
}

/** A build of three pages, so that the adapter is tested and not the product's screens. */
const build = {
  assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
  basename: '/',
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
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
    home: route('home', { index: true }, { handle: { isPublic: true }, loader: () => ({ made: ++homeMade }) }),
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
        loader: () => data({ missing: ++missingMade }, { status: 404 }),
      },
    ),
    quick: {
      id: 'quick',
      parentId: 'root',
      path: 'session/quick',
      module: { action: () => Response.json({ ok: true }) },
    },
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
} as unknown as Build

let homeMade = 0
let missingMade = 0
/** Why pages are not made at the moment. */
let refused: Refusal | undefined

function route(id: string, at: { index?: true; path?: string }, module: object) {
  return { id, parentId: 'root', ...at, module: { default: () => null, ...module } }
}

const fastify = Fastify({ exposeHeadRoutes: true, bodyLimit: 1 << 20 })

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vanfare-web-'))
  mkdirSync(join(directory, 'client/assets'), { recursive: true })
  writeFileSync(join(directory, 'client/assets/app-1.js'), 'console.log(1);'.repeat(200))
  fastify.get('/api/healthy/', () => ({ ok: true }))
  const config = {
    isDevelopment: false,
    appMode: 'demo',
    publicUrl: 'https://vanfare.example',
    contacts: { phone: '+442079460123', whatsapp: '+447700900123', email: 'hello@vanfare.test', social: {} },
  } as unknown as Config
  await registerWeb(
    {
      fastify,
      ctx: { config, log: createLog('silent') },
      pageTurns: async (_request, _reply, make) => refused ?? make(),
    },
    {
      buildDirectory: directory,
      loadBuild: () => Promise.resolve(build),
      visit: (request) =>
        Promise.resolve({
          call: () => Promise.reject(new Error('no calls here')),
          session: request.headers.cookie?.includes('authData=')
            ? { ...priya, firstName: request.headers.cookie.slice(9) }
            : null,
          setCookies: [],
        }),
    },
  )
})

afterAll(() => fastify.close())

const get = (url: string, headers: Record<string, string> = {}) => fastify.inject({ url, headers })

test('a public page is rendered once for all visitors, with hashes in its policy and a tag to check it by', async () => {
  const before = homeMade
  const [first, second] = [await get('/'), await get('/')]
  expect(homeMade).toBe(before + 1)
  expect(first.body).toBe(second.body)
  expect(first.body).toContain('<script>go()</script>')
  expect(first.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/)
  expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(first.headers.vary).toContain('Cookie')
  const again = await get('/', { 'if-none-match': '"none"' })
  expect(again.statusCode).toBe(200)
})

test('an unchanged page is not sent twice', async () => {
  const { headers } = await get('/')
  const again = await get('/', { 'if-none-match': String(headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('compressed and plain are the same page', async () => {
  const page = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(page.headers['content-encoding']).toBe('br')
})

test('T-117: two people and a visitor, interleaved, each see their own page and nobody keeps it', async () => {
  const people = ['Ada-Adams', 'Bo-Brown']
  const asks = Array.from({ length: 300 }, (_, index) => ({
    person: people[index % 3],
    path: index % 2 === 0 ? '/' : '/private',
  }))
  const answers = await Promise.all(
    asks.map(async ({ person, path }) => ({
      person,
      page: await get(path, person ? { cookie: `authData=${person}` } : {}),
    })),
  )
  for (const { person, page } of answers) {
    expect(people.filter((name) => page.body.includes(name))).toEqual(person ? [person] : [])
  }
  for (const { page } of answers.filter(({ person }) => person)) {
    expect(page.headers['cache-control']).toBe('no-store, private')
    expect(page.headers.vary).toContain('Cookie')
    expect(page.headers.etag).toBeUndefined()
  }
})

test('a page made for one person carries a nonce of its own each time', async () => {
  const [first, second] = [await get('/private'), await get('/private')]
  const nonces = [first, second].map(
    (page) => /script-src 'self' 'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1],
  )
  expect(nonces[0]).toHaveLength(24)
  expect(nonces[0]).not.toBe(nonces[1])
  expect(first.body).toContain(`nonce="${nonces[0]}"`)
})

test('every page carries the headers that browsers need', async () => {
  for (const url of ['/', '/private', '/nowhere']) {
    const { headers } = await get(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
    })
    expect(headers['strict-transport-security']).toBeDefined()
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

test('assets never change under their name; unknown ones and unknown API paths are no pages', async () => {
  const file = await get('/assets/app-1.js', { 'accept-encoding': 'br' })
  expect(file.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    // T-096: whoever comes for a file first is told the same as whoever comes for a page.
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  })
  expect((await get('/assets/app-2.js')).headers['content-type']).not.toContain('html')
  expect((await get('/api/nothing/')).headers['content-type']).toContain('json')
  expect((await get('/api/healthy/')).json()).toEqual({ ok: true })
})

test.each([
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '//evil.example/',
  '/\\evil.example',
  '/%00',
  '/%ff',
])('T-101: %s reads no file and is no error of ours', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.body).not.toContain('"dependencies"')
})

test('HEAD is GET without the page', async () => {
  for (const url of ['/', '/private']) {
    const head = await fastify.inject({ method: 'HEAD', url })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers['content-type']).toContain('text/html')
  }
})

const post = (headers: Record<string, string>, payload = 'a=1') =>
  fastify.inject({
    method: 'POST',
    url: '/form.data',
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost', ...headers },
  })

test('a form of ours arrives; one from another site is refused; a huge one too', async () => {
  expect((await post({ origin: 'http://localhost' })).body).toContain('a=1')
  expect((await post({ origin: 'http://evil.example' })).body).not.toContain('a=1')
  expect((await post({ origin: 'http://localhost' }, 'a='.padEnd(200_000, 'x'))).statusCode).toBe(413)
})

test('T-019: a page whose address is a key tells it to nobody, and its own forms still arrive', async () => {
  const { headers } = await get('/booking/abc')
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store, private',
  })
  expect((await post({ origin: 'null', 'sec-fetch-site': 'same-origin' })).body).toContain('a=1')
  expect((await post({ origin: 'null', 'sec-fetch-site': 'cross-site' })).body).not.toContain('a=1')
})

test('a page that fails is a 500 and is not kept', async () => {
  expect((await get('/broken')).statusCode).toBe(500)
})

describe('one page, one address', () => {
  test.each([
    ['/GUIDE/Stairs', '/guide/Stairs'],
    ['/guide///Stairs//', '/guide/Stairs'],
    ['//guide/Stairs', '/guide/Stairs'],
    ['/%67uide/Stairs', '/guide/Stairs'],
    ['/Guide/a%2Fb?view=long&utm_source=x', '/guide/a%2Fb?view=long&utm_source=x'],
    ['/guide/%2F%2Fevil.example/', '/guide/%2F%2Fevil.example'],
    ['//?next=//evil.example', '/?next=//evil.example'],
  ])('%s leads to %s', async (asked, address) => {
    const { statusCode, headers } = await get(asked)
    expect([statusCode, headers.location]).toEqual([301, address])
  })

  test.each(['//evil.example/', '///evil.example//guide'])('T-101: %s leads nowhere else', async (asked) => {
    const { statusCode, headers } = await get(asked)
    expect([statusCode, headers.location]).toEqual([404, undefined])
  })

  test('a form, and whoever is signed in, is answered where they are', async () => {
    const signedIn = await get('/GUIDE/Stairs', { cookie: 'authData=Ada' })
    expect([signedIn.statusCode, signedIn.body.includes('Ada')]).toEqual([200, true])
    expect((await fastify.inject({ method: 'POST', url: '/FORM/', headers: { host: 'localhost' } })).statusCode).toBe(
      200,
    )
  })

  test('what the page is not drawn by makes no new page, and what it is drawn by makes one for each value', async () => {
    await get('/')
    const before = homeMade
    for (const query of ['a=1', 'utm_source=x', 'view=long', '_routes=home', '']) {
      const page = await get(`/?${query}`)
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate'])
    }
    expect(homeMade).toBe(before)
    const searchOf = async (query: string) => /"search":"([^"]*)"/.exec((await get(`/guide/vans${query}`)).body)?.[1]
    expect(await searchOf('?view=long&a=1')).toBe('?view=long')
    expect(await searchOf('?a=1&view=short')).toBe('?view=short')
    expect(await searchOf('?view=endless')).toBe('')
    expect(await searchOf('?VIEW=long')).toBe('')
  })

  test('all addresses that lead nowhere share one page, which is a 404', async () => {
    const pages = []
    for (const url of ['/wp-login.php', '/.env', '/a/b/c?d=1', '/%00', '/guide']) pages.push(await get(url))
    expect(pages.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(404))
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
    expect(missingMade).toBe(1)
  })
})

describe('a page that cannot be made just now', () => {
  const busy = refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 })
  const tooFast = refuse(commonRefusals.tooFast, { retryAfterSeconds: 42 })
  beforeEach(async () => {
    await get('/')
  })
  afterEach(() => (refused = undefined))

  test('says so in a page that needs nothing else, and when to come back', async () => {
    refused = tooFast
    const { statusCode, headers, body } = await get('/private')
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([429, '42', 'no-store, private'])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<html lang="en-GB">')
    expect(body).toMatch(/<title>.+<\/title>/)
    expect(body).toContain('again in a minute')
    expect(body).toContain('<a href="tel:+442079460123">020 7946 0123</a>')
    // Its style is the only thing that its policy lets in.
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
    expect(body).not.toContain('style="')
    refused = busy
    expect((await get('/guide/not-yet-made')).statusCode).toBe(503)
  })

  test('tells whoever sent a form that nothing of it was saved', async () => {
    refused = busy
    const answer = await fastify.inject({ method: 'POST', url: '/form', headers: { host: 'localhost' } })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
    expect(answer.body).toContain('nothing of it has been saved')
    expect(answer.body).not.toContain('Try again</a>')
  })

  test('is a problem for a script that asked for its data', async () => {
    refused = busy
    for (const [method, url] of [
      ['GET', '/private.data'],
      ['POST', '/form.data'],
      ['POST', '/session/quick'],
    ] as const) {
      const answer = await fastify.inject({ method, url, headers: { accept: '*/*' } })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
      expect(answer.json()).toMatchObject({ code: 'unavailable', detail: busy.detail })
    }
    const form = await fastify.inject({ method: 'POST', url: '/session/quick', headers: { accept: 'text/html,*/*' } })
    expect(form.headers['content-type']).toContain('text/html')
  })

  test('but what costs nothing is served: pages that are there, files, redirects', async () => {
    refused = busy
    expect((await get('/')).statusCode).toBe(200)
    expect((await get('/?a=1')).statusCode).toBe(200)
    expect((await get('/assets/app-1.js')).statusCode).toBe(200)
    expect((await get('/GUIDE/x')).statusCode).toBe(301)
  })
})

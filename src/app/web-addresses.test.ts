import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmallWeb, type SmallWeb } from '#test/support/small-web.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'

let web: SmallWeb

beforeAll(async () => {
  web = await createSmallWeb()
})
afterAll(() => web.close())

const get = (url: string, headers?: Record<string, string>) => web.get(url, headers)

describe('one page, one address', () => {
  test.each([
    ['/GUIDE/Stairs', '/guide/Stairs'],
    ['/guide///Stairs//', '/guide/Stairs'],
    ['//guide/Stairs', '/guide/Stairs'],
    ['/%67uide/Stairs', '/guide/Stairs'],
    ['/Guide/a%2Fb?view=long&utm_source=x', '/guide/a%2Fb?view=long&utm_source=x'],
    ['/guide/%2F%2Fevil.example/', '/guide/%2F%2Fevil.example'],
    ['//?next=//evil.example', '/?next=//evil.example'],
  ])('%s leads to %s', async (requestedPath, address) => {
    const { statusCode, headers } = await get(requestedPath)
    expect([statusCode, headers.location]).toEqual([301, address])
  })

  test.each(['//evil.example/', '///evil.example//guide'])('T-101: %s leads nowhere else', async (requestedPath) => {
    const { statusCode, headers } = await get(requestedPath)
    expect([statusCode, headers.location]).toEqual([404, undefined])
  })

  test('a form, and whoever is signed in, is answered where they are', async () => {
    const signedIn = await get('/GUIDE/Stairs', { cookie: 'authData=Ada' })
    expect([signedIn.statusCode, signedIn.body.includes('Ada')]).toEqual([200, true])
    expect(
      (await web.fastify.inject({ method: 'POST', url: '/FORM/', headers: { host: 'localhost' } })).statusCode,
    ).toBe(200)
  })

  test('what the page is not drawn by makes no new page, and what it is drawn by makes one for each value', async () => {
    await get('/')
    const before = web.made.home
    for (const query of ['a=1', 'utm_source=x', 'view=long', '_routes=home', '']) {
      const page = await get(`/?${query}`)
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate'])
    }
    expect(web.made.home).toBe(before)
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
    expect(web.made.missing).toBe(1)
  })
})

describe('a page that cannot be made just now', () => {
  const busy = refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 })
  const tooFast = refuse(commonRefusals.tooFast, { retryAfterSeconds: 42 })
  beforeEach(async () => {
    await get('/')
  })
  afterEach(() => (web.refused = undefined))

  test('says so in a page that needs nothing else, and when to come back', async () => {
    web.refused = tooFast
    const { statusCode, headers, body } = await get('/private')
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([429, '42', 'no-store, private'])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<html lang="en-GB">')
    expect(body).toMatch(/<title>.+<\/title>/)
    expect(body).toContain('again in a minute')
    expect(body).toContain('<a href="tel:+442079460123">020 7946 0123</a>')
    // The style element is the only resource that the page’s policy allows.
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
    expect(body).not.toContain('style="')
    web.refused = busy
    expect((await get('/guide/not-yet-made')).statusCode).toBe(503)
  })

  test('tells whoever sent a form that nothing of it was saved', async () => {
    web.refused = busy
    const answer = await web.fastify.inject({ method: 'POST', url: '/form', headers: { host: 'localhost' } })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
    expect(answer.body).toContain('nothing of it has been saved')
    expect(answer.body).not.toContain('Try again</a>')
  })

  test('is a problem for a script that asked for its data', async () => {
    web.refused = busy
    for (const [method, url] of [
      ['GET', '/private.data'],
      ['POST', '/form.data'],
      ['POST', '/session/quick'],
    ] as const) {
      const answer = await web.fastify.inject({ method, url, headers: { accept: '*/*' } })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
      expect(answer.json()).toMatchObject({ code: 'unavailable', detail: busy.detail })
    }
    const form = await web.fastify.inject({
      method: 'POST',
      url: '/session/quick',
      headers: { accept: 'text/html,*/*' },
    })
    expect(form.headers['content-type']).toContain('text/html')
  })

  test('but what costs nothing is served: pages that are there, files, redirects', async () => {
    web.refused = busy
    expect((await get('/')).statusCode).toBe(200)
    expect((await get('/?a=1')).statusCode).toBe(200)
    expect((await get('/assets/app-1.js')).statusCode).toBe(200)
    expect((await get('/GUIDE/x')).statusCode).toBe(301)
  })
})

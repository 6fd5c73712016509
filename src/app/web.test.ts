import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { createSmallWeb, type SmallWeb } from '#test/support/small-web.ts'

describe('the web', () => {
  let web: SmallWeb

  const logged: { level: number; event?: string }[] = []
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line) as { level: number }) })
  beforeAll(async () => {
    web = await createSmallWeb({ log })
  })
  afterAll(() => web.close())

  const get = (url: string, headers?: Record<string, string>) => web.get(url, headers)

  test('a public page is rendered once for all visitors, with hashes in its policy and a tag to check it by', async () => {
    const before = web.made.home
    const [first, second] = [await get('/'), await get('/')]
    expect(web.made.home).toBe(before + 1)
    expect(first.body).toBe(second.body)
    expect(first.body).toContain('<script>go()</script>')
    expect(first.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(first.headers.vary).toContain('Cookie')
    const refetched = await get('/', { 'if-none-match': '"none"' })
    expect(refetched.statusCode).toBe(200)
  })

  test('an unchanged page is not sent twice', async () => {
    const { headers } = await get('/')
    const revalidated = await get('/', { 'if-none-match': String(headers.etag) })
    expect(revalidated.statusCode).toBe(304)
    expect(revalidated.body).toBe('')
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
      // T-096: the first request for a file is answered like the first request for a page.
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
      const head = await web.fastify.inject({ method: 'HEAD', url })
      expect(head.statusCode).toBe(200)
      expect(head.body).toBe('')
      expect(head.headers['content-type']).toContain('text/html')
    }
  })

  const post = (headers: Record<string, string>, payload = 'a=1', url = '/form.data') =>
    web.fastify.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: '127.0.0.1:3000', ...headers },
    })
  const ours = 'https://vanfare.example'

  test('a form of ours arrives; one from another site is refused; a huge one too', async () => {
    expect((await post({ origin: ours })).body).toContain('a=1')
    expect((await post({ origin: 'http://evil.example' })).body).not.toContain('a=1')
    expect((await post({ origin: ours }, 'a='.padEnd(200_000, 'x'))).statusCode).toBe(413)
  })

  test.each([
    ['tells us nothing', {}],
    ['passes the host on', { host: 'vanfare.example' }],
    [
      'says all that proxies say',
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'vanfare.example', via: '1.1 a' },
    ],
  ])('T-098: behind a proxy that %s, a form is ours by PUBLIC_URL alone', async (_, headers) => {
    for (const url of ['/form', '/form.data', '/form?index']) {
      const answer = await post({ origin: ours, 'sec-fetch-site': 'same-origin', ...headers }, 'a=1', url)
      expect([url, answer.statusCode]).toEqual([url, 200])
    }
    for (const origin of [
      'http://vanfare.example',
      'https://127.0.0.1:3000',
      'http://127.0.0.1:3000',
      'https://evil.example',
    ])
      expect([origin, (await post({ origin, ...headers })).statusCode]).toEqual([origin, 403])
  })

  test('a form of another site is refused with a sentence, and is no error in the log', async () => {
    logged.length = 0
    const answer = await post({ origin: 'https://evil.example' }, 'a=1', '/form')
    expect(answer.json()).toMatchObject({ status: 403, code: 'foreign_page' })
    expect(answer.json<{ detail: string }>().detail).toContain(`Open ${ours}`)
    expect(answer.headers['strict-transport-security']).toBeDefined()
    await post({ origin: 'no origin' })
    await post({ 'sec-fetch-site': 'cross-site' })
    expect(logged.map(({ level }) => level)).toEqual([40, 40, 40])
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

  test('T-006: what a page asks of the API counts against the network of whoever wants the page', async () => {
    web.calledFrom.length = 0
    const from = (url: string, remoteAddress: string) => web.fastify.inject({ url, remoteAddress })
    await from('/asking', '203.0.113.7')
    await from('/asking-alone', '203.0.113.8')
    // A client that has disconnected while waiting must not count as a call of our own.
    web.whileWaiting = ({ raw }) => Object.assign(raw.socket, { remoteAddress: undefined })
    await from('/asking-alone', '203.0.113.9')
    web.whileWaiting = () => undefined
    expect(web.calledFrom).toEqual(['203.0.113.7', '203.0.113.8', '203.0.113.9'])
  })

  test('the routes of links are told for this build only, however many there are, and not for more than any page has', async () => {
    const filler = Array.from({ length: 50 }, (_, index) => `/other/${index}`)
    const routes = await get(`/__manifest?version=1&paths=${['/private', ...filler, '/form'].join(',')}`)
    expect(Object.keys(routes.json<object>()).toSorted()).toEqual(['form', 'private'])
    expect(routes.headers['cache-control']).toContain('immutable')
    const older = await get('/__manifest?version=0&paths=/form')
    expect(older).toMatchObject({ statusCode: 204, body: '' })
    expect(older.headers).toMatchObject({ 'x-remix-reload-document': 'true', 'cache-control': 'no-store' })
    expect((await get(`/__manifest?version=1&paths=${'/form,'.repeat(401)}`)).statusCode).toBe(404)
    expect((await web.fastify.inject({ method: 'POST', url: '/__manifest?version=1&paths=/form' })).statusCode).toBe(
      404,
    )
  })
})

describe('web addresses', () => {
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

    test('serves what costs nothing all the same: pages that are there, files and redirects', async () => {
      web.refused = busy
      expect((await get('/')).statusCode).toBe(200)
      expect((await get('/?a=1')).statusCode).toBe(200)
      expect((await get('/assets/app-1.js')).statusCode).toBe(200)
      expect((await get('/GUIDE/x')).statusCode).toBe(301)
    })
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiFetch } from './api-fetch.ts'
import { readAuthData, rememberSignedIn, clearSignedIn } from './auth-data.ts'
import { isFromOurPages, ownOrigins, ownPath, senderOf } from './same-origin.server.ts'

describe('calls of the API', () => {
  let requests: { path: string; bearer: string | null }[]
  let valid: string
  let renewals: number
  let refusal: number
  let dispatchedEvents: string[]
  beforeEach(() => {
    requests = []
    valid = 'new'
    renewals = 0
    refusal = 401
    dispatchedEvents = []
    vi.stubGlobal('dispatchEvent', (event: Event) => dispatchedEvents.push(event.type))
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
    let last: Promise<unknown> = Promise.resolve()
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, work: () => Promise<unknown>) => {
          const mine = last.then(work)
          last = mine.catch(() => undefined)
          return mine
        },
      },
    })
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (path === '/session/refresh') {
        renewals += 1
        return valid
          ? Response.json({ ok: true, data: { access: valid } })
          : Response.json({ ok: false, code: 'session_ended' }, { status: 401 })
      }
      const bearer = new Headers(init.headers).get('authorization')
      requests.push({ path, bearer })
      return new Response(null, { status: bearer === 'Bearer new' ? 200 : refusal })
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('a token that has expired is renewed once and the request sent again', async () => {
    rememberSignedIn('old')
    expect((await apiFetch('/api/users/')).status).toBe(200)
    expect(requests.map(({ bearer }) => bearer)).toEqual(['Bearer old', 'Bearer new'])
    expect(readAuthData().accessToken).toBe('new')
  })

  test('a 403 renews too: the account may have become more than the token knows', async () => {
    rememberSignedIn('old')
    refusal = 403
    expect((await apiFetch('/api/users/')).status).toBe(200)
    expect(renewals).toBe(1)
  })

  test('of many requests at once only one renews', async () => {
    rememberSignedIn('old')
    const answers = await Promise.all(Array.from({ length: 5 }, () => apiFetch('/api/users/')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(renewals).toBe(1)
  })

  test('where the session has ended the answer stays 401 and nobody is signed in', async () => {
    rememberSignedIn('old')
    valid = ''
    expect((await apiFetch('/api/users/')).status).toBe(401)
    expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
    expect(dispatchedEvents).toEqual(['vanfare:session-ended'])
  })

  test('a server that is away ends no session', async () => {
    rememberSignedIn('old')
    vi.stubGlobal('fetch', async (path: string) => {
      if (path === '/session/refresh') throw new TypeError('Failed to fetch')
      return new Response(null, { status: 401 })
    })
    expect((await apiFetch('/api/users/')).status).toBe(401)
    expect(readAuthData()).toEqual({ isAuthenticated: true, accessToken: 'old' })
    expect(dispatchedEvents).toEqual([])
  })

  test('who is signed in without a token here gets one first, and is refused nothing', async () => {
    const answers = [apiFetch('/api/users/'), apiFetch('/api/users/')]
    rememberSignedIn(null)
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    expect(requests.map(({ bearer }) => bearer)).toEqual(['Bearer new', 'Bearer new'])
    expect(renewals).toBe(1)
  })

  test('a visitor’s 401 renews nothing', async () => {
    expect((await apiFetch('/api/users/')).status).toBe(401)
    expect(renewals).toBe(0)
  })
})

describe('stored login', () => {
  const warnings: string[] = []
  beforeEach(() => {
    warnings.length = 0
    vi.spyOn(console, 'warn').mockImplementation((message: string) => void warnings.push(message))
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test('who signed in is remembered until they log out', () => {
    expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
    rememberSignedIn('a.b.c')
    expect(readAuthData()).toEqual({ isAuthenticated: true, accessToken: 'a.b.c' })
    clearSignedIn()
    expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
  })

  test.each([
    '{',
    '[]',
    '"x"',
    'null',
    '7',
    '{}',
    '{"isAuthenticated":"yes","accessToken":null}',
    '{"isAuthenticated":true,"accessToken":7}',
    '{"isAuthenticated":"yes","accessToken":7}',
  ])('nonsense (%s) is nobody: it is warned about once, and discarded', (value) => {
    localStorage.setItem('authData', value)
    expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
    expect(localStorage.getItem('authData')).toBeNull()
    expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
    expect(warnings).toEqual([expect.stringContaining('discarded')])
    expect(warnings.join()).not.toContain(value)
  })

  test('what is right is no reason to warn', () => {
    rememberSignedIn(null)
    expect(readAuthData()).toEqual({ isAuthenticated: true, accessToken: null })
    clearSignedIn()
    readAuthData()
    expect(warnings).toEqual([])
  })

  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }

  test('a browser that refuses to keep anything is one without it', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    expect(() => rememberSignedIn('a.b.c')).not.toThrow()
    expect(() => clearSignedIn()).not.toThrow()
    expect(readAuthData().isAuthenticated).toBe(false)
    // Each says so (spec §8).
    expect(warnings).toEqual([
      expect.stringContaining('stored in'),
      expect.stringContaining('removed from'),
      expect.stringContaining('read'),
    ])
  })
})

describe('T-098: whose page sent a form', () => {
  const own = ['https://vanfare.example']

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 'us'],
    [{ 'sec-fetch-site': 'same-origin', origin: own[0] }, 'us'],
    // No browser sends this combination, so a request that does is refused.
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 'stranger'],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 'us'],
    [{ 'sec-fetch-site': 'cross-site' }, 'stranger'],
    [{ 'sec-fetch-site': 'cross-site', origin: own[0] }, 'stranger'],
    [{ 'sec-fetch-site': 'same-site', origin: own[0] }, 'stranger'],
    [{ 'sec-fetch-site': 'none' }, 'unsaid'],
    [{ origin: own[0] }, 'us'],
    [{ origin: 'http://vanfare.example' }, 'stranger'],
    [{ origin: 'https://vanfare.example:444' }, 'stranger'],
    [{ origin: 'https://vanfare.example.evil.example' }, 'stranger'],
    [{ origin: 'vanfare.example' }, 'stranger'],
    [{ origin: 'null' }, 'stranger'],
    [{}, 'unsaid'],
  ])('%j: %s', (headers, expected) => {
    expect(senderOf(new Headers(headers as Record<string, string>), own)).toBe(expected)
  })

  test.each([
    // Whatever a proxy makes of our host and scheme, behind it there is one origin.
    ['https://vanfare.example', '127.0.0.1:3000', ['https://vanfare.example']],
    ['https://vanfare.example', 'vanfare.example', ['https://vanfare.example']],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', ['http://127.0.0.1:3000']],
    ['http://127.0.0.1:3000', 'localhost:3000', ['http://127.0.0.1:3000', 'http://localhost:3000']],
    ['http://127.0.0.1:80', 'LOCALHOST:80', ['http://127.0.0.1:80', 'http://localhost']],
    ['http://127.0.0.1:3000', 'no host at all', ['http://127.0.0.1:3000']],
    ['http://127.0.0.1:3000', undefined, ['http://127.0.0.1:3000']],
  ])('under %s, asked for as %s, our own origins are %j', (publicUrl, host, expected) => {
    expect(ownOrigins(publicUrl, host)).toEqual(expected)
  })

  test.each([
    [{ origin: 'https://vanfare.example' }, true],
    [{ origin: 'http://vanfare.example' }, false],
    [{ origin: 'http://evil.example' }, false],
    [{}, false],
  ])('a form with %j is ours: %s', (headers, expected) => {
    const request = new Request('https://vanfare.example/session/login', {
      method: 'POST',
      headers: headers as Record<string, string>,
    })
    expect(isFromOurPages(request, 'https://vanfare.example')).toBe(expected)
  })
})

describe('T-017: ownPath', () => {
  test.each([
    ['/', '/'],
    ['/my-bookings/future-bookings?page=2', '/my-bookings/future-bookings?page=2'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/a\r\nSet-Cookie: x=1', '/'],
    ['/..//evil.example', '/'],
    ['/a/../..//evil.example', '/'],
    ['', '/'],
    [null, '/'],
    [['/a'], '/'],
  ])('%j leads to %s', (next, path) => {
    expect(ownPath(next)).toBe(path)
  })

  const ways = [
    '//',
    '/\\',
    '\\\\',
    '\\/',
    '///',
    '/ /',
    '/\t/',
    '/\n/',
    '/..//',
    '/.//',
    '/%2e%2e//',
    '/a/..//',
    'http://',
    'https:',
    'ftp://',
  ]
  const hosts = ['evil.example', 'evil.example/a', 'own.invalid@evil.example', '[::1]:80', 'evil。example']
  const elsewhere = ways.flatMap((way) => hosts.map((host) => way + host))

  test(`${elsewhere.length} ways elsewhere lead nowhere else`, () => {
    for (const next of elsewhere)
      for (const base of ['https://vanfare.example', 'http://127.0.0.1:3000'])
        expect([next, new URL(ownPath(next), base).origin]).toEqual([next, base])
  })
})

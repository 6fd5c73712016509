import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiFetch } from './api-fetch.ts'
import { readAuthData, rememberSignedIn } from './auth-data.ts'

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

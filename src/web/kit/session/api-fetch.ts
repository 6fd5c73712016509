import { useEffect, useState } from 'react'
import { answerFromWire } from '#shared/call.ts'
import type { Role, AnswerOf, Endpoint } from '#shared/endpoint.ts'
import { unreachable, type Answer } from '#web/kit/forms/answer.ts'
import { clearSignedIn, readAuthData, rememberSignedIn, sessionEnded } from './auth-data.ts'

export type ApiPath = `/api/${string}`
export const isApiPath = (path: string): path is ApiPath => path.startsWith('/api/')

/**
 * Calls the API from the browser as the signed-in user. On 401 or 403 the tokens are refreshed once, in one tab at a
 * time, and the request is repeated (spec §4). If the session has ended, the original answer is returned and the window
 * is notified.
 */
export async function apiFetch(path: ApiPath, init: RequestInit = {}): Promise<Response> {
  const accessToken = await knownAccess()
  const first = await fetch(path, withBearer(init, accessToken))
  if (![401, 403].includes(first.status) || !readAuthData().isAuthenticated) return first
  const renewed = await renewAccess(accessToken)
  return renewed ? fetch(path, withBearer(init, renewed)) : first
}

/** This browser's token. If only the cookie says that somebody is signed in, it fetches a token first, once the page has found that out. */
async function knownAccess(): Promise<string | null> {
  const { accessToken } = readAuthData()
  if (accessToken) return accessToken
  // The session watch handles the page's effects in the same turn.
  await Promise.resolve()
  const known = readAuthData()
  return known.isAuthenticated && !known.accessToken ? renewAccess(null) : known.accessToken
}

function withBearer(init: RequestInit, accessToken: string | null): RequestInit {
  const headers = new Headers(init.headers)
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  // The API takes identity from the header only, so the cookie is not sent.
  return { ...init, headers, credentials: 'omit' }
}

const renewAccess = (stale: string | null): Promise<string | null> =>
  oneTabAtATime(async () => {
    const { accessToken } = readAuthData()
    // A second tab has refreshed the tokens while this one waited.
    if (accessToken && accessToken !== stale) return accessToken
    const answer = await postSession('refresh')
    if (answer.ok) rememberSignedIn(answer.data.access)
    else if (isEnd(answer.code)) {
      clearSignedIn()
      dispatchEvent(new Event(sessionEnded))
    }
    return answer.ok ? answer.data.access : null
  })

/** Only an answer from the server ends a session; a busy or unreachable server does not. */
const isEnd = (code: string): boolean => ['session_ended', 'account_deleted', 'account_blocked'].includes(code)

const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('authData', work) : work()

/** What the `/session/…` actions tell the page. */
export interface SignedIn {
  /** Short-lived; the refresh token stays in the cookie. */
  access: string
}

export interface LoggedIn extends SignedIn {
  userRole: Role
  /** Where this login leads (spec §4). */
  next: string
}

interface Registered {
  bookingToken: string
}

interface SessionActions {
  login: LoggedIn
  refresh: SignedIn
  register: Registered
  'login-link': null
  'forgot-password': null
  'claim-code': null
  claim: LoggedIn
}

/** Sends a form to one of the `/session/…` actions. Never rejects: an unreachable server gives an answer too. */
export async function postSession<Action extends keyof SessionActions>(
  action: Action,
  form: FormData = new FormData(),
): Promise<Answer<SessionActions[Action]>> {
  try {
    const response = await fetch(`/session/${action}`, { method: 'POST', body: new URLSearchParams(textsOf(form)) })
    const answer: Answer<SessionActions[Action]> = await response.json()
    return answer
  } catch {
    return unreachable
  }
}

const textsOf = (form: FormData): [string, string][] =>
  [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] satisfies [string, string]] : []))

/** What an endpoint answered the browser itself: `readAnswer<typeof getPlace>(response)`. A type only, for schemas stay on the server. */
export const readAnswer = async <E extends Endpoint>(response: Response): Promise<AnswerOf<E>> =>
  answerFromWire<E>(await response.json())

type Read<E extends Endpoint> = AnswerOf<E> | 'asking' | 'absent' | 'failed'

/** What a public address answers, asked for when the component is first drawn, and again if that failed. A 404 is an answer too. */
export function useRead<E extends Endpoint>(path: string): { state: Read<E>; retry: () => void } {
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<{ path: string; tries: number; state: Read<E> } | null>(null)
  useEffect(() => {
    const closed = new AbortController()
    const ask = async () => {
      const state = await read<E>(path, closed.signal)
      if (!closed.signal.aborted) setAnswer({ path, tries, state })
    }
    void ask()
    return () => closed.abort()
  }, [path, tries])
  const isOurs = answer?.path === path && answer.tries === tries
  return { state: isOurs ? answer.state : 'asking', retry: () => setTries(tries + 1) }
}

async function read<E extends Endpoint>(path: string, signal: AbortSignal): Promise<Read<E>> {
  try {
    const response = await fetch(path, { credentials: 'omit', signal })
    if (response.ok) return await readAnswer<E>(response)
    return response.status === 404 ? 'absent' : 'failed'
  } catch {
    return 'failed'
  }
}

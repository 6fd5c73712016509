import { forgetSignedIn, readAuthData, rememberSignedIn } from './auth-data.ts'
import { postSession } from './session-answers.ts'
import { sessionEnded } from './session-ended.ts'

export type ApiPath = `/api/${string}`
export const isApiPath = (path: string): path is ApiPath => path.startsWith('/api/')

/**
 * Calls the API from the browser as the signed-in user. On 401 or 403 the tokens are refreshed once, in one tab at a time, and the
 * request is repeated (spec §4). If nobody is signed in any more, the original answer is returned and the window is notified.
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
    // Another tab was faster while this one waited.
    if (accessToken && accessToken !== stale) return accessToken
    const answer = await postSession('refresh')
    if (answer.ok) rememberSignedIn(answer.data.access)
    else if (isEnd(answer.code)) {
      forgetSignedIn()
      dispatchEvent(new Event(sessionEnded))
    }
    return answer.ok ? answer.data.access : null
  })

/** Only an answer from the server ends a session; a busy or unreachable server does not. */
const isEnd = (code: string): boolean => ['session_ended', 'account_deleted', 'account_blocked'].includes(code)

const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('authData', work) : work()

import { forgetSignedIn, readAuthData, rememberSignedIn } from './auth-data.ts'
import { postSession, type SignedIn } from './session-answers.ts'

/**
 * Calls the API from the page itself, as whoever is signed in. On 401 the tokens are refreshed once, in one tab at a time, and the
 * request is sent again; where that fails the session has ended, and the answer stays 401.
 */
export async function apiFetch(path: `/api/${string}`, init: RequestInit = {}): Promise<Response> {
  const { accessToken } = readAuthData()
  const first = await fetch(path, withBearer(init, accessToken))
  if (first.status !== 401 || !readAuthData().isAuthenticated) return first
  const renewed = await renewAccess(accessToken)
  return renewed ? fetch(path, withBearer(init, renewed)) : first
}

function withBearer(init: RequestInit, accessToken: string | null): RequestInit {
  const headers = new Headers(init.headers)
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  // The API takes identity from the header only; the cookie has no business there.
  return { ...init, headers, credentials: 'omit' }
}

const renewAccess = (stale: string | null): Promise<string | null> =>
  oneTabAtATime(async () => {
    const { accessToken } = readAuthData()
    // Another tab was faster while this one waited.
    if (accessToken && accessToken !== stale) return accessToken
    const answer = await postSession<SignedIn>('refresh')
    if (answer.ok) rememberSignedIn(answer.access)
    else if (answer.code !== 'no_answer') forgetSignedIn()
    return answer.ok ? answer.access : null
  })

const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('authData', work) : work()

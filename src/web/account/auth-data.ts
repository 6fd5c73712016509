/**
 * `localStorage.authData`: whether somebody is signed in, so that tabs agree, and the short-lived access token, so that a page can call
 * the API. The refresh token is never here. A browser that keeps nothing, or holds nonsense, is a browser without it.
 */
export interface AuthData {
  isAuthenticated: boolean
  accessToken: string | null
}

export const authDataKey = 'authData'

const nobody: AuthData = { isAuthenticated: false, accessToken: null }

export function readAuthData(): AuthData {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(authDataKey) ?? 'null')
    if (stored === null || typeof stored !== 'object') return nobody
    const { isAuthenticated, accessToken } = stored as Record<string, unknown>
    return {
      isAuthenticated: isAuthenticated === true,
      accessToken: typeof accessToken === 'string' ? accessToken : null,
    }
  } catch {
    return nobody
  }
}

export function rememberSignedIn(accessToken: string | null): void {
  write(JSON.stringify({ isAuthenticated: true, accessToken } satisfies AuthData))
}

export function forgetSignedIn(): void {
  write(null)
}

function write(value: string | null) {
  try {
    if (value === null) localStorage.removeItem(authDataKey)
    else localStorage.setItem(authDataKey, value)
  } catch {
    // A private window without storage still works: the cookie is what counts.
  }
}

import { fieldsOf } from '#shared/fields-of.ts'
import { warnOnConsole } from '#web/kit/browser-log.ts'

/**
 * `localStorage.authData`: whether somebody is signed in, so that tabs agree, and the short-lived access token, so that a page can
 * call the API. The refresh token is never here. If storage is unavailable or holds nonsense, that is logged to the console and the
 * page goes on without it (spec §8).
 */
export interface AuthData {
  isAuthenticated: boolean
  accessToken: string | null
}

export const authDataKey = 'authData'

const nobody: AuthData = { isAuthenticated: false, accessToken: null }

export function readAuthData(): AuthData {
  const stored = read()
  if (stored === null) return nobody
  const parsed = parse(stored)
  if (parsed) return parsed
  warnOnConsole('The stored login wasn’t valid and was discarded.')
  forgetSignedIn()
  return nobody
}

export function rememberSignedIn(accessToken: string | null): void {
  write(JSON.stringify({ isAuthenticated: true, accessToken } satisfies AuthData))
}

export function forgetSignedIn(): void {
  write(null)
}

function parse(stored: string): AuthData | undefined {
  try {
    const { isAuthenticated, accessToken = null } = fieldsOf(JSON.parse(stored))
    if (typeof isAuthenticated !== 'boolean') return undefined
    return accessToken === null || typeof accessToken === 'string' ? { isAuthenticated, accessToken } : undefined
  } catch {
    return undefined
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(authDataKey)
  } catch (error) {
    warnOnConsole('The stored login couldn’t be read.', error)
    return null
  }
}

/** A private window without storage still works: the cookie is what counts. */
function write(value: string | null) {
  try {
    if (value === null) localStorage.removeItem(authDataKey)
    else localStorage.setItem(authDataKey, value)
  } catch (error) {
    warnOnConsole(`The login couldn’t be ${value === null ? 'removed from' : 'stored in'} this browser.`, error)
  }
}

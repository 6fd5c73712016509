import { fieldsOf } from '#shared/records.ts'
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

const signedOut: AuthData = { isAuthenticated: false, accessToken: null }

export function readAuthData(): AuthData {
  const stored = read()
  if (stored === null) return signedOut
  const parsed = parse(stored)
  if (parsed) return parsed
  warnOnConsole('The stored login wasn’t valid and was discarded.')
  clearSignedIn()
  return signedOut
}

export function rememberSignedIn(accessToken: string | null): void {
  write(JSON.stringify({ isAuthenticated: true, accessToken } satisfies AuthData))
}

export function clearSignedIn(): void {
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

/** Dispatched on the window when a call of the page finds that its session has ended. */
export const sessionEnded = 'vanfare:session-ended'

const cookieName = 'loggedOut'
const minuteInSeconds = 60

/**
 * Set by the answer that logs out, for the script of whichever page comes next: the form may have been sent before its own page's script
 * was there, and the state of a navigation may never be drawn.
 */
export const loggedOutCookie = (isHttps: boolean): string =>
  `${cookieName}=yes; Path=/; Max-Age=${minuteInSeconds}; SameSite=Lax${isHttps ? '; Secure' : ''}`

/** Whether somebody has logged out in this browser, and no page has cleared up after them yet. */
export const hasLoggedOut = (): boolean => document.cookie.split('; ').includes(`${cookieName}=yes`)

export function logOutIsKnown(): void {
  // Some browsers lack the cookie store API.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${cookieName}=; path=/; max-age=0; samesite=lax`
}

interface Address {
  pathname: string
  search: string
}

/** Whether the address opens the login, which only the home page's can. Such a page hydrates at once. */
export const asksForLogin = ({ pathname, search }: Address): boolean =>
  pathname === '/' && new URLSearchParams(search).get('dialog') === 'login'

import { randomBytes } from 'node:crypto'
import { readCookie } from '#web/kit/session/same-origin.server.ts'

/**
 * The secret by which our server recognises this browser: it tells the owner's logins from a stranger's wrong tries, and the link
 * of its own registration from another's. It grants no access. `__Host-` as for the session.
 */
const nameOf = (isHttps: boolean) => (isHttps ? '__Host-device' : 'device')

const year = 365 * 86_400

export function readDeviceCookie(header: string | null | undefined, isHttps: boolean): string | undefined {
  const value = readCookie(header, nameOf(isHttps))
  return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
}

export const deviceCookie = (secret: string, isHttps: boolean): string =>
  `${nameOf(isHttps)}=${secret}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`

export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')

/** The forms that set this cookie. Nothing else does, least of all another site's form. */
const accountForms = ['/session/login', '/session/register', '/register', '/reset-password', '/login-link']

interface Sent {
  method: string
  url: string
  headers: { 'sec-fetch-site'?: string | string[]; origin?: string }
}

export function isAccountForm({ method, url, headers }: Sent, publicUrl: string): boolean {
  if (method !== 'POST') return false
  const site = headers['sec-fetch-site']
  const isOurs = site === undefined ? headers.origin === publicUrl : site === 'same-origin'
  return isOurs && accountForms.includes(url.replace(/[?#].*$/, '').replace(/\.data$/, ''))
}

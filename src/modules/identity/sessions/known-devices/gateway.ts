import type { IncomingHttpHeaders } from 'node:http'
import { digestOf } from '#platform/secrets.ts'

/**
 * A secret by which a browser or client is recognised, so that its logins are told apart from a stranger's: 32 random bytes in
 * base64url, made by the client. Our pages keep it in a cookie that no script can read.
 */
export const deviceHeader = 'vanfare-device'

export const isDeviceSecret = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text)

/** The digest of the caller's device secret, in hex; null if it sent none. */
export function deviceOf(headers: IncomingHttpHeaders): string | null {
  const secret = headers[deviceHeader]
  return isDeviceSecret(secret) ? digestOf(secret).toString('hex') : null
}

import type { IncomingHttpHeaders } from 'node:http'
import { digestOf } from '#platform/secrets.ts'

/**
 * What a browser or client calls itself by, so that its own log-ins are told from a stranger's: 32 random bytes in base64url that it
 * made and keeps to itself. Our pages keep it in a cookie that no script can read.
 */
export const deviceHeader = 'vanfare-device'

export const isDeviceSecret = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text)

/** The digest of the caller's device, in hex; null where it names none. */
export function deviceOf(headers: IncomingHttpHeaders): string | null {
  const secret = headers[deviceHeader]
  return isDeviceSecret(secret) ? digestOf(secret).toString('hex') : null
}

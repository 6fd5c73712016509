import type { Mail } from '../rules.ts'

/** Messages to a browser (RFC 8030). Pure. */

/**
 * Push services of the existing browsers; a leading `.` means any host below it. Messages go to no other host, so that
 * a caller cannot point us at our own network.
 */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

export const MAX_ENDPOINT = 1000
/** Browsers of one person; a further one takes the place of the oldest. */
export const MAX_DEVICES = 10

/** Whether an address that a browser names is one of a push service: https, its usual port, no password. */
export function isPushService(endpoint: string): boolean {
  const url = endpoint.length <= MAX_ENDPOINT ? URL.parse(endpoint) : null
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  return PUSH_SERVICES.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host))
}

const TITLE_MOST = 120
const BODY_MOST = 240

/** The head of a mail, and the page of ours that its action opens. */
export function pushOf({ title, paragraphs, action }: Mail, publicUrl: string) {
  const isOurs = action?.url.startsWith(`${publicUrl}/`)
  const path = isOurs ? action?.url.slice(publicUrl.length) : undefined
  return {
    subject: shortened(title, TITLE_MOST),
    text: shortened(paragraphs[0] ?? '', BODY_MOST),
    path: path && path.length <= 500 && !path.startsWith('//') && path !== '/' ? path : '/my-bookings',
  }
}

const shortened = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}

/** What a push service's answer means: the browser is gone for good, the message will never be taken, or later perhaps. */
export function pushOutcome(status: number): 'sent' | 'gone' | 'refused' | 'later' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  // 401 and 403: our own keys are wrong, which is to be mended.
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) ? 'refused' : 'later'
}

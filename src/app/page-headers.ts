import { createHash } from 'node:crypto'

/**
 * Our own origin and nothing else. Inline scripts need the page's nonce, or their hash on a cached page; inline styles and style
 * attributes are refused altogether. `blob:` pictures are photos somebody has just chosen.
 */
export function contentSecurityPolicy(inlineScripts: readonly string[], isHttps: boolean): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts.map((source) => `'${source}'`)].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** For the card that others put into their pages: anybody may frame it, and nothing in it runs or sends. */
export const framedPolicy = (isHttps: boolean): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** The card contains no personal data, so shared caches may keep it. */
export const framedHeaders = {
  'cache-control': 'public, max-age=600',
  vary: 'Accept-Encoding',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** In development, Vite inserts its own styles and scripts and opens a web socket. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:; object-src 'none'"

const permissionsPolicy = (geolocation: '()' | '(self)') =>
  `camera=(), microphone=(), geolocation=${geolocation}, payment=(), usb=(), browsing-topics=()`

/** The cab screen asks where the van is, if its driver lets the customer see it. */
export const positionHeaders = { 'permissions-policy': permissionsPolicy('(self)') } as const

/** A script above /assets/ is a worker in charge of pages: it may ask our own server, which no other file has to. */
export const isWorker = (path: string): boolean => /^\/[\w-]+\.js$/.test(path)
export const workerHeaders = { 'content-security-policy': "default-src 'none'; connect-src 'self'" } as const

/** Sent with everything the web serves. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // Not "no-referrer": with that, browsers also hide the origin of our own forms, which the CSRF check needs.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy('()'),
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** Pages for one person or one moment are not stored. */
export const personalHeaders = {
  'cache-control': 'no-store, private',
  vary: 'Authorization, Cookie, Accept-Encoding',
} as const

/** The address is a key, so it is not sent as a referrer or listed by search engines. */
export const secretPageHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } as const

export const publicPageHeaders = {
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'Cookie, Accept-Encoding',
} as const

/**
 * A cached page cannot have a nonce, so the scripts React gave our nonce are allowed by their hash instead. A script injected
 * through user input has no nonce, gets no hash, and does not run.
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`
  const sources = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(/<script([^<>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(mark) || attributes.includes(' src=')) continue
    sources.add(`sha256-${createHash('sha256').update(code).digest('base64')}`)
  }
  return { html: html.replaceAll(mark, ''), sources: [...sources] }
}

import { refusal } from '#shared/endpoint.ts'

export const foreignPage = refusal('foreign_page', 403, 'Please use the pages of Vanfare.')

/** Origin of a form: our page, another site’s, or unknown (every current browser sends it). */
export type Sender = 'us' | 'stranger' | 'unsaid'

/**
 * Who sent this request, according to the browser's Sec-Fetch-Site and Origin headers. Behind a proxy, the host and scheme of the
 * request need not be those people see, so they are ignored. SameSite=Lax alone does not stop another site from logging somebody in.
 */
export function senderOf(headers: Headers, own: readonly string[]): Sender {
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return 'stranger'
  const origin = headers.get('origin')
  if (origin !== null && origin !== 'null') return own.includes(origin) ? 'us' : 'stranger'
  // A form on a page without a referrer hides its origin too; then Sec-Fetch-Site decides.
  if (site === 'same-origin') return 'us'
  return origin === 'null' ? 'stranger' : 'unsaid'
}

/**
 * The origins of our pages: PUBLIC_URL. If that is not encrypted there is no proxy, and the server may be reached under any name of
 * this machine: then the name that was requested counts too.
 */
export function ownOrigins(publicUrl: string, host: string | undefined): string[] {
  const requestedOrigin = publicUrl.startsWith('http:') ? URL.parse(`http://${host ?? ''}`)?.origin : undefined
  return requestedOrigin && requestedOrigin !== publicUrl ? [publicUrl, requestedOrigin] : [publicUrl]
}

/** Whether one of our own pages sent this; the adapter sets the request's address to an origin of ours only then. */
export const isFromOurPages = (request: Request, publicUrl: string): boolean =>
  senderOf(request.headers, [publicUrl, new URL(request.url).origin]) === 'us'

/** A path of ours to go to next, or the root; never another host, whatever the form contains (T-017). */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next)) return '/'
  const url = URL.parse(next, 'https://own.invalid')
  // Resolved before the check, because of "/..//elsewhere".
  return url?.host === 'own.invalid' && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}

/** The value of a cookie in a request's header. */
export const readCookie = (header: string | null | undefined, name: string): string | undefined =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

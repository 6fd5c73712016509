import { refusal } from '#shared/endpoint.ts'

export const foreignPage = refusal('foreign_page', 403, 'Please use the pages of Vanfare.')

/** Whose page sent a form: one of ours, another site's, or unknown (no recent browser leaves that out). */
export type Sender = 'us' | 'stranger' | 'unsaid'

/**
 * Who sent this request, by what its browser says of it in Sec-Fetch-Site and Origin. What comes through a proxy tells nothing: neither
 * the host nor the scheme by which we were reached need be those that people see. SameSite=Lax alone does not stop another site from
 * logging somebody in.
 */
export function senderOf(headers: Headers, own: readonly string[]): Sender {
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return 'stranger'
  const origin = headers.get('origin')
  if (origin !== null && origin !== 'null') return own.includes(origin) ? 'us' : 'stranger'
  // A form on a page that tells nobody its address hides its origin too; then Sec-Fetch-Site decides.
  if (site === 'same-origin') return 'us'
  return origin === 'null' ? 'stranger' : 'unsaid'
}

/**
 * The origins of our pages: PUBLIC_URL. Where that is not encrypted, nothing stands in front of us, and the same house answers to
 * every name of this machine: then the one that was asked for counts too.
 */
export function ownOrigins(publicUrl: string, host: string | undefined): string[] {
  const asked = publicUrl.startsWith('http:') ? URL.parse(`http://${host ?? ''}`)?.origin : undefined
  return asked && asked !== publicUrl ? [publicUrl, asked] : [publicUrl]
}

/** Whether one of our own pages sent this; the adapter makes the address of a request from an origin of ours and no other. */
export const isFromOurPages = (request: Request, publicUrl: string): boolean =>
  senderOf(request.headers, [publicUrl, new URL(request.url).origin]) === 'us'

/** A path of ours to go to next, or the root: never another host, whatever the form said (T-017). */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next)) return '/'
  const url = URL.parse(next, 'https://own.invalid')
  // "/..//elsewhere" is resolved first, and only then looked at.
  return url?.host === 'own.invalid' && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}

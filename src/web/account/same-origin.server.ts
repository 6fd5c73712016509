/**
 * Whether this request was sent by one of our own pages. Browsers say so in Sec-Fetch-Site, older ones in Origin; whoever says
 * neither is no page of ours. SameSite=Lax alone does not stop another site from logging somebody in.
 */
export function isFromOurPages(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = request.headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  return origin === publicUrl || new URL(origin).host === new URL(request.url).host
}

/** A path of ours to go to next, or the root: never another host, whatever the form said (T-017). */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next)) return '/'
  const url = URL.parse(next, 'https://own.invalid')
  // "/..//elsewhere" is resolved first, and only then looked at.
  return url?.host === 'own.invalid' && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}

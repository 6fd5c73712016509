import type { FastifyReply, FastifyRequest } from 'fastify'

/** A request for a page as React Router takes it, given up when the browser goes away. */
export function webRequestOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const controller = new AbortController()
  // Once the answer has been handed over there is nothing left to give up.
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) controller.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 pseudo headers never reach this server; everything else has one value or a list of them.
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  }
  // A form on a page that tells nobody its address hides its origin too; then the browser's own word for it counts.
  if (headers.get('origin') === 'null' && headers.get('sec-fetch-site') === 'same-origin') headers.delete('origin')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return new Request(urlOf(request, publicUrl), {
    method: isRead ? 'GET' : request.method,
    headers,
    signal: controller.signal,
    ...(isRead ? {} : { body: request.body as Buffer<ArrayBuffer> | undefined }),
  })
}

/** The host as the browser named it, because its forms are checked against it; links never come from here but from PUBLIC_URL. */
function urlOf(request: FastifyRequest, publicUrl: string): URL {
  const host = /^[a-z0-9.:[\]-]{1,255}$/i.test(request.host) ? request.host : ''
  const base = host && URL.canParse(`${request.protocol}://${host}`) ? `${request.protocol}://${host}` : publicUrl
  // Two slashes at the start, in either direction, would be read as another host.
  return new URL(request.url.replace(/^[/\\]{2,}/, '/'), base)
}

/** What a page's answer says of itself, on the answer that is sent. */
export function copyHeaders(response: Response, reply: FastifyReply) {
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
}

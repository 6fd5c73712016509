import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownOrigins, senderOf, type Sender } from '#web/kit/session/same-origin.server.ts'

/** A page request as React Router expects it, aborted if the browser disconnects. */
export function webRequestOf(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): { request: Request; sender: Sender } {
  const controller = new AbortController()
  // Once the answer has been handed over there is nothing left to abort.
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) controller.abort()
  })
  const headers = headersOf(request)
  const own = ownOrigins(publicUrl, request.headers.host)
  const sender = senderOf(headers, own)
  const origin = own.find((one) => one === headers.get('origin')) ?? publicUrl
  const isRead = isReadOnly(request)
  // React Router checks Origin too, and would refuse forms from pages that hide theirs; the sender has been checked above.
  if (!isRead && sender === 'us') headers.set('origin', origin)
  return {
    sender,
    // A path that begins with two slashes, of either kind, would be parsed as another host.
    request: new Request(new URL(request.url.replace(/^[/\\]{2,}/, '/'), origin), {
      method: isRead ? 'GET' : request.method,
      headers,
      signal: controller.signal,
      ...(isRead ? {} : { body: request.body as Buffer<ArrayBuffer> | undefined }),
    }),
  }
}

export const isReadOnly = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 pseudo headers never reach this server; all others have one value or a list.
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  }
  return headers
}

/** Copies the headers of a rendered page to the reply. */
export function copyHeaders(response: Response, reply: FastifyReply) {
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressOnce, encodingFor } from './compression.ts'
import type { CachedPage, RenderedPage } from './page-cache.ts'
import type { StaticFiles } from './static-files.ts'

export function sendFile(
  file: NonNullable<ReturnType<StaticFiles['find']>>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.headers({
    'content-type': file.type,
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'Accept-Encoding',
  })
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send()
  if (file.encoding) reply.header('content-encoding', file.encoding)
  return reply.send(file.body)
}

export function sendCached(page: CachedPage, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(page.headers).header('etag', page.etag)
  if (request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.status(page.status).send(page.bodies[encoding ?? 'identity'])
}

export async function sendOnce(page: RenderedPage, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(page.headers).status(page.status)
  if (page.body.length === 0) return reply.send()
  const { body, encoding } = await compressOnce(page.body, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
}

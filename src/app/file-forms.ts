import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadUnitDocument } from '#modules/fleet/documents/contract.ts'
import { multipartRoute } from '#platform/multipart.ts'
import { sendProblem } from '#platform/serve.ts'
import { pathOf } from '#shared/call.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/fields-of.ts'
import { foreignPage, ownOrigins, senderOf } from '#web/kit/session/same-origin.server.ts'
import type { Visit } from './web.ts'

interface FileForms {
  publicUrl: string
  visit: (request: FastifyRequest, address: string) => Promise<Visit>
}

type UnitForm = FastifyRequest<{ Params: { unitId: string } }>

/**
 * Where a page without script sends its files: they stream on to the API, as the person whose cookie came with them, and the answer
 * is the page again. With script the browser sends them to the API itself.
 */
export function serveFileForms(fastify: FastifyInstance, forms: FileForms): void {
  fastify.post('/settings/driving-profile/documents/:unitId', multipartRoute, (request: UnitForm, reply) =>
    sendOn(fastify, forms, request, reply),
  )
}

async function sendOn(
  fastify: FastifyInstance,
  { publicUrl, visit }: FileForms,
  request: UnitForm,
  reply: FastifyReply,
) {
  if (!isOurs(request, publicUrl)) return sendProblem(reply, refuse(foreignPage), request.id)
  const { bearer, setCookies } = await visit(request, request.ip)
  for (const cookie of setCookies) reply.header('set-cookie', cookie)
  if (!bearer) return sendProblem(reply, refuse(commonRefusals.unauthenticated), request.id)
  const { unitId } = request.params
  const { 'content-type': type = '', 'content-length': length } = request.headers
  const answer = await fastify.inject({
    method: uploadUnitDocument.method,
    url: pathOf(uploadUnitDocument, { params: { id: unitId } }),
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': type,
      ...(length ? { 'content-length': length } : {}),
    },
    remoteAddress: request.ip,
    payload: request.raw,
  })
  const query = new URLSearchParams({ unit: unitId, ...(answer.statusCode < 300 ? {} : notSent(answer.body)) })
  return reply.redirect(`/settings/driving-profile?${query.toString()}#documents`, 303)
}

/** Codes only: the page has the words, so that no address can put others on it. */
function notSent(body: string): Record<string, string> {
  const { code, errors } = fieldsOf(parsed(body))
  const [field = ''] = Object.keys(fieldsOf(errors))
  return { not_sent: typeof code === 'string' ? code : 'unavailable', ...(field ? { field } : {}) }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

function isOurs({ headers }: FastifyRequest, publicUrl: string): boolean {
  const said = new Headers()
  for (const name of ['origin', 'sec-fetch-site']) if (typeof headers[name] === 'string') said.set(name, headers[name])
  return senderOf(said, ownOrigins(publicUrl, headers.host)) === 'us'
}

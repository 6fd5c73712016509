import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadUnitDocument } from '#modules/fleet/documents/contract.ts'
import { submitPersonCheck } from '#modules/fleet/people/contract.ts'
import { personPlace } from '#modules/fleet/people/rules.ts'
import { multipartRoute } from '#platform/multipart.ts'
import { sendProblem } from '#platform/serve.ts'
import { pathOf } from '#shared/call.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/records.ts'
import { foreignPage, ownOrigins, senderOf } from '#web/kit/session/same-origin.server.ts'
import type { Visit } from './web.ts'

interface FileForms {
  publicUrl: string
  visit: (request: FastifyRequest, address: string) => Promise<Visit>
}

interface FileForm {
  path: string
  method: typeof uploadUnitDocument.method
  /** Path of the API endpoint that receives the file. */
  urlOf: (id: string) => string
  /** The page again. */
  pageOf: (id: string, problem: Record<string, string>) => string
}

const documentForm: FileForm = {
  path: '/settings/driving-profile/documents/:id',
  method: uploadUnitDocument.method,
  urlOf: (id) => pathOf(uploadUnitDocument, { params: { id } }),
  pageOf: (unit, problem) => `/settings/driving-profile${query({ unit, ...problem })}#documents`,
}

const checkForm: FileForm = {
  path: '/settings/people/:id/check',
  method: submitPersonCheck.method,
  urlOf: (personId) => pathOf(submitPersonCheck, { params: { person_id: personId } }),
  pageOf: (personId, problem) => `/settings/people${query(problem)}#${personPlace(encodeURIComponent(personId))}`,
}

const query = (fields: Record<string, string>) =>
  Object.keys(fields).length > 0 ? `?${new URLSearchParams(fields).toString()}` : ''

type Sent = FastifyRequest<{ Params: { id: string } }>

/**
 * Where a page without script sends its files: they stream on to the API, as the person whose cookie came with them, and the answer
 * is the page again. With script the browser sends them to the API itself.
 */
export function serveFileForms(fastify: FastifyInstance, forms: FileForms): void {
  for (const form of [documentForm, checkForm])
    fastify.post(form.path, multipartRoute, (request: Sent, reply) =>
      sendOn(fastify, { ...forms, form }, request, reply),
    )
}

async function sendOn(
  fastify: FastifyInstance,
  { publicUrl, visit, form }: FileForms & { form: FileForm },
  request: Sent,
  reply: FastifyReply,
) {
  if (!isOurs(request, publicUrl)) return sendProblem(reply, refuse(foreignPage), request.id)
  const { bearer, setCookies } = await visit(request, request.ip)
  for (const cookie of setCookies) reply.header('set-cookie', cookie)
  if (!bearer) return sendProblem(reply, refuse(commonRefusals.unauthenticated), request.id)
  const { id } = request.params
  const { 'content-type': type = '', 'content-length': length } = request.headers
  const answer = await fastify.inject({
    method: form.method,
    url: form.urlOf(id),
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': type,
      ...(length ? { 'content-length': length } : {}),
    },
    remoteAddress: request.ip,
    payload: request.raw,
  })
  return reply.redirect(form.pageOf(id, answer.statusCode < 300 ? {} : notSent(answer.body)), 303)
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
  const senderHeaders = new Headers()
  for (const name of ['origin', 'sec-fetch-site'])
    if (typeof headers[name] === 'string') senderHeaders.set(name, headers[name])
  return senderOf(senderHeaders, ownOrigins(publicUrl, headers.host)) === 'us'
}

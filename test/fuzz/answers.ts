import { isDeepStrictEqual } from 'node:util'
import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { refusalsOf } from '#platform/openapi.ts'
import { commonRefusals, isFile, isStream, type Endpoint, type Problem, type RefusalKind } from '#shared/endpoint.ts'

/** What the contract says of an answer, held against the answer itself. Each line is one thing that is wrong. */
export function wrongWith(endpoint: Endpoint, answer: LightMyRequestResponse): string[] {
  const { statusCode: status } = answer
  if (status >= 500) return [`${status}: ${answer.body.slice(0, 300)}`]
  const own = status < 400 ? wrongWithSuccess(endpoint, answer) : wrongWithRefusal(endpoint, answer)
  return [...own, ...wrongWithHeaders(endpoint, answer)]
}

/** What any request may be told before the operation itself is found: it is no HTTP, or no address of ours. */
const OF_THE_TRANSPORT: readonly RefusalKind[] = [
  commonRefusals.tooSlow,
  commonRefusals.uriTooLong,
  commonRefusals.headersTooLarge,
]

function wrongWithSuccess(endpoint: Endpoint, answer: LightMyRequestResponse): string[] {
  const { statusCode: status, headers, body } = answer
  const declared = endpoint.status ?? 200
  if (status !== declared) return [`${status} where the contract says ${declared}`]
  const type = headers['content-type'] ?? ''
  if (declared === 204) {
    return body === '' && type === '' ? [] : [`204 with a body: ${type} ${body.slice(0, 100)}`]
  }
  if (isFile(endpoint.answer)) {
    const known: readonly string[] = endpoint.answer.types
    if (!known.includes(type.replace(/;.*$/, ''))) return [`a file of the type ${type}`]
    return type.startsWith('application/json') && !/^\s*\{/.test(body) ? ['a JSON file that is no object'] : []
  }
  if (isStream(endpoint.answer)) return type === 'text/event-stream; charset=utf-8' ? [] : [`a stream as ${type}`]
  if (type !== 'application/json; charset=utf-8') return [`a value as ${type}`]
  const value: unknown = JSON.parse(body)
  const parsed = endpoint.answer.safeParse(value)
  if (!parsed.success) return [`an answer of another shape: ${z.prettifyError(parsed.error).slice(0, 300)}`]
  // What parsing leaves out is what the contract does not name.
  return isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), value)
    ? []
    : ['an answer with more than the contract names']
}

const problem = z.strictObject({
  type: z.string(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  code: z.string().regex(/^[a-z_]+$/),
  errors: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)).optional(),
  suggested: z.record(z.string().min(1), z.string()).optional(),
  request_id: z.string().optional(),
})

/** How we are built is nobody's business. */
const INNARDS =
  /node_modules|\.(ts|js|mjs):\d+|\bat [\w.<>]+ \(|\bselect\b.+\bfrom\b|\bpg_\w+|syntax error|violates|duplicate key|relation "|kysely|errno|SQLSTATE|ZodError/i

function wrongWithRefusal(endpoint: Endpoint, answer: LightMyRequestResponse): string[] {
  const { statusCode: status, headers, body } = answer
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8') {
    return [`a refusal as ${String(headers['content-type'])}: ${status} ${body.slice(0, 100)}`]
  }
  const parsed = problem.safeParse(JSON.parse(body))
  if (!parsed.success) return [`no problem of RFC 9457: ${z.prettifyError(parsed.error).slice(0, 300)}`]
  const { code, type, errors } = parsed.data satisfies Problem
  const declared = [...refusalsOf(endpoint), ...OF_THE_TRANSPORT]
  return [
    ...(parsed.data.status === status ? [] : [`${status} says that it is ${parsed.data.status}`]),
    ...(type === `/api/docs/#${code}` ? [] : [`${code} is explained at ${type}`]),
    ...(declared.some((kind) => kind.code === code && kind.status === status) ? [] : [`${status} ${code}, undeclared`]),
    ...(code === commonRefusals.invalid.code && !errors ? ['a 422 that names no field'] : []),
    ...(status === 401 && headers['www-authenticate'] !== 'Bearer' ? ['a 401 without WWW-Authenticate'] : []),
    ...(status === 429 && !headers['retry-after'] ? ['a 429 without Retry-After'] : []),
    ...(INNARDS.test(body) ? [`tells how we are built: ${body.slice(0, 300)}`] : []),
  ]
}

function wrongWithHeaders(endpoint: Endpoint, { statusCode, headers }: LightMyRequestResponse): string[] {
  const cache = headers['cache-control'] ?? ''
  return [
    ...(mayBeKept(endpoint, statusCode).test(cache) ? [] : [`${statusCode} with Cache-Control "${cache}"`]),
    // Of an address that opens something; what never came to the endpoint was refused by the house.
    ...(endpoint.isSecret && statusCode < 400 && headers['x-robots-tag'] !== 'noindex'
      ? ['a secret address that may be listed']
      : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['an answer whose type may be guessed']),
    ...(headers['content-security-policy'] ? [] : ['an answer that may run what it likes']),
  ]
}

/** Only what everybody may read may be kept by anybody, and no refusal. */
function mayBeKept({ access, method, freshSeconds, isSecret, answer }: Endpoint, status: number): RegExp {
  if (status < 400 && isStream(answer)) return /^no-store, private, no-transform$/
  if (access !== 'public' || method !== 'GET' || isSecret) return /^no-store, private$/
  if (status < 400 && isFile(answer)) return /^(no-store, private|no-cache|public, max-age=\d+(, immutable)?)$/
  if (status < 400 && freshSeconds) return new RegExp(`^public, max-age=${freshSeconds}$`)
  // A browser may ask again, or what never came to the endpoint was refused by the house.
  return status < 400 ? /^no-cache$/ : /^(no-cache|no-store, private)$/
}

import type { FastifyInstance } from 'fastify'
import { deviceHeader } from '#modules/identity/sessions/gateway.ts'
import { answerFromWire, pathOf, type Call, type CallOptions, type CallResult } from '#shared/call.ts'
import { isFile, type AnswerOf, type CallInput, type Endpoint, type Problem } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/records.ts'
import { toWire } from '#shared/wire.ts'

/** The identity behind these calls. Only the bearer token identifies; the address is used for rate limits. */
export interface Caller {
  bearer?: string
  /** The network address of the person behind this call, not of this process. */
  address?: string
  userAgent?: string
  /** The secret of the person's browser. */
  device?: string
}

/** A client of our own API inside the process: the same routes, checks and limits as over the network. */
export function createCall(fastify: FastifyInstance, caller: Caller = {}): Call {
  return async <const E extends Endpoint>(endpoint: E, input?: CallInput<E>, options: CallOptions = {}) => {
    const parts: { params?: object; query?: object; body?: unknown } = input ?? {}
    const response = await fastify.inject({
      method: endpoint.method,
      url: pathOf(endpoint, { params: wireObject(parts.params), query: wireObject(parts.query) }),
      headers: headersOf(caller, options, parts.body !== undefined),
      ...(caller.address ? { remoteAddress: caller.address } : {}),
      ...(parts.body === undefined ? {} : { payload: JSON.stringify(toWire(parts.body)) }),
    })
    return resultOf(endpoint, response.statusCode, response.headers, response.body)
  }
}

const wireObject = (value: object | undefined): object => fieldsOf(toWire({ ...value }))

function headersOf(caller: Caller, options: CallOptions, hasBody: boolean): Record<string, string> {
  const bearer = options.bearer ?? caller.bearer
  return {
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    ...(caller.userAgent ? { 'user-agent': caller.userAgent } : {}),
    ...(caller.device ? { [deviceHeader]: caller.device } : {}),
  }
}

interface Headers {
  'content-type'?: string
  'retry-after'?: string | number
}

function resultOf<E extends Endpoint>(endpoint: E, status: number, headers: Headers, body: string): CallResult<E> {
  // The text of a file, whatever it is: a day's record is JSON.
  if (status < 300 && isFile(endpoint.answer)) return { ok: true, status, data: body as AnswerOf<E> }
  const isJson = /^application\/(?:problem\+)?json/.test(headers['content-type'] ?? '')
  const value: unknown = isJson && body ? JSON.parse(body) : body || undefined
  if (status < 300) return { ok: true, status, data: answerFromWire<E>(value) }
  const retryAfter = Number(headers['retry-after'])
  return {
    ok: false,
    status,
    // Field errors keep the wire's paths: they are addresses, not keys.
    problem: value as Problem,
    ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  }
}

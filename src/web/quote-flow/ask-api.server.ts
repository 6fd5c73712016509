import { data } from 'react-router'
import type { CallResult } from '#shared/call.ts'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import type { Answered } from './ask-api.ts'

/** What a step sent. The API looks at the body; here only its outer form is read. */
export async function readAsked(request: Request): Promise<{ key: string; body: never }> {
  const sent: unknown = await request.json().catch(() => null)
  const { key, body } = (typeof sent === 'object' && sent !== null ? sent : {}) as { key?: unknown; body?: unknown }
  if (typeof key !== 'string' || typeof body !== 'object' || body === null)
    throw data('Send a key and a body.', { status: 400 })
  // Whatever it is: the endpoint's schema decides.
  return { key, body: body as never }
}

export function answered<E extends Endpoint>(key: string, result: CallResult<E>): Answered<AnswerOf<E>> {
  if (result.ok) return { key, ok: true, data: result.data }
  const { status, code, detail, errors } = result.problem
  return { key, ok: false, problem: { status, code, detail, errors } }
}

import type { CallResult } from '#shared/call.ts'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import type { Saved } from './form-answer.ts'

/** An answer of the API as the form hears it. */
export function saved<E extends Endpoint>(result: CallResult<E>): Saved<AnswerOf<E>> {
  if (result.ok) return { ok: true, data: result.data }
  return { ok: false, detail: result.problem.detail, errors: result.problem.errors }
}

/** The same without what was saved, for a form that only has to know that it was. */
export function savedPlainly(result: CallResult<Endpoint>): Saved {
  return result.ok ? { ok: true } : { ok: false, detail: result.problem.detail, errors: result.problem.errors }
}

/** Of a form that may have to ask for the password: what is wrong with it stands at its field. */
export function savedWithPassword(result: CallResult<Endpoint>): Saved {
  if (result.ok || result.problem.code !== 'reauth_required') return savedPlainly(result)
  const { detail, errors } = result.problem
  return { ok: false, detail, errors: { current_password: [detail], ...errors } }
}

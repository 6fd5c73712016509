import type { CallResult } from '#shared/call.ts'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import type { Answer, Problem } from './answer.ts'

type Refused = Extract<CallResult<Endpoint>, { ok: false }>

export function problemOf({ status, problem, retryAfterSeconds }: Refused): Problem {
  const { code, detail, errors, suggested } = problem
  return { ok: false, status, code, detail, errors, suggested, retryAfterSeconds }
}

/** The API's answer, for the page. */
export const answerOf = <E extends Endpoint>(result: CallResult<E>): Answer<AnswerOf<E>> =>
  result.ok ? { ok: true, data: result.data } : problemOf(result)

/** The same without data, for forms that only need to know whether they succeeded. */
export const plainAnswerOf = (result: CallResult<Endpoint>): Answer =>
  result.ok ? { ok: true, data: null } : problemOf(result)

/** For forms that may need the password: the problem is shown at its field. */
export function answerWithPasswordOf(result: CallResult<Endpoint>): Answer {
  const answer = plainAnswerOf(result)
  if (answer.ok || answer.code !== 'reauth_required') return answer
  return { ...answer, errors: { current_password: [answer.detail], ...answer.errors } }
}

import type { z } from 'zod'
import type { CallResult } from '#shared/call.ts'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import { withoutUnseen } from '#shared/pasted.ts'
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

// Reads what our pages send. Hand-written requests may contain anything: they get a 4xx, never a 500.

export async function readForm(request: Request): Promise<FormData> {
  try {
    const form = await request.formData()
    for (const name of new Set(form.keys())) {
      const values = form.getAll(name).map((value) => (typeof value === 'string' ? withoutUnseen(value) : value))
      form.delete(name)
      for (const value of values) form.append(name, value)
    }
    return form
  } catch {
    const type = request.headers.get('content-type') ?? ''
    const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
    throw new Response(null, { status: isForm ? 400 : 415 })
  }
}

/** JSON of the outer form the page's action relies on; the API validates the values. */
export async function readJson<Sent>(request: Request, shape: z.ZodType<Sent>): Promise<Sent> {
  const sent = shape.safeParse(await request.json().catch(() => undefined))
  if (sent.success) return sent.data
  throw new Response(null, { status: 400 })
}

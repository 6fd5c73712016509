import { data } from 'react-router'
import type { CallResult } from '#shared/call.ts'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/records.ts'
import { answerOf } from '#web/kit/forms/answer.server.ts'
import type { KeyedAnswer } from './ask.ts'

/** The JSON a step sent. Only its outer form is checked here; the API validates the rest. */
export async function readQuestion(request: Request): Promise<{ key: string; body: never }> {
  const sent: unknown = await request.json().catch(() => null)
  const { key, body } = fieldsOf(sent)
  if (typeof key !== 'string' || typeof body !== 'object' || body === null)
    throw data('Send a key and a body.', { status: 400 })
  // The endpoint's schema validates it.
  return { key, body: body as never }
}

export const keyedAnswer = <E extends Endpoint>(key: string, result: CallResult<E>): KeyedAnswer<AnswerOf<E>> => ({
  key,
  ...answerOf(result),
})

import { answerFromWire } from '#shared/call.ts'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'

/** What an endpoint answered the browser itself: `readAnswer<typeof getPlace>(response)`. A type only, for schemas stay on the server. */
export const readAnswer = async <E extends Endpoint>(response: Response): Promise<AnswerOf<E>> =>
  answerFromWire<E>(await response.json())

import type { CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import { configContext } from '#web/kit/page/context.ts'
import { refuseStrangers, type PageRequest } from '#web/kit/session/gate.server.ts'
import type { SignedIn } from '#web/kit/session/session-answers.ts'
import { sessionCookie, type TokenPair } from './session-cookie.server.ts'

export const isHttps = ({ context }: PageRequest): boolean => context.get(configContext).publicUrl.startsWith('https:')

/** A `/session/…` action, for forms from our own pages. */
export const formAction =
  (answer: (request: PageRequest, form: FormData) => Promise<Response>) =>
  async ({ request, context }: PageRequest): Promise<Response> =>
    refuseStrangers({ request, context }) ?? answer({ request, context }, await readForm(request))

export const answerResponse = (data: unknown): Response => Response.json({ ok: true, data } satisfies Answer)

/** Puts the pair into a cookie no script can read, and gives the page only what it may have. */
export function signedInResponse<Data extends SignedIn>(
  request: PageRequest,
  pair: TokenPair,
  more: Omit<Data, 'access'>,
): Response {
  const response = answerResponse({ access: pair.access, ...more })
  response.headers.set('set-cookie', sessionCookie(pair, isHttps(request)))
  return response
}

export const problemResponse = (refused: Extract<CallResult<Endpoint>, { ok: false }>): Response =>
  Response.json(problemOf(refused), { status: refused.status })

import { redirect } from 'react-router'
import { refreshTokens } from '#modules/identity/contract.ts'
import { apiContext } from '#web/context.ts'
import type { Route } from './+types/session-refresh'
import type { SignedIn } from './session-answers.ts'
import { endedSessionCookie, readSessionCookie } from './session-cookie.server.ts'
import { isHttps, problemResponse, refuseStrangers, signedInResponse } from './session-requests.server.ts'

export const loader = () => redirect('/')

/** A new access token for a page that calls the API itself. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = { request, context }
  const refused = refuseStrangers(asked)
  if (refused) return refused
  const pair = readSessionCookie(request.headers.get('cookie'), isHttps(asked))
  const answer = await context.get(apiContext)(refreshTokens, { body: { refresh: pair?.refresh ?? 'none' } })
  if (answer.ok) return signedInResponse<SignedIn>(asked, answer.data, {})
  const response = problemResponse(answer)
  if ([401, 403].includes(answer.status)) response.headers.set('set-cookie', endedSessionCookie(isHttps(asked)))
  return response
}

import { redirect } from 'react-router'
import { getUser, refreshTokens } from '#modules/identity/contract.ts'
import { refuseStrangers } from '#web/kit/session/gate.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { Route } from './+types/refresh'
import type { SignedIn } from '#web/kit/session/api-fetch.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import {
  endedSessionCookie,
  isRunningOut,
  readSessionCookie,
  answerResponse,
  isHttps,
  problemResponse,
  signedInResponse,
} from './session-cookie.server.ts'

export const loader = () => redirect('/')

/** A new access token for a page that calls the API itself. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = { request, context }
  const refused = refuseStrangers(page)
  if (refused) return refused
  const pair = readSessionCookie(request.headers.get('cookie'), isHttps(page))
  const call = context.get(apiContext)
  // A second tab has just renewed it. Renewing again would void the token of requests still in flight (F-27).
  if (pair && !isRunningOut(pair.access, nowIn(context)) && (await call(getUser)).ok)
    return answerResponse({ access: pair.access } satisfies SignedIn)
  const answer = await call(refreshTokens, { body: { refresh: pair?.refresh ?? 'none' } })
  if (answer.ok) return signedInResponse<SignedIn>(page, answer.data, {})
  const response = problemResponse(answer)
  if ([401, 403].includes(answer.status)) response.headers.set('set-cookie', endedSessionCookie(isHttps(page)))
  return response
}

import { textIn } from '#web/kit/forms/form-text.ts'
import { redirect } from 'react-router'
import { logOut, refreshTokens } from '#modules/identity/contract.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import type { Route } from './+types/logout'
import { ownPath } from '#web/kit/session/same-origin.server.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { endedSessionCookie, isRunningOut, readSessionCookie, isHttps } from './session-cookie.server.ts'
import { loggedOutCookie } from '#web/kit/session/auth-data.ts'
import { refuseStrangers } from '#web/kit/session/gate.server.ts'

/**
 * An address that somebody opens by hand leads home. The router asks for it too, if another answer of the page comes while a log-out is on its
 * way: a redirect then would lead home instead of to where the log-out leads.
 */
export const loader = ({ request }: Route.LoaderArgs) =>
  request.headers.get('sec-fetch-dest') === 'empty' ? null : redirect('/')

/** Ends the session in the browser and on the server, then redirects to one of our pages. Works without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = { request, context }
  const refused = refuseStrangers(page)
  if (refused) return refused
  const next = ownPath(textIn(await readForm(request), 'next'))
  const pair = readSessionCookie(request.headers.get('cookie'), isHttps(page))
  if (pair) await endOnServer(page, pair)
  const headers = new Headers()
  for (const cookie of [endedSessionCookie, loggedOutCookie]) headers.append('set-cookie', cookie(isHttps(page)))
  return redirect(next, { headers })
}

/** An expired access token cannot end its session, so it is renewed first. */
async function endOnServer({ context }: Pick<Route.ActionArgs, 'context'>, pair: { access: string; refresh: string }) {
  const call = context.get(apiContext)
  if (!isRunningOut(pair.access, nowIn(context))) {
    const ended = await call(logOut, { body: {} }, { bearer: pair.access })
    if (ended.ok) return
  }
  const renewed = await call(refreshTokens, { body: { refresh: pair.refresh } })
  if (renewed.ok) await call(logOut, { body: {} }, { bearer: renewed.data.access })
}

import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Call, CallResult } from '#shared/call.ts'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import { apiContext, configContext, sessionContext, type SessionUser } from '#web/kit/page/context.ts'
import { isFromOurPages } from '#web/kit/session/same-origin.server.ts'

type Context = Readonly<RouterContextProvider>

/** The driver who asks for this page. Visitors are asked to log in (driver/layout.tsx), everybody else goes home. */
export function needDriver(context: Context): { call: Call; session: SessionUser } {
  const session = context.get(sessionContext)
  if (!session) throw data(null, { status: 401 })
  if (session.userRole !== 'driver') throw redirect('/')
  return { call: context.get(apiContext), session }
}

/** The same for a form, which has to come from one of our own pages. */
export function needDriverForm(context: Context, request: Request): { call: Call; session: SessionUser } {
  if (!isFromOurPages(request, context.get(configContext).publicUrl)) throw data(null, { status: 403 })
  return needDriver(context)
}

/** What a page cannot do without: anything but an answer ends the page, with the status that the API gave. */
export function dataOf<E extends Endpoint>(result: CallResult<E>): AnswerOf<E> {
  if (result.ok) return result.data
  throw data(null, { status: result.status })
}

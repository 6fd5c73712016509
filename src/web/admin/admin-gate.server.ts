import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Call } from '#shared/call.ts'
import { isFromOurPages } from '#web/kit/session/same-origin.server.ts'
import { apiContext, configContext, sessionContext } from '#web/kit/page/context.ts'

type Context = Readonly<RouterContextProvider>

/** The calls of an admin; everybody else goes home. */
export function needAdmin(context: Context): Call {
  if (context.get(sessionContext)?.userRole !== 'admin') throw redirect('/')
  return context.get(apiContext)
}

/** The same for a form, which has to come from one of our own pages. */
export function needAdminForm(context: Context, request: Request): Call {
  if (!isFromOurPages(request, context.get(configContext).publicUrl)) throw data(null, { status: 403 })
  return needAdmin(context)
}

import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Call, CallResult } from '#shared/call.ts'
import { commonRefusals, type AnswerOf, type Endpoint, type Role } from '#shared/endpoint.ts'
import { mayOpen, OFFICE_ACCOUNT, officePageOf } from '#web/kit/office/office-pages.ts'
import { apiContext, configContext, pathContext, sessionContext, type SessionUser } from '#web/kit/page/context.ts'
import type { Problem } from '#web/kit/forms/answer.ts'
import { foreignPage, isFromOurPages } from './same-origin.server.ts'

type Context = Readonly<RouterContextProvider>

/** The arguments of a loader or an action. */
export interface PageRequest {
  request: Request
  context: Context
}

export interface Entry {
  call: Call
  session: SessionUser
}

/** The caller of a page for one role. Others are sent home; the admin pages offer no login. */
function needRole(context: Context, role: Role): Entry {
  const session = context.get(sessionContext)
  // The layout of the driver's pages asks visitors to log in.
  if (!session && role === 'driver') throw data(null, { status: 401 })
  if (session?.userRole !== role) throw redirect('/')
  // A page of the company's owner; the layout says so.
  if (session.isHired) throw data(null, { status: 403 })
  return { call: context.get(apiContext), session }
}

/** The owner of a company. */
export const needDriver = (context: Context): Entry => needRole(context, 'driver')

/** A driver of either kind: the few pages that a hired driver has too. */
export function needAnyDriver(context: Context): Entry {
  const session = context.get(sessionContext)
  return session?.isHired ? { call: context.get(apiContext), session } : needDriver(context)
}

/** One of the office's staff whose role the page is for. The menu names no other; the API refuses what is asked all the same. */
export function needAdmin(context: Context): Entry {
  const entry = needRole(context, 'admin')
  const { staffRole, needsTwoStep } = entry.session
  const path = context.get(pathContext)
  if (needsTwoStep && path !== OFFICE_ACCOUNT) throw redirect(OFFICE_ACCOUNT)
  if (!mayOpen(staffRole, path)) {
    const { code, status } = commonRefusals.staffRole
    throw data({ code, staff: officePageOf(path)?.staff ?? [] }, { status })
  }
  return entry
}

/** Whether the role of somebody in the office covers a call, so that a page offers no button that would be refused. */
export const mayCall = ({ staffRole }: SessionUser, { staff }: Pick<Endpoint, 'staff'>): boolean =>
  staffRole !== undefined && Array.isArray(staff) && staff.includes(staffRole)

/** The same for a form, which has to come from one of our own pages. */
export const needDriverForm = (context: Context, request: Request): Entry => needRole(ours(context, request), 'driver')
export const needAdminForm = (context: Context, request: Request): Entry => needAdmin(ours(context, request))

export const isOurs = ({ request, context }: PageRequest): boolean =>
  isFromOurPages(request, context.get(configContext).publicUrl)

/** The refusal of a form that none of our pages sent; undefined otherwise. */
export function refuseStrangers(page: PageRequest): Response | undefined {
  if (isOurs(page)) return undefined
  const { code, detail, status } = foreignPage
  return Response.json({ ok: false, status, code, detail } satisfies Problem, { status })
}

function ours(context: Context, request: Request): Context {
  if (!isOurs({ request, context })) throw data(null, { status: foreignPage.status })
  return context
}

/** Data a page cannot do without: any refusal ends the page with the API's status. */
export function dataOf<E extends Endpoint>(result: CallResult<E>): AnswerOf<E> {
  if (result.ok) return result.data
  throw data(null, { status: result.status })
}

/** Answer about the thing that an address names; a malformed id gives 404, like an unknown one. */
export function namedBy<E extends Endpoint>(result: CallResult<E>): AnswerOf<E> {
  if (result.ok) return result.data
  throw data(null, { status: result.status === 422 ? 404 : result.status })
}

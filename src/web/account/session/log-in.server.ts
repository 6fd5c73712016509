import { getUser, logIn, logInCustomer } from '#modules/identity/contract.ts'
import { getMyDay } from '#modules/bookings/day/contract.ts'
import { getDrivenUnit } from '#modules/fleet/drivers/contract.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint, Role } from '#shared/endpoint.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageRequest } from '#web/kit/session/gate.server.ts'
import { HIRED_HOME } from '#web/shell/menu.ts'
import { readFirstUnit } from '../login/first-unit.server.ts'
import { pageAfterLogin } from '../login/login-rules.ts'
import type { TokenPair } from './session-cookie.server.ts'

export interface LoggedInBy {
  ok: true
  pair: TokenPair
  userRole: Role
  /** The page it leads to. */
  next: string
}

/** `in=booking` admits customers only: mid-booking nobody else has anything to do. */
export async function logInFrom(
  { context }: PageRequest,
  form: FormData,
): Promise<LoggedInBy | Extract<CallResult<Endpoint>, { ok: false }>> {
  const endpoint = textIn(form, 'in') === 'booking' ? logInCustomer : logIn
  const call = context.get(apiContext)
  const answer = await call(endpoint, {
    body: {
      email: textIn(form, 'email'),
      password: textIn(form, 'password'),
      totpCode: textIn(form, 'totp_code') || null,
    },
  })
  if (!answer.ok) return answer
  const bearer = answer.data.access
  const user = await call(getUser, {}, { bearer })
  if (!user.ok) return user
  const { userRole, isHired = false, staffRole } = user.data
  const unit = userRole === 'driver' && !isHired ? await readFirstUnit(call, bearer) : null
  const next = isHired ? await hiredHome(call, bearer) : pageAfterLogin(userRole, unit, staffRole)
  return { ok: true, pair: answer.data, userRole, next }
}

/** The day that is on, else what comes new; the calendar while they drive for nobody. */
async function hiredHome(call: Call, bearer: string): Promise<string> {
  const driven = await call(getDrivenUnit, {}, { bearer })
  const unit = driven.ok ? driven.data.unit : null
  if (!unit) return HIRED_HOME
  const day = await call(getMyDay, { params: { id: unit.id }, query: {} }, { bearer })
  return day.ok && day.data.jobs.length > 0 ? '/my-day' : '/my-bookings/new-bookings'
}

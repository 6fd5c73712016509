import { getMyDay } from '#modules/bookings/day/contract.ts'
import { getDrivenUnit } from '#modules/fleet/drivers/contract.ts'
import { listUnits } from '#modules/fleet/units/contract.ts'
import { unitPath } from '#modules/fleet/rules.ts'
import { getUser, logIn, logInCustomer, register } from '#modules/identity/contract.ts'
import { getOverview } from '#modules/onboarding/contract.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint, Role } from '#shared/endpoint.ts'
import { parsePhone } from '#shared/phone.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageRequest } from '#web/kit/session/gate.server.ts'
import { HIRED_HOME } from '#web/shell/menu.ts'
import { pageAfterLogin, type FirstUnit } from '../login/login-rules.ts'
import { isNewRole } from '../login/registration-rules.ts'
import type { TokenPair } from './session-cookie.server.ts'

export interface LoggedInBy {
  ok: true
  pair: TokenPair
  userRole: Role
  /** The page it leads to. */
  next: string
}

/** Logs in; `in=booking` admits customers only, because other roles cannot book. */
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
  const next =
    userRole === 'driver' ? await driverHome(call, { bearer, isHired }) : pageAfterLogin(userRole, { staffRole })
  return { ok: true, pair: answer.data, userRole, next }
}

/** Home page of a driver; for a hired one without a company, the calendar. */
async function driverHome(call: Call, { bearer, isHired }: { bearer: string; isHired: boolean }): Promise<string> {
  if (isHired) {
    const driven = await call(getDrivenUnit, {}, { bearer })
    const unit = driven.ok ? driven.data.unit : null
    return unit ? ((await dayOf(call, bearer, [unit.id])) ?? '/my-bookings/new-bookings') : HIRED_HOME
  }
  const overview = await call(getOverview, {}, { bearer })
  // What still waits for an answer holds its time too, so that the day itself is asked.
  const busy = overview.ok ? overview.data.units.filter(({ days }) => days[0]?.state === 'busy') : []
  const day = await dayOf(
    call,
    bearer,
    busy.map(({ id }) => id),
  )
  return day ?? pageAfterLogin('driver', { unit: await readFirstUnit(call, bearer) })
}

/** My Day of the first of these vans that has a job today; null if none has. */
async function dayOf(call: Call, bearer: string, unitIds: readonly string[]): Promise<string | null> {
  const days = await Promise.all(unitIds.map((id) => call(getMyDay, { params: { id }, query: {} }, { bearer })))
  const busy = days.flatMap((day) => (day.ok && day.data.jobs.length > 0 ? [day.data.workingUnitId] : []))
  return busy[0] ? unitPath('/my-day', busy[0]) : null
}

/** A driver's first working unit, for deciding where a login leads; null if there is none, or it cannot be read. */
async function readFirstUnit(call: Call, bearer: string): Promise<FirstUnit | null> {
  const answer = await call(listUnits, { query: { pageSize: 1 } }, { bearer })
  const unit = answer.ok ? answer.data.results[0] : undefined
  return unit ? { status: unit.status, hasVehicle: unit.vehicle !== null } : null
}

/** Opens the account a form describes; without a role it is a customer's. */
export function registerFrom({ context }: PageRequest, form: FormData) {
  const role = textIn(form, 'user_role')
  const phone = textIn(form, 'phone')
  return context.get(apiContext)(register, {
    body: {
      userRole: isNewRole(role) ? role : 'customer',
      email: textIn(form, 'email'),
      password: textIn(form, 'password'),
      firstName: textIn(form, 'first_name'),
      lastName: textIn(form, 'last_name') || null,
      phone: (parsePhone(phone) ?? phone) || null,
      forBooking: textIn(form, 'for_booking') === 'yes',
      ...(role === 'driver' ? { companyName: textIn(form, 'company_name') || null } : {}),
    },
  })
}

import { redirect } from 'react-router'
import { getUser, logIn, logInCustomer } from '#modules/identity/contract.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import type { Route } from './+types/login'
import { readFirstUnit } from '../login/first-unit.server.ts'
import { pageAfterLogin } from '../login/login-rules.ts'
import type { LoggedIn } from '#web/kit/session/session-answers.ts'
import { problemResponse, refuseStrangers, signedInResponse, textOf } from './session-requests.server.ts'

export const loader = () => redirect('/')

/** `in=booking` lets customers in only: mid-booking there is nothing for anybody else to do. */
export async function action({ request, context }: Route.ActionArgs) {
  const refused = refuseStrangers({ request, context })
  if (refused) return refused
  const form = await readForm(request)
  const endpoint = textOf(form, 'in') === 'booking' ? logInCustomer : logIn
  const call = context.get(apiContext)
  const answer = await call(endpoint, {
    body: {
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
      totpCode: textOf(form, 'totp_code') || null,
    },
  })
  if (!answer.ok) return problemResponse(answer)
  const bearer = answer.data.access
  const user = await call(getUser, {}, { bearer })
  if (!user.ok) return problemResponse(user)
  const { userRole } = user.data
  const unit = userRole === 'driver' ? await readFirstUnit(call, bearer) : null
  return signedInResponse<LoggedIn>({ request, context }, answer.data, {
    userRole,
    next: pageAfterLogin(userRole, unit),
  })
}

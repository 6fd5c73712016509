import { redirect } from 'react-router'
import { HIRED_HOME } from '#web/shell/menu.ts'
import { getUser, logIn, logInCustomer } from '#modules/identity/contract.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { LoggedIn } from '#web/kit/session/session-answers.ts'
import { readFirstUnit } from '../login/first-unit.server.ts'
import { pageAfterLogin } from '../login/login-rules.ts'
import { formAction, problemResponse, signedInResponse } from './session-requests.server.ts'

export const loader = () => redirect('/')

/** `in=booking` admits customers only: mid-booking nobody else has anything to do. */
export const action = formAction(async (request, form) => {
  const endpoint = textIn(form, 'in') === 'booking' ? logInCustomer : logIn
  const call = request.context.get(apiContext)
  const answer = await call(endpoint, {
    body: {
      email: textIn(form, 'email'),
      password: textIn(form, 'password'),
      totpCode: textIn(form, 'totp_code') || null,
    },
  })
  if (!answer.ok) return problemResponse(answer)
  const bearer = answer.data.access
  const user = await call(getUser, {}, { bearer })
  if (!user.ok) return problemResponse(user)
  const { userRole, isHired = false } = user.data
  const unit = userRole === 'driver' && !isHired ? await readFirstUnit(call, bearer) : null
  const next = isHired ? HIRED_HOME : pageAfterLogin(userRole, unit)
  return signedInResponse<LoggedIn>(request, answer.data, { userRole, next })
})

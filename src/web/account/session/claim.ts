import { redirect } from 'react-router'
import { claimByPhone } from '#modules/identity/opened-accounts/contract.ts'
import { parsePhone } from '#shared/phone.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { LoggedIn } from '#web/kit/session/api-fetch.ts'
import { formAction, problemResponse, signedInResponse } from './session-cookie.server.ts'

export const loader = () => redirect('/')

/** Logs in with a texted code. There the account gets an address and a password. */
export const action = formAction(async (request, form) => {
  const phone = textIn(form, 'phone')
  const body = { phone: parsePhone(phone) ?? phone, code: textIn(form, 'code').trim() }
  const answer = await request.context.get(apiContext)(claimByPhone, { body })
  if (!answer.ok) return problemResponse(answer)
  return signedInResponse<LoggedIn>(request, answer.data, {
    userRole: 'customer',
    next: '/my-bookings/future-bookings',
  })
})

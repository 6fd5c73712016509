import { redirect } from 'react-router'
import type { LoggedIn } from '#web/kit/session/api-fetch.ts'
import { logInFrom } from './log-in.server.ts'
import { formAction, problemResponse, signedInResponse } from './session-cookie.server.ts'

export const loader = () => redirect('/')

export const action = formAction(async (request, form) => {
  const answer = await logInFrom(request, form)
  if (!answer.ok) return problemResponse(answer)
  const { pair, userRole, next } = answer
  return signedInResponse<LoggedIn>(request, pair, { userRole, next })
})

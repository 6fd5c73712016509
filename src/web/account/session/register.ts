import { redirect } from 'react-router'
import { registerFrom } from '../login/register-from-form.server.ts'
import { answerResponse, formAction, problemResponse } from './session-cookie.server.ts'

export const loader = () => redirect('/')

/** Opens an account from a page; the token in the answer allows one booking. */
export const action = formAction(async (request, form) => {
  const answer = await registerFrom(request, form)
  return answer.ok ? answerResponse({ bookingToken: answer.data.bookingToken }) : problemResponse(answer)
})

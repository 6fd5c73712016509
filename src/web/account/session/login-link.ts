import { redirect } from 'react-router'
import { askLoginLink } from '#modules/identity/sessions/contract.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { answerResponse, formAction, problemResponse } from './session-cookie.server.ts'

export const loader = () => redirect('/')

/** Mails a link for logging in from the device that follows it, if there is an account; the answer does not say. */
export const action = formAction(async ({ context }, form) => {
  const answer = await context.get(apiContext)(askLoginLink, { body: { email: textIn(form, 'email') } })
  return answer.ok ? answerResponse(null) : problemResponse(answer)
})

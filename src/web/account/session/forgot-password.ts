import { redirect } from 'react-router'
import { askPasswordReset } from '#modules/identity/passwords/contract.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { answerResponse, formAction, problemResponse } from './session-cookie.server.ts'

export const loader = () => redirect('/')

/** Mails a link for choosing a new password, if there is an account; the answer does not say. */
export const action = formAction(async ({ context }, form) => {
  const answer = await context.get(apiContext)(askPasswordReset, { body: { email: textIn(form, 'email') } })
  return answer.ok ? answerResponse(null) : problemResponse(answer)
})

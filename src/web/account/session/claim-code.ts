import { redirect } from 'react-router'
import { askClaimCode } from '#modules/identity/opened-accounts/contract.ts'
import { parsePhone } from '#shared/phone.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { answerResponse, formAction, problemResponse } from './session-cookie.server.ts'

export const loader = () => redirect('/')

/** Texts a code, if somebody booked by phone with this number; the answer does not say. */
export const action = formAction(async ({ context }, form) => {
  const phone = textIn(form, 'phone')
  const answer = await context.get(apiContext)(askClaimCode, { body: { phone: parsePhone(phone) ?? phone } })
  return answer.ok ? answerResponse(null) : problemResponse(answer)
})

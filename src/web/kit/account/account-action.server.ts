import { getPhoneCode, verifyPhone } from '#modules/identity/verification/contract.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { ownValue } from '#shared/records.ts'
import { parsePhone } from '#shared/phone.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { answerOf } from '#web/kit/forms/answer.server.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { refuseStrangers, type PageRequest } from '#web/kit/session/gate.server.ts'

export type Handler = (call: Call, form: FormData) => Promise<CallResult<Endpoint>>

/** Handlers by the form’s field `intent`. */
export type Handlers = Readonly<Record<string, Handler>>

/** Sent only after the password was asked for. */
export const passwordIn = (form: FormData) => ({ currentPassword: textIn(form, 'current_password') || null })

/** What PhoneCard sends. */
export const phoneHandlers: Handlers = {
  'phone-code': (call, form) => {
    const phone = textIn(form, 'phone')
    return call(getPhoneCode, { body: { phone: (parsePhone(phone) ?? phone) || null, ...passwordIn(form) } })
  },
  'phone-verify': (call, form) =>
    call(verifyPhone, { body: { phone: textIn(form, 'phone') || null, code: textIn(form, 'code') } }),
}

/** Runs the action a card asks for; null if the intent is not one of these. */
export async function answerIntent(page: PageRequest, form: FormData, handlers: Handlers): Promise<Answer | null> {
  const handler = ownValue(handlers, textIn(form, 'intent'))
  return handler ? answerFor(page, (call) => handler(call, form)) : null
}

/** Calls the API for one of our own forms, and answers in the form's terms. */
export async function answerFor(
  page: PageRequest,
  ask: (call: Call) => Promise<CallResult<Endpoint>>,
): Promise<Answer> {
  const refused = refuseStrangers(page)
  if (refused) throw refused
  return answerOf(await ask(page.context.get(apiContext)))
}

import {
  confirmTwoStep,
  renewRecoveryCodes,
  startTwoStep,
  stopTwoStep,
} from '#modules/identity/credentials/two-step/contract.ts'
import { updatePassword } from '#modules/identity/credentials/passwords/contract.ts'
import { getPhoneCode, verifyPhone } from '#modules/identity/accounts/phones/contract.ts'
import { updateUser } from '#modules/identity/accounts/profile/contract.ts'
import { endOneSession, endOtherSessions } from '#modules/identity/sessions/contract.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { parseTypedPhone } from '#shared/phone.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { ownValue } from '#shared/own-value.ts'
import { refuseStrangers } from '../session/session-requests.server.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import type { PageRequest } from '#web/kit/session/gate.server.ts'
import { qrCodeOf } from './qr-code.server.ts'

type Handler = (call: Call, form: FormData) => Promise<CallResult<Endpoint>>

/** Present only after the password was asked for. */
const passwordIn = (form: FormData) => ({ currentPassword: textIn(form, 'current_password') || null })

/** What the cards of the settings send, by the name in their field `intent`. */
const handlers: Record<string, Handler> = {
  profile: (call, form) => {
    const email = textIn(form, 'email').trim()
    // The address as it is needs no password.
    const change = email === textIn(form, 'email_now') ? {} : { email, ...passwordIn(form) }
    return call(updateUser, {
      body: { firstName: textIn(form, 'first_name'), lastName: textIn(form, 'last_name') || null, ...change },
    })
  },
  'phone-code': (call, form) => {
    const phone = textIn(form, 'phone')
    return call(getPhoneCode, { body: { phone: (parseTypedPhone(phone) ?? phone) || null, ...passwordIn(form) } })
  },
  'phone-verify': (call, form) =>
    call(verifyPhone, { body: { phone: textIn(form, 'phone') || null, code: textIn(form, 'code') } }),
  password: (call, form) =>
    call(updatePassword, { body: { ...passwordIn(form), newPassword: textIn(form, 'new_password') } }),
  'two-step-start': async (call, form) => {
    const started = await call(startTwoStep, { body: passwordIn(form) })
    return started.ok ? { ...started, data: { ...started.data, qr: qrCodeOf(started.data.otpauthUri) } } : started
  },
  'two-step-confirm': (call, form) => call(confirmTwoStep, { body: { code: textIn(form, 'code') } }),
  'two-step-codes': (call, form) => call(renewRecoveryCodes, { body: passwordIn(form) }),
  'two-step-stop': (call, form) => call(stopTwoStep, { body: passwordIn(form) }),
  'session-end': (call, form) => call(endOneSession, { params: { id: textIn(form, 'id') } }),
  'sessions-end-others': (call) => call(endOtherSessions, { body: {} }),
}

/** Does what a card of the settings asks for; null where it is not one of theirs. */
export async function accountAction(asked: PageRequest, form: FormData): Promise<Answer | null> {
  const handler = ownValue(handlers, textIn(form, 'intent'))
  return handler ? answerFor(asked, (call) => handler(call, form)) : null
}

/** Calls for one of our own pages, and answers in the words of its form. */
export async function answerFor(
  asked: PageRequest,
  ask: (call: Call) => Promise<CallResult<Endpoint>>,
): Promise<Answer> {
  const refused = refuseStrangers(asked)
  if (refused) throw refused
  const result = await ask(asked.context.get(apiContext))
  return result.ok ? { ok: true, data: result.data } : problemOf(result)
}

import { data } from 'react-router'
import { encode } from 'uqr'
import { getUser } from '#modules/identity/contract.ts'
import { updatePassword } from '#modules/identity/passwords/contract.ts'
import { updateUser } from '#modules/identity/profile/contract.ts'
import { endOneSession, endOtherSessions, listSessions } from '#modules/identity/sessions/contract.ts'
import {
  confirmTwoStep,
  renewRecoveryCodes,
  startTwoStep,
  stopTwoStep,
  getTwoStep,
} from '#modules/identity/two-step/contract.ts'
import type { Call } from '#shared/call.ts'
import { answerIntent, passwordIn, phoneHandlers, type Handlers } from '#web/kit/account/account-action.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import type { PageRequest } from '#web/kit/session/gate.server.ts'
import { type Account, lastUsedText } from './account-view.ts'

/** A QR code as one path of squares in a box of `size` units, including its quiet zone of four. */
export interface QrCode {
  size: number
  path: string
}

export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}

/** The settings cards' requests, by their field `intent`. */
const handlers: Handlers = {
  ...phoneHandlers,
  profile: (call, form) => {
    const email = textIn(form, 'email').trim()
    // An unchanged address needs no password.
    const change = email === textIn(form, 'email_now') ? {} : { email, ...passwordIn(form) }
    return call(updateUser, {
      body: { firstName: textIn(form, 'first_name'), lastName: textIn(form, 'last_name') || null, ...change },
    })
  },
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

/** Runs the action a settings card asks for; null if the intent is not one of these. */
export const accountAction = (page: PageRequest, form: FormData): Promise<Answer | null> =>
  answerIntent(page, form, handlers)

/** The account settings of any role; null for a visitor. */
export async function readAccount(call: Call, now: Date): Promise<Account | null> {
  const [user, sessions, twoStep] = await Promise.all([
    call(getUser),
    call(listSessions, { query: { pageSize: 100 } }),
    call(getTwoStep),
  ])
  if (!user.ok) return visitorOr(user.status)
  if (!sessions.ok) return visitorOr(sessions.status)
  if (!twoStep.ok) return visitorOr(twoStep.status)
  return {
    user: user.data,
    twoStep: twoStep.data,
    sessions: sessions.data.results.map(({ id, device, lastUsedAt, isCurrent }) => ({
      id,
      device: device ?? 'Unknown device',
      lastUsed: isCurrent ? 'Now' : lastUsedText(new Date(lastUsedAt), now),
      isCurrent,
    })),
  }
}

function visitorOr(status: number): null {
  if (status === 401 || status === 403) return null
  throw data(null, { status })
}

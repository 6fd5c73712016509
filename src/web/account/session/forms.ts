import { redirect } from 'react-router'
import { askClaimCode, claimByPhone } from '#modules/identity/opened-accounts/contract.ts'
import { askPasswordReset } from '#modules/identity/passwords/contract.ts'
import { askLoginLink } from '#modules/identity/sessions/contract.ts'
import { parsePhone } from '#shared/phone.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { LoggedIn } from '#web/kit/session/api-fetch.ts'
import type { PageRequest } from '#web/kit/session/gate.server.ts'
import { logInFrom, registerFrom } from './log-in.server.ts'
import { answerResponse, formAction, problemResponse, signedInResponse } from './session-cookie.server.ts'

export const loader = () => redirect('/')

/** What the dialogs send to `/session/…`; the last part of the address says which form it is. */
export const action = formAction((page, form) => {
  const answer = FORMS.get(new URL(page.request.url).pathname.split('/').at(-1) ?? '')
  return answer ? answer(page, form) : Promise.resolve(new Response(null, { status: 404 }))
})

async function logIn(page: PageRequest, form: FormData): Promise<Response> {
  const answer = await logInFrom(page, form)
  if (!answer.ok) return problemResponse(answer)
  const { pair, userRole, next } = answer
  return signedInResponse<LoggedIn>(page, pair, { userRole, next })
}

/** Opens an account from a page; the token in the answer allows one booking. */
async function register(page: PageRequest, form: FormData): Promise<Response> {
  const answer = await registerFrom(page, form)
  return answer.ok ? answerResponse({ bookingToken: answer.data.bookingToken }) : problemResponse(answer)
}

/** Mails a link for choosing a new password, if there is an account; the answer does not say. */
async function askForPassword({ context }: PageRequest, form: FormData): Promise<Response> {
  const answer = await context.get(apiContext)(askPasswordReset, { body: { email: textIn(form, 'email') } })
  return answer.ok ? answerResponse(null) : problemResponse(answer)
}

/** Mails a link for logging in from the device that follows it, if there is an account; the answer does not say. */
async function askForLink({ context }: PageRequest, form: FormData): Promise<Response> {
  const answer = await context.get(apiContext)(askLoginLink, { body: { email: textIn(form, 'email') } })
  return answer.ok ? answerResponse(null) : problemResponse(answer)
}

const phoneIn = (form: FormData): string => parsePhone(textIn(form, 'phone')) ?? textIn(form, 'phone')

/** Texts a code, if somebody booked by phone with this number; the answer does not say. */
async function askForCode({ context }: PageRequest, form: FormData): Promise<Response> {
  const answer = await context.get(apiContext)(askClaimCode, { body: { phone: phoneIn(form) } })
  return answer.ok ? answerResponse(null) : problemResponse(answer)
}

/** Logs in with a texted code. There the account gets an address and a password. */
async function logInByCode(page: PageRequest, form: FormData): Promise<Response> {
  const body = { phone: phoneIn(form), code: textIn(form, 'code').trim() }
  const answer = await page.context.get(apiContext)(claimByPhone, { body })
  if (!answer.ok) return problemResponse(answer)
  return signedInResponse<LoggedIn>(page, answer.data, { userRole: 'customer', next: '/my-bookings/future-bookings' })
}

const FORMS = new Map([
  ['login', logIn],
  ['register', register],
  ['forgot-password', askForPassword],
  ['login-link', askForLink],
  ['claim-code', askForCode],
  ['claim', logInByCode],
])

import { redirect } from 'react-router'
import { agreeCancellation, denyCancellation, cancelBooking } from '#modules/bookings/answers/contract.ts'
import { bookInstead } from '#modules/bookings/replacement/contract.ts'
import { sendAgain, getStartCode, startBooking } from '#modules/bookings/waiting/contract.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { plainAnswerOf, problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'

/** Whether the customer did cancel, as the driver reported. */
export async function answerReported(call: Call, form: FormData): Promise<Answer> {
  const params = { id: textIn(form, 'bookingId') }
  if (textIn(form, 'intent') === 'deny-cancellation') return plainAnswerOf(await call(denyCancellation, { params }))
  const body = { feePence: wholeNumberOf(textIn(form, 'feePence')) ?? -1 }
  return plainAnswerOf(await call(agreeCancellation, { params, body }))
}

/** Books another company if the late one cancelled; the redirect leads to the new booking. */
export async function answerInstead(call: Call, form: FormData): Promise<Answer | Response> {
  const paymentMethod = textIn(form, 'paymentMethod') === 'card' ? 'card' : 'cash'
  const body = { quoteId: textIn(form, 'quoteId'), paymentMethod } as const
  const answer = await call(bookInstead, { params: { id: textIn(form, 'bookingId') }, body })
  return answer.ok ? redirect(`/booking/${answer.data.hash}`) : problemOf(answer)
}

/** The mail and the code of a booking that waits, once more. */
export async function answerSendAgain(call: Call, hash: string): Promise<Answer<string>> {
  const answer = await call(sendAgain, { params: { hash }, body: {} })
  return answer.ok ? { ok: true, data: answer.data.detail } : problemOf(answer)
}

/** The outcome in words for the page. */
export type StartAnswer =
  | { state: 'sent' | 'started'; text: string; error?: undefined }
  | { state: 'refused'; text: string; error?: string }

/** The two forms of a booking that awaits verification: request a code, and enter it. */
export async function answerStart(call: Call, hash: string, form: FormData): Promise<StartAnswer> {
  if (!form.has('code')) {
    const texted = await call(getStartCode, { params: { hash }, body: {} })
    return texted.ok ? { state: 'sent', text: texted.data.detail } : refusedBy(texted)
  }
  const started = await call(startBooking, { params: { hash }, body: { code: textIn(form, 'code') } })
  return started.ok ? { state: 'started', text: started.data.detail } : refusedBy(started)
}

function refusedBy({ problem, retryAfterSeconds }: Extract<CallResult<Endpoint>, { ok: false }>): StartAnswer {
  const error = problem.errors?.code?.[0]
  const wait = retryAfterSeconds ? ` Try again in ${Math.ceil(retryAfterSeconds / 60)} min.` : ''
  return { state: 'refused', text: `${problem.detail}${wait}`, error }
}

/** Cancels at the fee that was shown; the API refuses any other. */
export async function answerCancel(call: Call, form: FormData): Promise<Answer<Cancelled>> {
  const body = { feePence: wholeNumberOf(textIn(form, 'feePence')) ?? -1 }
  const answer = await call(cancelBooking, { params: { id: textIn(form, 'bookingId') }, body })
  return answer.ok ? { ok: true, data: { feePence: answer.data.cancellationFeePence } } : problemOf(answer)
}

export interface Cancelled {
  feePence: number
}
